"""How well classes were told apart: F1, precision along the ranking, several classes at once."""

from collections.abc import Sequence
from itertools import combinations
from math import isnan, nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sayso.stats.ranking import auc


def f1_from_counts(hits: float, false_alarms: float, misses: float) -> float:
    """Harmonic mean of precision and recall: 2 hits / (2 hits + false alarms + misses).

    Range 0 to 1, higher is better, 0 means nothing was found. Undefined (`nan`) where there was nothing to
    find and nothing was claimed. Counts summed over all texts first give the micro-averaged F1.

    >>> f1_from_counts(2, 1, 1)
    0.6666666666666666
    """
    total = 2 * hits + false_alarms + misses
    return 2 * hits / total if total else nan


def macro_f1(labels: ArrayLike, guesses: ArrayLike) -> float:
    """Mean of the classes' F1, each class weighing the same however rare it is.

    Formula: (1/k) sum over classes c of 2 hits_c / (2 hits_c + false alarms_c + misses_c), over the classes
    that occur among labels or guesses. Range 0 to 1, higher is better, 0 means that no text got its class.
    Undefined (`nan`) without texts.

    >>> macro_f1([0, 0, 1, 1], [0, 0, 1, 0])
    0.7333333333333334
    """
    truth, guess = np.asarray(labels), np.asarray(guesses)
    if not len(truth):
        return nan
    return float(np.mean([_class_f1(truth == one, guess == one) for one in np.union1d(truth, guess)]))


def _class_f1(truth: NDArray[np.bool_], guess: NDArray[np.bool_]) -> float:
    hits = int((truth & guess).sum())
    return f1_from_counts(hits, int(guess.sum()) - hits, int(truth.sum()) - hits)


def average_precision(labels: ArrayLike, scores: ArrayLike) -> float:
    """Precision averaged over the positives, going down the ranking; equal scores are reached together.

    Formula: sum over thresholds t of (recall_t - recall_before_t) precision_t. Range 0 to 1, higher is
    better; guessing gives the share of positives. Undefined (`nan`) without a positive.

    >>> average_precision([1, 0, 1], [0.9, 0.8, 0.7])
    0.8333333333333333
    """
    truth, guess = np.asarray(labels, np.float64), np.asarray(scores, np.float64)
    positives = float(truth.sum())
    if not positives:
        return nan
    order = np.argsort(-guess, kind="stable")
    last_of_ties = np.append(np.diff(guess[order]) != 0, True)
    hits = np.cumsum(truth[order])[last_of_ties]
    reached = np.flatnonzero(last_of_ties) + 1
    return float(np.sum(np.diff(hits, prepend=0.0) / positives * hits / reached))


def pairwise_auc(labels: ArrayLike, columns: Sequence[ArrayLike]) -> float:
    """Area under the ROC curve for several classes: the mean over pairs of classes (Hand and Till 2001).

    `labels` are the places of the classes in `columns`, which hold a score per class. For a pair i, j:
    (A(i|j) + A(j|i)) / 2 with A(i|j) the chance that a text of class i scores higher on column i than one
    of class j. Range 0 to 1, higher is better, 0.5 is chance. Undefined (`nan`) with fewer than two classes
    present; a pair with an absent class is left out.

    >>> pairwise_auc([0, 1, 2], [[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]])
    1.0
    """
    truth = np.asarray(labels)
    scores = [np.asarray(column, np.float64) for column in columns]
    pairs = [_pair_auc(truth, scores, one, other) for one, other in combinations(range(len(scores)), 2)]
    defined = [value for value in pairs if not isnan(value)]
    return sum(defined) / len(defined) if defined else nan


def _pair_auc(truth: NDArray[np.int64], scores: list[NDArray[np.float64]], one: int, other: int) -> float:
    rows = (truth == one) | (truth == other)
    left = auc(truth[rows] == one, scores[one][rows])
    right = auc(truth[rows] == other, scores[other][rows])
    return (left + right) / 2
