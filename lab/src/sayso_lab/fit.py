"""Logistic regression for all attributes at once, with soft labels and gaps, by Adam on sparse batches.

scikit-learn's solvers know neither: a text judged for three attributes would have to be copied, split and
weighted per attribute and per label value, and fitted six times.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.scoring.calibration import sigmoid

Array = NDArray[np.float32]
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-7


@dataclass(frozen=True, slots=True)
class FitRule:
    """How long and how boldly to learn; `decay` is the strength of the pull of weights towards nought."""

    epochs: int = 3
    rate: float = 0.15
    decay: float = 3e-7
    batch: int = 4096


@dataclass(frozen=True)
class Fitted:
    """logits = features @ weights + biases."""

    weights: Array
    biases: Array


@dataclass
class _Moments:
    """Adam's running means for one array (Kingma and Ba 2015)."""

    values: Array
    first: Array
    second: Array

    @classmethod
    def start(cls, values: Array) -> "_Moments":
        return cls(values, np.zeros_like(values), np.zeros_like(values))

    def step(self, gradient: Array, rate: float, count: int) -> None:
        self.first *= _FIRST
        self.first += (1 - _FIRST) * gradient
        np.square(gradient, out=gradient)
        self.second *= _SECOND
        self.second += (1 - _SECOND) * gradient
        pace = rate * np.sqrt(1 - _SECOND**count) / (1 - _FIRST**count)
        self.values -= np.float32(pace) * self.first / (np.sqrt(self.second) + np.float32(_TINY))


def fit_logistic(
    features: Any,
    labels: Array,
    weights: Array,
    *,
    rule: FitRule,
    seed: int,
    on_step: Callable[[int, int], None] = lambda _done, _total: None,
) -> Fitted:
    """`labels` may be shares and may be `nan` (not judged); `weights` are per row."""
    judged = ~np.isnan(labels)
    truth = np.where(judged, labels, 0).astype(np.float32)
    strength = (judged * weights[:, None]).astype(np.float32)
    table = _Moments.start(np.zeros((features.shape[1], labels.shape[1]), np.float32))
    bias = _Moments.start(_base_rates(truth, strength))
    generator = np.random.default_rng(seed)
    batches = [batch for _ in range(rule.epochs) for batch in _shuffle(len(labels), rule.batch, generator)]
    for count, rows in enumerate(batches, 1):
        part = features[rows]
        errors = sigmoid(part @ table.values + bias.values).astype(np.float32) - truth[rows]
        errors *= strength[rows] / len(rows)
        rate = rule.rate * (1 - 0.95 * count / len(batches))
        table.step(part.T @ errors + np.float32(rule.decay) * table.values, rate, count)
        bias.step(errors.sum(axis=0), rate, count)
        on_step(count, len(batches))
    return Fitted(table.values, bias.values)


def _shuffle(count: int, batch: int, generator: np.random.Generator) -> list[NDArray[np.intp]]:
    order = generator.permutation(count)
    return [np.sort(order[begin : begin + batch]) for begin in range(0, count, batch)]


def _base_rates(truth: Array, strength: Array) -> Array:
    """The logit of each attribute's mean label; an attribute nobody judged starts at even odds."""
    total = strength.sum(axis=0)
    rates = np.divide((truth * strength).sum(axis=0), total, out=np.full_like(total, 0.5), where=total > 0)
    held = np.clip(rates, 1e-4, 1 - 1e-4)
    return np.log(held / (1 - held)).astype(np.float32)


@dataclass(frozen=True)
class Quantised:
    """Weights as whole numbers from -127 to 127 times a scale per attribute."""

    table: NDArray[np.int8]
    scales: NDArray[np.float64]


def quantise(weights: Array, *, tail: float = 0.99999, least: float = 0.0) -> Quantised:
    """Rounds weights; those beyond the quantile `tail` are cut to it, those up to `least` steps pruned."""
    limits = np.maximum(np.quantile(np.abs(weights), tail, axis=0), 1e-12)
    steps = np.clip(weights / limits * 127, -127, 127)
    steps[np.abs(steps) <= least] = 0
    return Quantised(np.rint(steps).astype(np.int8), limits / 127)
