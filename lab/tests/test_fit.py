import numpy as np
import pytest
from numpy.typing import NDArray

from sayso.scoring.calibration import sigmoid
from sayso_lab.features import import_sparse
from sayso_lab.fit import FitRule, fit_logistic, quantise

RULE = FitRule(epochs=40, rate=0.1, decay=0.0, batch=256)


def make_problem(count: int = 4000) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Features, known weights, and the probabilities that they give."""
    generator = np.random.default_rng(2)
    features = (generator.random((count, 6)) < 0.4).astype(np.float32)
    weights = np.array([[2, -1], [0, 1], [-2, 0], [1, 1], [0, 0], [0.5, -2]], np.float32)
    return features, weights, sigmoid(features @ weights - 0.5).astype(np.float32)


def fit(
    labels: NDArray[np.float32], features: NDArray[np.float32], rule: FitRule = RULE
) -> NDArray[np.float32]:
    row_weights = np.ones(len(labels), np.float32)
    sparse = import_sparse().csr_matrix(features)
    return fit_logistic(sparse, labels, row_weights, rule=rule, seed=1).weights


def test_the_weights_behind_soft_labels_are_recovered() -> None:
    features, weights, labels = make_problem()
    assert fit(labels, features) == pytest.approx(weights, abs=0.1)


def test_gaps_are_left_out_and_not_taken_for_nought() -> None:
    features, weights, labels = make_problem()
    gaps = labels.copy()
    gaps[::2, 0] = np.nan
    gaps[1::3, 1] = np.nan
    assert fit(gaps, features) == pytest.approx(weights, abs=0.15)


def test_decay_pulls_weights_towards_nought() -> None:
    features, _, labels = make_problem()
    free, held = fit(labels, features), fit(labels, features, FitRule(40, 0.1, 0.05, 256))
    assert np.abs(held).sum() < 0.8 * np.abs(free).sum()


def test_the_same_seed_gives_the_same_weights() -> None:
    features, _, labels = make_problem(500)
    rule = FitRule(epochs=2)
    assert np.array_equal(fit(labels, features, rule), fit(labels, features, rule))


def test_an_attribute_nobody_judged_stays_at_even_odds() -> None:
    features, _, labels = make_problem(300)
    labels[:, 1] = np.nan
    sparse = import_sparse().csr_matrix(features)
    fitted = fit_logistic(sparse, labels, np.ones(300, np.float32), rule=FitRule(epochs=2), seed=1)
    assert fitted.biases[1] == 0
    assert not fitted.weights[:, 1].any()


def test_progress_is_told_up_to_the_end() -> None:
    features, _, labels = make_problem(300)
    told: list[tuple[int, int]] = []
    fit_logistic(
        import_sparse().csr_matrix(features),
        labels,
        np.ones(300, np.float32),
        rule=FitRule(epochs=2, batch=100),
        seed=1,
        on_step=lambda done, total: told.append((done, total)),
    )
    assert told == [(step, 6) for step in range(1, 7)]


def test_rounding_is_off_by_at_most_half_a_step() -> None:
    weights = np.random.default_rng(1).normal(0, 1, (1000, 2)).astype(np.float32)
    rounded = quantise(weights, tail=1.0)
    assert rounded.table.dtype == np.int8
    assert np.abs(rounded.table * rounded.scales - weights).max() <= rounded.scales.max() * 0.501


def test_outliers_are_cut_and_small_weights_pruned() -> None:
    weights = np.array([[1.0], [0.5], [0.001], [100.0]] + [[0.0]] * 96, np.float32)
    rounded = quantise(weights, tail=0.98, least=1.0)
    assert rounded.table[3, 0] == 127
    assert rounded.table[2, 0] == 0
    assert rounded.table[1, 0] > 0
