"""The curve behind a calibration error: what was said, and what came true."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from sayso.stats.intervals import Interval, wilson_interval


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Texts with neighbouring scores: how many, their mean score, and the share of positives among them."""

    texts: int
    mean_score: float
    positives: Interval


def reliability_bins(labels: ArrayLike, scores: ArrayLike, *, bins: int = 15) -> tuple[ReliabilityBin, ...]:
    """Bins that hold equally many texts, lowest scores first: the same that the calibration error is made of.

    Labels are 0 or 1. Scores are calibrated where each bin's share of positives is its mean score. Fewer
    bins come back where there are fewer texts than bins, none without texts.

    >>> [one.mean_score for one in reliability_bins([0, 1], [0.25, 0.75], bins=2)]
    [0.25, 0.75]
    """
    truth, guess = np.asarray(labels, np.float64), np.asarray(scores, np.float64)
    order = np.argsort(guess, kind="stable")
    return tuple(
        ReliabilityBin(
            len(part), float(guess[part].mean()), wilson_interval(int(truth[part].sum()), len(part))
        )
        for part in np.array_split(order, bins)
        if len(part)
    )


def expected_calibration_error(
    labels: ArrayLike, scores: ArrayLike, *, bins: int = 15, equal: Literal["mass", "width"] = "mass"
) -> float:
    """Mean distance between score and share of positives, over bins of equally many texts or of equal width.

    Formula: sum over bins b of (n_b / n) |mean label in b - mean score in b|, the texts sorted by score
    and cut into `bins` parts (mass), or 0 to 1 cut into as many (width). Range 0 to 1, lower is better, 0
    means that each bin's mean score is its share of positives. Labels may be shares between 0 and 1.
    Undefined (`nan`) without texts.
    Source: Nguyen and O'Connor 2015 (equal mass); Guo et al. 2017 (equal width).

    >>> expected_calibration_error([0, 0, 1, 1], [0.25, 0.25, 0.75, 0.75], bins=2)
    0.25
    """
    truth, guess = np.asarray(labels, np.float64), np.asarray(scores, np.float64)
    if not len(guess):
        return float("nan")
    order = np.argsort(guess, kind="stable")
    ends = np.searchsorted(guess[order], np.arange(1, bins) / bins, side="right")
    cut = np.array_split(order, bins) if equal == "mass" else np.split(order, ends)
    parts = [part for part in cut if len(part)]
    gaps = [len(part) * abs(float(truth[part].mean() - guess[part].mean())) for part in parts]
    return sum(gaps) / len(guess)
