"""How far scores are from the share of positives among texts so scored."""

import numpy as np
from numpy.typing import ArrayLike


def expected_calibration_error(labels: ArrayLike, scores: ArrayLike, *, bins: int = 15) -> float:
    """Mean distance between score and share of positives, over bins that hold equally many texts.

    Formula: sum over bins b of (n_b / n) |mean label in b - mean score in b|, the texts sorted by score
    and cut into `bins` parts. Range 0 to 1, lower is better, 0 means that each bin's mean score is its
    share of positives. Labels may be shares between 0 and 1. Undefined (`nan`) without texts.
    Source: Nguyen and O'Connor 2015 (equal-mass bins); Guo et al. 2017 for the name.

    >>> expected_calibration_error([0, 0, 1, 1], [0.25, 0.25, 0.75, 0.75], bins=2)
    0.25
    """
    truth, guess = np.asarray(labels, np.float64), np.asarray(scores, np.float64)
    if not len(guess):
        return float("nan")
    order = np.argsort(guess, kind="stable")
    parts = [part for part in np.array_split(order, bins) if len(part)]
    gaps = [len(part) * abs(float(truth[part].mean() - guess[part].mean())) for part in parts]
    return sum(gaps) / len(guess)
