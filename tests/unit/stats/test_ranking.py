import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.stats import auc

PAIRS = st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=2, max_size=30)


@pytest.mark.parametrize(
    ("labels", "scores", "value"),
    [
        ([0, 0, 1, 1], [1, 2, 3, 4], 1.0),
        ([1, 1, 0, 0], [1, 2, 3, 4], 0.0),
        ([0, 1], [5, 5], 0.5),
        ([0, 1, 0, 1], [0.1, 0.9, 0.8, 0.8], 0.875),  # pairs won: 1, 1, 1 and one tie of four
    ],
)
def test_auc_is_the_share_of_pairs_won(labels: list[int], scores: list[float], value: float) -> None:
    assert auc(labels, scores) == value


@pytest.mark.parametrize("labels", [[], [1, 1], [0]])
def test_auc_is_undefined_without_both_kinds(labels: list[int]) -> None:
    assert math.isnan(auc(labels, [0.5] * len(labels)))


@given(PAIRS)
def test_auc_agrees_with_counting_pairs(pairs: list[tuple[bool, int]]) -> None:
    positives = [score for label, score in pairs if label]
    negatives = [score for label, score in pairs if not label]
    if positives and negatives:
        won = sum((high > low) + (high == low) / 2 for high in positives for low in negatives)
        expected = won / (len(positives) * len(negatives))
        assert auc([label for label, _ in pairs], [score for _, score in pairs]) == pytest.approx(expected)
