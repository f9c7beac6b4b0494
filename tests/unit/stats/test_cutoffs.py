from math import inf, isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.stats.cutoffs import find_best_cut, match_cut


@pytest.mark.parametrize(
    ("cut", "expected"),
    [
        (0.0, 10.0),  # nothing at or below 0: the lowest of the others
        (0.25, 20.0),  # half of the four
        (0.4, 30.0),  # all of them: the highest
    ],
)
def test_a_cut_is_matched_by_the_share_below_it(cut: float, expected: float) -> None:
    assert match_cut(cut, [0.1, 0.2, 0.3, 0.4], [30, 10, 20]) == expected


@pytest.mark.parametrize(("weights", "others"), [([], [1.0]), ([1.0], [])])
def test_without_weights_there_is_no_cut(weights: list[float], others: list[float]) -> None:
    assert isnan(match_cut(0.2, weights, others))


@given(st.sets(st.floats(0, 1), min_size=1, max_size=30), st.floats(0, 1))
def test_matched_with_itself_a_cut_marks_as_many(weights: set[float], cut: float) -> None:
    """Up to one: the quantile lies between two of the weights."""
    column = np.array(sorted(weights))
    matched = match_cut(cut, column, column)
    assert abs(int((column > cut).sum()) - int((column > matched).sum())) <= 1


@pytest.mark.parametrize(
    ("labels", "weights", "f1", "cut"),
    [
        ([1, 0, 0], [0.9, 0.8, 0.1], 1.0, 0.8),
        ([0, 1, 0], [0.9, 0.8, 0.1], 2 / 3, 0.1),  # two marked, one rightly: 2 / (2 + 1)
        ([1, 1], [0.5, 0.5], 1.0, -inf),  # all marked
        ([1, 0, 0, 1], [0.9, 0.5, 0.5, 0.1], 2 / 3, 0.5),  # the first alone: 2 / (1 + 2), as all four: 4 / 6
    ],
)
def test_the_best_cut_is_found(labels: list[int], weights: list[float], f1: float, cut: float) -> None:
    assert find_best_cut(labels, weights) == pytest.approx((f1, cut))


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([0.0, 0.1, 0.2, 0.5])), min_size=1, max_size=12))
def test_no_cut_is_better_than_the_best(rows: list[tuple[bool, float]]) -> None:
    labels, weights = np.array([one for one, _ in rows]), np.array([weight for _, weight in rows])
    best, cut = find_best_cut(labels, weights)

    def f1(at: float) -> float:
        marked = weights > at
        return 2 * int((marked & labels).sum()) / max(1, int(marked.sum()) + int(labels.sum()))

    if not labels.any():
        assert isnan(best)
        return
    assert best == pytest.approx(f1(cut))
    assert best >= max(f1(at) for at in (-1.0, 0.0, 0.1, 0.2, 0.5)) - 1e-12
