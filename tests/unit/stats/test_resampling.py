from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.stats.resampling import Array, Bootstrap


def highest(values: Array) -> float:
    return float(values.max())


def undefined(_values: Array) -> float:
    return nan


def mean(values: Array) -> float:
    return float(values.mean())


def test_the_interval_of_a_mean_is_about_as_wide_as_theory_says() -> None:
    values = np.random.default_rng(1).normal(0, 1, 400)
    found = Bootstrap(resamples=2000).interval(mean, values)
    # 1.96 standard errors to either side, each the spread of the values over the root of 400.
    assert found.value == pytest.approx(values.mean())
    assert found.high - found.low == pytest.approx(2 * 1.96 * values.std() / 20, rel=0.05)


def test_several_statistics_get_what_each_would_get_alone() -> None:
    values = np.arange(30.0)
    together = Bootstrap(resamples=50).intervals([mean, highest], values)
    assert together[0] == Bootstrap(resamples=50).interval(mean, values)
    assert together[1].value == together[1].high == 29.0


def test_the_same_seed_gives_the_same_interval_and_another_a_different_one() -> None:
    values = np.arange(30.0)
    assert Bootstrap(seed=3).interval(mean, values) == Bootstrap(seed=3).interval(mean, values)
    assert Bootstrap(seed=3).interval(mean, values) != Bootstrap(seed=4).interval(mean, values)


def test_resamples_without_a_value_are_left_out() -> None:
    def undefined_without_the_last(values: Array) -> float:
        return 5.0 if values.max() == 2 else nan

    found = Bootstrap().interval(undefined_without_the_last, np.arange(3.0))
    assert (found.value, found.low, found.high) == (5.0, 5.0, 5.0)


@pytest.mark.parametrize("values", [np.zeros(0), np.ones(3)])
def test_what_is_never_defined_has_no_interval(values: Array) -> None:
    found = Bootstrap(resamples=5).interval(undefined, values)
    assert isnan(found.value)
    assert isnan(found.low)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_drawn_rows_keep_their_order_and_their_number(values: list[float]) -> None:
    def check(drawn: Array) -> float:
        assert len(drawn) == len(values)
        assert (np.diff(drawn) >= 0).all()
        return 0.0

    Bootstrap(resamples=3).interval(check, np.sort(values))


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    generator = np.random.default_rng(5)
    covered = sum(
        found.low <= 0.5 <= found.high
        for found in (Bootstrap(resamples=200).interval(mean, generator.random(60)) for _ in range(300))
    )
    assert 0.90 * 300 <= covered <= 0.985 * 300


def test_a_share_is_of_all_that_was_counted() -> None:
    found = Bootstrap(resamples=50).share(np.array([1.0, 0.0, 2.0]), np.array([2.0, 0.0, 4.0]))
    assert found.value == 0.5
    assert found.low <= 0.5 <= found.high


@pytest.mark.parametrize(("hits", "low", "high"), [(0.0, 0.0, 0.6576), (1.0, 0.3424, 1.0)])
def test_a_share_without_exception_still_has_an_interval(hits: float, low: float, high: float) -> None:
    """Wilson's for two rows: 3.8415 / (2 + 3.8415) = 0.6576. The row without a count does not count."""
    found = Bootstrap().share(np.array([hits * 3, 0.0, hits]), np.array([3.0, 0.0, 1.0]))
    assert (found.value, found.low, found.high) == pytest.approx((hits, low, high), abs=1e-4)


def test_a_share_of_nothing_is_undefined() -> None:
    assert isnan(Bootstrap(resamples=5).share(np.zeros(2), np.zeros(2)).value)
