"""Value-sensitive rejection (Lammerts 2022): from which confidence on the machine decides alone.

A prediction with confidence `c` in its own class is accepted from a threshold τ on, else handed to a person.

    V(τ) = Σ (V_p - V_r) · F_p(τ)  +  Σ (V_r - V_p) · F^r_p(τ)        the thesis's metric
    M(τ) = Σ V_p · F_p(τ)  +  V_r · share rejected                    the mean value of a post

with p over the four types of outcome and F_p, F^r_p the shares of all predictions that are of type p and
accepted, rejected. V = 2M - M(0) - V_r, so both have their highest point at the same τ. V of rejecting all is
-V(0): that V is positive somewhere says nothing. Rejection is of benefit where M(τ) > max(M(0), V_r).

Worked example, values 18.15, 36.32, -16.69, -28.08, rejection -4.82, and six predictions:

    c .95 toxic, right (tp)     margin  22.97        τ   .55   .65   .70   .80   .90   .95   none
    c .90 harmless, right (tn)  margin  41.14        V  9.71 13.67  -.05  7.71 11.66 -2.05  -9.71
    c .80 toxic, wrong (fp)     margin -11.87
    c .70 harmless, wrong (fn)  margin -23.26        V(.65): five accepted, one rejected,
    c .65 harmless, right (tn)  margin  41.14        (22.97 + 41.14 - 11.87 - 23.26 + 41.14 + 11.87) / 6
    c .55 toxic, wrong (fp)     margin -11.87        = 13.665
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sayso.core.errors import BadInput
from sayso.deciding.values import TYPES, Values

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]
LOWEST = 0.5
"""The confidence of the likelier of two classes is never lower, so from here on everything is accepted."""


@dataclass(frozen=True, slots=True)
class Predictions:
    """What was predicted with what confidence, and what was right; in any order."""

    confidence: Array
    predicted: Bools
    actual: Bools

    def __post_init__(self) -> None:
        if not len(self.confidence) == len(self.predicted) == len(self.actual):
            raise BadInput("Confidences, predictions and truths differ in number.")
        if not len(self.confidence):
            raise BadInput("There are no predictions.", hint="Give a file with at least one row.")
        bad = np.flatnonzero(~((self.confidence >= LOWEST) & (self.confidence <= 1)))
        if len(bad):
            raise BadInput(
                f"Row {bad[0] + 1}: the confidence {self.confidence[bad[0]]:g} is not between 0.5 and 1.",
                hint="It is that of the predicted class. For a score s of being toxic: max(s, 1 - s).",
            )

    def __len__(self) -> int:
        return len(self.confidence)

    @property
    def types(self) -> NDArray[np.int8]:
        """Each prediction's place in `TYPES`."""
        right = self.predicted == self.actual
        return np.where(right, np.where(self.predicted, 0, 1), np.where(self.predicted, 2, 3)).astype(np.int8)

    def take(self, rows: NDArray[np.int64] | Bools) -> "Predictions":
        return Predictions(self.confidence[rows], self.predicted[rows], self.actual[rows])


@dataclass(frozen=True, slots=True)
class Curve:
    """V and M at every threshold that makes a difference, from "accept all" to "reject all"."""

    thresholds: Array
    """Ascending. The last is 1 and stands for rejecting all, a confidence of 1 too."""
    value: Array
    mean_value: Array
    rejection_rate: Array

    @property
    def best(self) -> int:
        """The place of τ_O; of several the lowest."""
        top = self.value.max()
        return int(np.argmax(self.value >= top - 1e-12 * max(1.0, abs(float(top)))))


def draw_curve(predictions: Predictions, values: Values, weights: Array | None = None) -> Curve:
    """The empirical curve: sorted once, then cumulative sums. O(N log N).

    `weights` count a prediction more than once, or less, as a sample drawn with known odds needs.
    """
    order = np.argsort(predictions.confidence, kind="stable")
    confidence = predictions.confidence[order]
    weight = np.ones(len(order)) if weights is None else weights[order]
    margins = np.array([values.margin(kind) for kind in TYPES])[predictions.types[order]] * weight
    return sum_up(confidence, margins, weight, values.rejection)


def sum_up(confidence: Array, margins: Array, weight: Array, rejection: float) -> Curve:
    """The curve of predictions sorted by confidence, with their weighted margins."""
    starts = np.flatnonzero(np.r_[True, confidence[1:] != confidence[:-1]])
    # Below a threshold lies what is rejected: nothing at the first place, all at the last.
    below = np.r_[0.0, np.cumsum(margins)][np.r_[starts, len(margins)]]
    light = np.r_[0.0, np.cumsum(weight)][np.r_[starts, len(weight)]]
    whole, total = float(below[-1]), float(light[-1])
    thresholds = np.r_[confidence[starts], 1.0]
    thresholds[0] = LOWEST
    return Curve(
        thresholds,
        (whole - 2 * below) / total,
        (whole - below) / total + rejection,
        light / total,
    )


@dataclass(frozen=True, slots=True)
class Side:
    """The threshold of one predicted class, and what that class adds to V."""

    tau: float
    reject_all: bool
    value: float


@dataclass(frozen=True, slots=True)
class Rejection:
    """τ_O and what it brings."""

    tau: float
    reject_all: bool
    value: float
    value_accept_all: float
    value_reject_all: float
    mean_value: float
    mean_value_accept_all: float
    beneficial: bool
    """Worth more than deciding all by machine and than asking a person about all."""
    accuracy_accepted: float
    """`nan` where nothing is accepted."""
    rejection_rate: float
    toxic: Side
    harmless: Side
    counts: Mapping[str, Mapping[str, int]]


def fit_rejection(predictions: Predictions, values: Values) -> Rejection:
    """The best single threshold, and the best one for each predicted class."""
    curve = draw_curve(predictions, values)
    best = curve.best
    reject_all = best == len(curve.thresholds) - 1
    return apply_threshold(
        predictions,
        values,
        float(curve.thresholds[best]),
        reject_all=reject_all,
        sides=(
            fit_side(predictions, values, predicted=True),
            fit_side(predictions, values, predicted=False),
        ),
    )


def fit_side(predictions: Predictions, values: Values, *, predicted: bool) -> Side:
    """V splits by predicted class, so each class has a search of its own; together never worse than one."""
    own = predictions.predicted == predicted
    if not own.any():
        return Side(LOWEST, False, 0.0)
    curve = draw_curve(predictions.take(own), values)
    best = curve.best
    share = float(own.mean())
    return Side(
        float(curve.thresholds[best]), best == len(curve.thresholds) - 1, float(curve.value[best]) * share
    )


def apply_threshold(
    predictions: Predictions, values: Values, tau: float, *, reject_all: bool, sides: tuple[Side, Side]
) -> Rejection:
    """What a threshold brings on these predictions, which need not be those that it was found on."""
    accepted = (predictions.confidence >= tau) & (not reject_all)
    types = predictions.types
    margins = np.array([values.margin(kind) for kind in TYPES])[types]
    whole, kept = float(margins.mean()), float((margins * accepted).mean())
    right = (predictions.predicted == predictions.actual)[accepted]
    mean_value, accept_all = kept + values.rejection, whole + values.rejection
    return Rejection(
        tau=tau,
        reject_all=reject_all,
        value=2 * kept - whole,
        value_accept_all=whole,
        value_reject_all=-whole,
        mean_value=mean_value,
        mean_value_accept_all=accept_all,
        beneficial=mean_value > max(accept_all, values.rejection) + 1e-12,
        accuracy_accepted=float(right.mean()) if len(right) else float("nan"),
        rejection_rate=float(1 - accepted.mean()),
        toxic=sides[0],
        harmless=sides[1],
        counts={
            name: {kind: int((types[rows] == place).sum()) for place, kind in enumerate(TYPES)}
            for name, rows in (("accepted", accepted), ("rejected", ~accepted))
        },
    )
