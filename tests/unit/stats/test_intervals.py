import math

import numpy as np
import pytest
from numpy.typing import NDArray

from sayso.stats import Interval, bootstrap_interval, wilson_interval


def mean(values: NDArray[np.float64]) -> float:
    return float(values.mean())


def find_widest_gap(left: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    return float(np.abs(left - right).max())


def find_nothing(_: NDArray[np.float64]) -> float:
    return math.nan


def test_the_bootstrap_covers_the_mean_as_theory_says() -> None:
    """The mean of n values of spread 1 has a 95 % interval of ±1.96 / √n: 0.098 for 400."""
    values = np.random.default_rng(1).normal(0, 1, 400)
    values /= values.std()
    interval = bootstrap_interval(mean, values, resamples=2000)
    assert interval.value == mean(values)
    assert interval.high - interval.low == pytest.approx(2 * 0.098, rel=0.1)


def test_the_same_seed_gives_the_same_interval() -> None:
    values = np.arange(20.0)
    assert bootstrap_interval(mean, values, seed=4) == bootstrap_interval(mean, values, seed=4)
    assert bootstrap_interval(mean, values, seed=4) != bootstrap_interval(mean, values, seed=5)


def test_rows_of_several_arrays_are_drawn_together() -> None:
    values = np.arange(10.0)
    assert bootstrap_interval(find_widest_gap, values, values).high == 0


def test_resamples_without_a_value_are_left_out() -> None:
    interval = bootstrap_interval(find_nothing, np.ones(3))
    assert all(map(math.isnan, (interval.value, interval.low, interval.high)))
    assert str(interval) == "–"


def test_nothing_has_no_interval() -> None:
    assert math.isnan(bootstrap_interval(find_nothing, np.ones(0)).low)


def test_wilson_matches_the_published_example() -> None:
    """Newcombe 1998: 81 of 263 gives 0.2553 to 0.3662."""
    interval = wilson_interval(81, 263)
    assert (interval.low, interval.high) == pytest.approx((0.2553, 0.3662), abs=1e-4)


@pytest.mark.parametrize(("hits", "low", "high"), [(0, 0.0, 0.037), (100, 0.963, 1.0)])
def test_wilson_stays_inside_nought_and_one(hits: int, low: float, high: float) -> None:
    interval = wilson_interval(hits, 100)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-3)


def test_wilson_is_undefined_with_nothing_counted() -> None:
    assert math.isnan(wilson_interval(0, 0).value)


def test_an_interval_is_shown_with_its_ends() -> None:
    assert str(Interval(0.5, 0.4567, 0.6)) == "0.500 [0.457, 0.600]"
