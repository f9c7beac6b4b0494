"""How far two columns of numbers rise and fall together."""

from math import nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sayso.stats.ranking import mid_ranks


def pearson(left: ArrayLike, right: ArrayLike) -> float:
    """Linear correlation: the covariance over the product of both standard deviations.

    Range -1 to 1; 1 means one column is a rising straight line of the other, 0 that no straight line helps.
    Undefined (`nan`) with fewer than two numbers or where one column is constant. Source: Pearson 1896.

    >>> pearson([0, 1, 2], [1, 3, 5])
    1.0
    """
    x, y = _centre(left), _centre(right)
    size = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / size if size else nan


def spearman(left: ArrayLike, right: ArrayLike) -> float:
    """Correlation of the ranks, equal values sharing the mean of their ranks.

    Range -1 to 1; 1 means that both columns put the rows in the same order. Undefined (`nan`) where `pearson`
    is. Source: Spearman 1904.

    >>> spearman([0, 1, 10], [1, 2, 3])
    1.0
    """
    return pearson(mid_ranks(np.asarray(left, np.float64)), mid_ranks(np.asarray(right, np.float64)))


def _centre(values: ArrayLike) -> NDArray[np.float64]:
    column = np.asarray(values, np.float64)
    return column - column.mean() if len(column) else column
