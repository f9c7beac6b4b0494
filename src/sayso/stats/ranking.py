"""How well scores put one kind of text above another."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def auc(labels: ArrayLike, scores: ArrayLike) -> float:
    """Area under the ROC curve: the chance that a positive scores above a negative, ties counting half.

    Formula: (R - p(p+1)/2) / (p n) with R the sum of the positives' mid-ranks among p positives and n
    negatives (Mann-Whitney). Range 0 to 1, higher is better; 0.5 is what chance gives, 0 means every
    positive lies below every negative. Undefined (`nan`) without a positive or without a negative.

    >>> auc([0, 1, 0, 1], [0.1, 0.9, 0.8, 0.8])
    0.875
    """
    positive = np.asarray(labels, np.bool_)
    ranks = mid_ranks(np.asarray(scores, np.float64))
    positives, negatives = int(positive.sum()), int((~positive).sum())
    if not positives or not negatives:
        return float("nan")
    excess = float(ranks[positive].sum()) - positives * (positives + 1) / 2
    return excess / (positives * negatives)


def mid_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1; equal values share the mean of their ranks.

    >>> [float(rank) for rank in mid_ranks(np.array([5.0, 1.0, 5.0]))]
    [2.5, 1.0, 2.5]
    """
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[inverse]
