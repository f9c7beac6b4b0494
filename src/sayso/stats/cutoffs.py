"""Where to cut a column of weights."""

from math import nan

import numpy as np
from numpy.typing import ArrayLike


def match_cut(cut: float, weights: ArrayLike, others: ArrayLike) -> float:
    """The cut that leaves as large a share of the `others` below it as `cut` leaves of the `weights`.

    Formula: Q(P(cut)), P the share of weights at or below the cut, Q the quantile of the others. So methods
    with different ranges flag equally many words. Undefined (`nan`) without weights on either side.
    Source: Wright et al. 2021 (RECAST), section 4.2.

    >>> match_cut(0.2, [0.1, 0.2, 0.3, 0.4], [1, 2, 3, 4, 5])
    3.0
    """
    mine, theirs = np.asarray(weights, np.float64), np.asarray(others, np.float64)
    if not len(mine) or not len(theirs):
        return nan
    return float(np.quantile(theirs, float((mine <= cut).mean())))


def find_best_cut(labels: ArrayLike, weights: ArrayLike) -> tuple[float, float]:
    """The highest F1 that any cut gives, and that cut: what weighs more counts as marked.

    Of several cuts with the same F1 the highest. (`nan`, `nan`) without a positive.

    >>> find_best_cut([1, 0, 1], [0.9, 0.1, 0.5])
    (1.0, 0.1)
    """
    truth, guess = np.asarray(labels, np.float64), np.asarray(weights, np.float64)
    positives = float(truth.sum())
    if not positives:
        return nan, nan
    order = np.argsort(-guess, kind="stable")
    ranked = guess[order]
    # Marked are all down to a place after which the weight falls; the cut is the weight that comes next.
    below = np.append(ranked[1:], -np.inf)
    places = np.flatnonzero(ranked > below)
    scores = 2 * np.cumsum(truth[order])[places] / (places + 1 + positives)
    best = int(np.argmax(scores))
    return float(scores[best]), float(below[places[best]])
