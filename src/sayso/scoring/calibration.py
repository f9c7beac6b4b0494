"""From a model's raw outputs to probabilities, and from those to another service's scale.

`Temperature` and `Isotonic` make outputs mean what they say; `PerspectiveMap` carries scores over to
Perspective's scale, so that thresholds in use keep their meaning. All can be fitted and kept as JSON.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sayso.core import Attribute

Array = NDArray[np.float64]
STEEPEST_LOGIT = 30.0


def sigmoid(logits: ArrayLike) -> Array:
    """1 / (1 + e^-z), from 0 to 1; beyond ±30 it is held there, so that no score is exactly 0 or 1."""
    held = np.clip(np.asarray(logits, np.float64), -STEEPEST_LOGIT, STEEPEST_LOGIT)
    return 1.0 / (1.0 + np.exp(-held))


@dataclass(frozen=True, slots=True)
class Temperature:
    """p = sigmoid(z / temperature + offset): keeps the ranking, changes how sure the scores are.

    `temperature` > 1 makes scores less sure, < 1 surer; 1 with offset 0 changes nothing.
    Source: Platt 1999 (with offset), Guo et al. 2017 (without).
    """

    temperature: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        if not self.temperature > 0:
            raise ValueError(f"a temperature must be over 0, not {self.temperature}")

    def apply(self, logits: ArrayLike) -> Array:
        return sigmoid(np.asarray(logits, np.float64) / self.temperature + self.offset)

    @classmethod
    def fit(
        cls, logits: ArrayLike, labels: ArrayLike, *, weights: ArrayLike | None = None, offset: bool = True
    ) -> "Temperature":
        """The temperature (and offset) of highest likelihood; labels may be shares between 0 and 1.

        By Newton's method with halved steps on the weighted log loss, which is convex. Where the outputs rank
        backwards no temperature above 0 is best: then the result is held at 100, nearly no information.
        """
        z, y = np.asarray(logits, np.float64), np.asarray(labels, np.float64)
        w = np.ones_like(z) if weights is None else np.asarray(weights, np.float64)
        design = np.stack([z, np.ones_like(z)]) if offset else z[None]
        slope, *rest = _fit_logistic(design, y, w)
        return cls(1 / max(slope, 0.01), rest[0] if rest else 0.0)

    def to_json(self) -> dict[str, float]:
        return {"temperature": self.temperature, "offset": self.offset}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Temperature":
        return cls(float(data["temperature"]), float(data["offset"]))


def _fit_logistic(design: Array, labels: Array, weights: Array, *, steps: int = 50) -> list[float]:
    theta = np.zeros(len(design))
    theta[0] = 1.0
    loss = _log_loss(theta, design, labels, weights)
    for _ in range(steps):
        guess = sigmoid(theta @ design)
        gradient = design @ (weights * (guess - labels))
        curvature = (design * (weights * guess * (1 - guess))) @ design.T
        step = np.asarray(np.linalg.solve(curvature + 1e-9 * np.eye(len(theta)), gradient), np.float64)
        loss, theta, moved = _descend(loss, theta, step, (design, labels, weights))
        if not moved or np.abs(step).max() < 1e-9:
            break
    return [float(value) for value in theta]


def _descend(
    loss: float, theta: Array, step: Array, data: tuple[Array, Array, Array]
) -> tuple[float, Array, bool]:
    for halving in range(20):
        tried = theta - step * 0.5**halving
        new_loss = _log_loss(tried, *data)
        if new_loss < loss:
            return new_loss, tried, True
    return loss, theta, False


def _log_loss(theta: Array, design: Array, labels: Array, weights: Array) -> float:
    z = theta @ design
    return float(np.sum(weights * (np.logaddexp(0, z) - labels * z)))


@dataclass(frozen=True, slots=True)
class Isotonic:
    """A rising line through knots: between knots straight, beyond the first and last knot flat."""

    knots: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if not self.knots:
            raise ValueError("a rising line needs at least one knot")
        if any(a[0] >= b[0] or a[1] > b[1] for a, b in pairwise(self.knots)):
            raise ValueError("knots must go right and never down")

    def apply(self, values: ArrayLike) -> Array:
        return np.interp(np.asarray(values, np.float64), *_unzip(self.knots))

    @classmethod
    def fit(cls, values: ArrayLike, labels: ArrayLike, *, weights: ArrayLike | None = None) -> "Isotonic":
        """The rising step function nearest to the labels in squared error, by pooling adjacent violators
        (Ayer et al. 1955); each pool becomes a knot at its mean place and mean label.

        Without any value the fit is undefined: `ValueError`.
        """
        x, y = np.asarray(values, np.float64), np.asarray(labels, np.float64)
        if not len(x):
            raise ValueError("an isotonic fit needs at least one value")
        w = np.ones_like(x) if weights is None else np.asarray(weights, np.float64)
        places, inverse = np.unique(x, return_inverse=True)
        weight = np.bincount(inverse, w).astype(np.float64)
        pools = _pool(places, np.bincount(inverse, w * y) / weight, weight)
        return cls(tuple((place, height) for place, height, _ in pools))

    def to_json(self) -> list[list[float]]:
        return [list(knot) for knot in self.knots]

    @classmethod
    def from_json(cls, data: Sequence[Sequence[float]]) -> "Isotonic":
        return cls(tuple((float(x), float(y)) for x, y in data))


def _unzip(knots: Sequence[tuple[float, float]]) -> tuple[Array, Array]:
    both = np.asarray(knots, np.float64)
    return both[:, 0], both[:, 1]


def _pool(places: Array, heights: Array, weights: Array) -> list[tuple[float, float, float]]:
    pools: list[tuple[float, float, float]] = []
    for pool in zip(places.tolist(), heights.tolist(), weights.tolist(), strict=True):
        while pools and pools[-1][1] >= pool[1]:
            left = pools.pop()
            weight = left[2] + pool[2]
            place, height = ((left[i] * left[2] + pool[i] * pool[2]) / weight for i in (0, 1))
            pool = place, height, weight
        pools.append(pool)
    return pools


@dataclass(frozen=True, slots=True)
class PerspectiveMap:
    """Carries our scores over to Perspective's scale, attribute by attribute: a `core.ScaleMap`.

    Each curve rises strictly from (0, 0) to (1, 1), so rankings stay and every threshold has an inverse.
    An attribute without a curve is passed on unchanged.
    """

    curves: Mapping[Attribute, Isotonic]

    def apply(self, attribute: Attribute, scores: Sequence[float]) -> list[float]:
        curve = self.curves.get(attribute)
        return [float(score) for score in (curve.apply(scores) if curve else scores)]

    def invert(self, attribute: Attribute, scores: Sequence[float]) -> list[float]:
        """Our score for each of Perspective's."""
        curve = self.curves.get(attribute)
        if curve is None:
            return [float(score) for score in scores]
        ours, theirs = _unzip(curve.knots)
        return [float(score) for score in np.interp(np.asarray(scores, np.float64), theirs, ours)]

    @classmethod
    def fit(
        cls, ours: Mapping[Attribute, ArrayLike], theirs: Mapping[Attribute, ArrayLike], *, knots: int = 40
    ) -> "PerspectiveMap":
        """Curves that link equal ranks (`link_ranks`) on texts that both have scored."""
        return cls({name: link_ranks(ours[name], theirs[name], knots=knots) for name in ours})

    def to_json(self) -> dict[str, list[list[float]]]:
        return {str(attribute): curve.to_json() for attribute, curve in self.curves.items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "PerspectiveMap":
        return cls({Attribute(name): Isotonic.from_json(knots) for name, knots in data.items()})


def link_ranks(ours: ArrayLike, theirs: ArrayLike, *, knots: int = 40) -> Isotonic:
    """The curve on which a score meets the other scale's score of the same rank (equipercentile linking).

    As many texts lie over a threshold after the translation as before, which a regression does not keep: it
    draws high scores towards the mean. Quantiles are taken evenly over the logit of the rank, so that both
    ends are well covered; the ends are fixed at (0, 0) and (1, 1). Undefined for fewer than two texts.
    Source: Kolen and Brennan 2014, chapter 2.
    """
    x, y = np.asarray(ours, np.float64), np.asarray(theirs, np.float64)
    if len(x) < 2 or len(y) < 2:
        raise ValueError("linking two scales needs at least two texts scored on both")
    reach = float(np.log(2.0 * min(len(x), len(y))))
    ranks = sigmoid(np.linspace(-reach, reach, knots))
    return _tie_ends(np.quantile(x, ranks), np.quantile(y, ranks))


def _tie_ends(ours: Array, theirs: Array, *, least_rise: float = 1e-6) -> Isotonic:
    knots = [(0.0, 0.0)]
    for x, y in zip(ours.tolist(), theirs.tolist(), strict=True):
        inside = x < 1 - least_rise and y < 1 - least_rise
        if inside and x > knots[-1][0] + least_rise and y > knots[-1][1] + least_rise:
            knots.append((x, y))
    return Isotonic((*knots, (1.0, 1.0)))
