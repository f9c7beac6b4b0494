from math import isnan, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.stats.correlation import pearson, spearman

NUMBERS = st.lists(st.floats(-100, 100), min_size=2, max_size=20)


def test_numbers_that_rise_together_unevenly_are_in_the_same_order() -> None:
    """Deviations -11/3, -8/3, 19/3 and -1, 0, 1: covariance 10, sums of squares 546/9 and 2."""
    assert pearson([0, 1, 10], [1, 2, 3]) == pytest.approx(10 / sqrt(546 / 9 * 2))
    assert spearman([0, 1, 10], [1, 2, 3]) == pytest.approx(1.0)


def test_numbers_that_fall_as_the_others_rise_are_at_minus_one() -> None:
    assert pearson([1, 2, 3], [6, 4, 2]) == pytest.approx(-1.0)


def test_equal_values_share_their_rank() -> None:
    """Ranks 1.5, 1.5, 3 against 1, 2, 3: covariance 1.5, sums of squares 1.5 and 2."""
    assert spearman([5, 5, 9], [1, 2, 3]) == pytest.approx(1.5 / sqrt(1.5 * 2))


@pytest.mark.parametrize("column", [[], [1.0], [4.0, 4.0, 4.0]])
def test_nothing_can_be_said_of_too_few_or_equal_numbers(column: list[float]) -> None:
    other = [float(place) for place in range(len(column))]
    assert isnan(pearson(column, other))
    assert isnan(spearman(column, other))


@given(NUMBERS)
def test_it_stays_between_minus_one_and_one(column: list[float]) -> None:
    other = column[::-1]
    for value in (pearson(column, other), spearman(column, other)):
        assert isnan(value) or -1 - 1e-9 <= value <= 1 + 1e-9
