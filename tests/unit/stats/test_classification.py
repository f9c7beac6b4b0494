from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.stats.classification import average_precision, f1_from_counts, macro_f1, pairwise_auc
from sayso.stats.ranking import auc

PAIRS = st.lists(st.tuples(st.booleans(), st.integers(0, 20)), min_size=1, max_size=40)


@pytest.mark.parametrize(
    ("hits", "false_alarms", "misses", "value"),
    [(2, 1, 1, 4 / 6), (0, 3, 0, 0.0), (0, 0, 2, 0.0), (5, 0, 0, 1.0), (1, 0, 3, 2 / 5)],
)
def test_f1_is_as_worked_out_by_hand(hits: int, false_alarms: int, misses: int, value: float) -> None:
    assert f1_from_counts(hits, false_alarms, misses) == pytest.approx(value)


def test_f1_is_undefined_where_nothing_was_there_and_nothing_claimed() -> None:
    assert isnan(f1_from_counts(0, 0, 0))


def test_macro_f1_is_the_mean_over_classes() -> None:
    # Class 0: 2 hits, 1 false alarm: 4/5. Class 1: 1 hit, 1 miss: 2/3.
    assert macro_f1([0, 0, 1, 1], [0, 0, 1, 0]) == pytest.approx((4 / 5 + 2 / 3) / 2)
    # Class 0: 1 hit, 1 false alarm (the 2): 2/3. Class 1: 1 hit: 1. Class 2: 1 miss: 0.
    assert macro_f1([0, 1, 2], [0, 1, 0]) == pytest.approx((2 / 3 + 1 + 0) / 3)


def test_macro_f1_is_undefined_without_texts() -> None:
    assert isnan(macro_f1([], []))


@pytest.mark.parametrize(
    ("labels", "scores", "value"),
    [
        ([1, 0, 1], [0.9, 0.8, 0.7], (1 + 2 / 3) / 2),
        ([0, 1], [0.5, 0.5], 0.5),  # both are reached at once: precision 1/2
        ([1, 1, 0], [0.3, 0.2, 0.1], 1.0),
        ([0, 0, 1], [0.3, 0.2, 0.1], 1 / 3),
    ],
)
def test_average_precision_is_as_worked_out_by_hand(
    labels: list[int], scores: list[float], value: float
) -> None:
    assert average_precision(labels, scores) == pytest.approx(value)


@pytest.mark.parametrize("labels", [[], [0, 0]])
def test_average_precision_is_undefined_without_a_positive(labels: list[int]) -> None:
    assert isnan(average_precision(labels, [0.5] * len(labels)))


@given(PAIRS)
def test_rankings_are_judged_the_same_under_any_rising_map(pairs: list[tuple[bool, int]]) -> None:
    labels = [label for label, _ in pairs]
    scores = np.array([score for _, score in pairs], np.float64)
    for measure in (auc, average_precision):
        before, after = measure(labels, scores), measure(labels, np.exp(scores / 4) - 3)
        assert before == pytest.approx(after, nan_ok=True)


@given(PAIRS.flatmap(lambda pairs: st.tuples(st.just(pairs), st.permutations(pairs))))
def test_the_order_of_texts_does_not_matter(
    both: tuple[list[tuple[bool, int]], list[tuple[bool, int]]],
) -> None:
    one, other = ([label for label, _ in pairs] for pairs in both)
    left, right = (np.array([score for _, score in pairs]) for pairs in both)
    assert average_precision(one, left) == pytest.approx(average_precision(other, right), nan_ok=True)
    assert macro_f1(one, left > 9) == pytest.approx(macro_f1(other, right > 9))


def test_several_classes_are_compared_in_pairs() -> None:
    labels = [0, 0, 1, 2]
    columns = [[0.6, 0.2, 0.3, 0.1], [0.3, 0.5, 0.6, 0.2], [0.1, 0.3, 0.1, 0.7]]
    # 0|1 on column 0: 0.6 > 0.3 won, 0.2 < 0.3 lost: 1/2; 1|0 on column 1: 0.6 above both: 1. Pair: 3/4.
    # 0|2: 0.6 and 0.2 above 0.1: 1; 2|0 on column 2: 0.7 above both: 1. 1|2: 1 and 1.
    assert pairwise_auc(labels, columns) == pytest.approx((0.75 + 1 + 1) / 3)


def test_pairs_with_an_absent_class_are_left_out() -> None:
    assert pairwise_auc([0, 1], [[0.9, 0.1], [0.1, 0.9], [0.0, 0.0]]) == 1.0
    assert isnan(pairwise_auc([0, 0], [[0.9, 0.1], [0.1, 0.9]]))
