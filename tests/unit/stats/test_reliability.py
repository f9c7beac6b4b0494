import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.stats.reliability import expected_calibration_error, reliability_bins

PAIRS = st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=1, max_size=60)


def test_bins_hold_equally_many_texts_in_order_of_score() -> None:
    labels, scores = [1, 0, 1, 0], [0.8, 0.1, 0.6, 0.3]
    low, high = reliability_bins(labels, scores, bins=2)
    assert (low.texts, low.mean_score, low.positives.value) == (2, pytest.approx(0.2), 0.0)
    assert (high.texts, high.mean_score, high.positives.value) == (2, pytest.approx(0.7), 1.0)


@pytest.mark.parametrize(("texts", "bins"), [(0, 0), (1, 1), (40, 15)])
def test_there_are_no_empty_bins(texts: int, bins: int) -> None:
    made = reliability_bins([0] * texts, np.linspace(0, 1, texts))
    assert len(made) == bins
    assert sum(one.texts for one in made) == texts


@given(PAIRS)
def test_the_calibration_error_is_the_mean_gap_of_the_bins(pairs: list[tuple[bool, float]]) -> None:
    labels, scores = zip(*pairs, strict=True)
    error = expected_calibration_error(labels, scores)
    gaps = [one.texts * abs(one.positives.value - one.mean_score) for one in reliability_bins(labels, scores)]
    assert 0 <= error <= 1
    assert error == pytest.approx(sum(gaps) / len(pairs))
