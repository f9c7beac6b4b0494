import math

import numpy as np
import pytest

from sayso.stats import expected_calibration_error


@pytest.mark.parametrize(
    ("labels", "scores", "error"),
    [
        ([0, 0, 1, 1], [0.25, 0.25, 0.75, 0.75], 0.25),
        ([0, 1], [0.0, 1.0], 0.0),
        ([1, 1, 0, 0], [0.0, 0.0, 1.0, 1.0], 1.0),
    ],
)
def test_the_error_is_the_mean_gap_over_the_bins(
    labels: list[int], scores: list[float], error: float
) -> None:
    assert expected_calibration_error(labels, scores, bins=2) == pytest.approx(error)


def test_it_is_undefined_without_texts() -> None:
    assert math.isnan(expected_calibration_error([], []))


def test_scores_that_are_the_probabilities_have_nearly_no_error() -> None:
    generator = np.random.default_rng(0)
    scores = generator.random(50_000)
    assert expected_calibration_error(generator.random(50_000) < scores, scores) < 0.015
