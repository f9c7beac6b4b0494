"""Rows that came in clusters, such as sentences of one template: they resemble each other."""

from collections.abc import Sequence
from math import nan

import numpy as np
from numpy.typing import NDArray

from sayso.stats.intervals import Interval, wilson_interval
from sayso.stats.resampling import Bootstrap, divide_sums

Array = NDArray[np.float64]


def sum_clusters(clusters: Sequence[str], *columns: Array) -> list[Array]:
    """Each column summed within the clusters, these in the order of their names.

    >>> [list(map(float, one)) for one in sum_clusters(["b", "a", "b"], np.array([1.0, 2.0, 3.0]))]
    [[2.0, 4.0]]
    """
    _, where = np.unique(np.asarray(clusters, np.str_), return_inverse=True)
    return [np.bincount(where, column).astype(np.float64) for column in columns]


def cluster_mean(values: Array, clusters: Sequence[str], *, bootstrap: Bootstrap) -> Interval:
    """The mean over all rows, and an interval for which whole clusters are redrawn.

    Formula: sum of values / number of rows. Rows of a cluster are right or wrong together, so redrawing rows
    would give an interval far too narrow. Undefined (`nan`) without rows.
    Source: Field and Welsh 2007 (cluster bootstrap).
    """
    if not len(values):
        return Interval(nan, nan, nan)
    return bootstrap.interval(divide_sums, *sum_clusters(clusters, values, np.ones_like(values)))


def cluster_share(hits: Array, clusters: Sequence[str], *, bootstrap: Bootstrap) -> Interval:
    """The share of hits (0 or 1 each), as `cluster_mean` gives it. Range 0 to 1.

    Where no row is a hit, or every one, redrawing shows nothing: then the interval is Wilson's for as many
    rows as there are clusters, which is on the wide side.

    >>> round(cluster_share(np.zeros(6), ["a", "b"] * 3, bootstrap=Bootstrap()).high, 3)
    0.658
    """
    found = cluster_mean(hits, clusters, bootstrap=bootstrap)
    if found.value not in (0.0, 1.0):
        return found
    count = len(set(clusters))
    return wilson_interval(round(found.value) * count, count)
