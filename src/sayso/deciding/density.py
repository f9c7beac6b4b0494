"""The same curve from smooth densities of the four types, as the thesis draws it.

Each type's confidences get a Gaussian kernel density, times the type's share of all predictions. A Gaussian
spills over the ends, and what it spills counts neither as accepted nor as rejected: near 1, where most
confidences lie, that decides the thesis's optimum. Here the density is reflected at .5 and 1, so that
accepted and rejected add up; `as-published` leaves it as the thesis has it, with its grid and without the
types it drops for being small.

The band width is the one of highest leave-one-out likelihood, as statsmodels' `cv_ml`, but on confidences
sorted into bins: with a million predictions that library's way is out of reach.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sayso.deciding.rejection import LOWEST, Array, Curve, Predictions
from sayso.deciding.values import TYPES, Values

Form = Literal["reflected", "as-published"]
STEP = 0.001
THRESHOLDS = np.round(np.arange(LOWEST, 1 + STEP / 2, STEP), 3)
SMALL = 20
"""A type with no more predictions gets no density: its own steps instead or, as published, nothing."""
NARROWEST, WIDEST = STEP, 0.25


def draw_density_curve(predictions: Predictions, values: Values, *, form: Form = "reflected") -> Curve:
    """V and M at .500, .501 and so on; the last threshold rejects all (but for what spills, as published)."""
    types = predictions.types
    accepted = np.zeros((len(TYPES), len(THRESHOLDS)))
    rejected = np.zeros_like(accepted)
    for place in range(len(TYPES)):
        confidence = predictions.confidence[types == place]
        share = len(confidence) / len(predictions)
        over, under = split_mass(confidence, form=form)
        accepted[place], rejected[place] = over * share, under * share
    margins = np.array([values.margin(kind) for kind in TYPES])
    value = margins @ (accepted - rejected)
    return Curve(THRESHOLDS, value, margins @ accepted + values.rejection, rejected.sum(axis=0))


def split_mass(confidence: Array, *, form: Form) -> tuple[Array, Array]:
    """Of one type, the shares over and under each threshold."""
    if len(confidence) <= SMALL:
        if form == "as-published" or not len(confidence):
            return np.zeros(len(THRESHOLDS)), np.zeros(len(THRESHOLDS))
        under = np.searchsorted(np.sort(confidence), THRESHOLDS, side="left") / len(confidence)
        under[-1] = 1.0
        return 1 - under, under
    centres, weights = _sort_into_bins(confidence)
    width = find_width(centres, weights)
    if form == "as-published":
        inside = [_sum_kernels(centres, weights, width, at) for at in (0.0, 1.0)]
        below = np.array([_sum_kernels(centres, weights, width, at) for at in THRESHOLDS])
        return inside[1] - below, below - inside[0]
    below = np.array([_sum_reflected(centres, weights, width, at) for at in THRESHOLDS])
    below = (below - below[0]) / (below[-1] - below[0])
    return 1 - below, below


def find_width(centres: Array, weights: Array) -> float:
    """The width of highest leave-one-out likelihood, between one bin and a quarter, by golden section."""
    ratio = (np.sqrt(5) - 1) / 2
    low, high = np.log(NARROWEST), np.log(WIDEST)
    inner = [high - ratio * (high - low), low + ratio * (high - low)]
    found = [_leave_one_out(centres, weights, float(np.exp(at))) for at in inner]
    while high - low > 0.01:
        if found[0] >= found[1]:
            high, inner, found = inner[1], [0.0, inner[0]], [0.0, found[0]]
            inner[0] = high - ratio * (high - low)
            found[0] = _leave_one_out(centres, weights, float(np.exp(inner[0])))
        else:
            low, inner, found = inner[0], [inner[1], 0.0], [found[1], 0.0]
            inner[1] = low + ratio * (high - low)
            found[1] = _leave_one_out(centres, weights, float(np.exp(inner[1])))
    return float(np.exp((low + high) / 2))


def _sort_into_bins(confidence: Array) -> tuple[Array, Array]:
    counts, edges = np.histogram(confidence, bins=len(THRESHOLDS) - 1, range=(LOWEST, 1.0))
    used = counts > 0
    return ((edges[1:] + edges[:-1]) / 2)[used], counts[used].astype(np.float64)


def _leave_one_out(centres: Array, weights: Array, width: float) -> float:
    distances = (centres[:, None] - centres[None, :]) / width
    kernel: NDArray[np.float64] = np.exp(-0.5 * distances**2)
    others = kernel @ weights - 1
    return float(weights @ np.log(np.maximum(others, 1e-300) / width))


def _sum_kernels(centres: Array, weights: Array, width: float, at: float) -> float:
    return float(weights @ _normal_below((at - centres) / width) / weights.sum())


def _sum_reflected(centres: Array, weights: Array, width: float, at: float) -> float:
    """The mass under `at` of the density and of its mirror images at both ends."""
    mirrored = (centres, 2 * LOWEST - centres, 2 - centres)
    return sum(_sum_kernels(one, weights, width, at) for one in mirrored)


def _normal_below(values: Array) -> Array:
    """The normal distribution function, to 1.5e-7 (Abramowitz and Stegun 7.1.26): numpy has no erf."""
    x = np.abs(values) / np.sqrt(2)
    t = 1 / (1 + 0.3275911 * x)
    rest = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
    upper = 0.5 * rest * np.exp(-(x**2))
    return np.abs((values >= 0) - upper)
