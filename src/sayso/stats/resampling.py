"""Intervals for several numbers at once, from the same redrawn rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from sayso.stats.intervals import Interval, wilson_interval

Array = NDArray[np.float64]
Statistic = Callable[..., float]


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Percentile intervals (Efron 1979): rows drawn with replacement, `resamples` times.

    The same seed gives the same intervals. Drawn rows stay in the order they had, so that rows sorted by
    score once need no sorting again.
    """

    resamples: int = 500
    level: float = 0.95
    seed: int = 0

    def interval(self, statistic: Statistic, *arrays: Array) -> Interval:
        """One statistic of the rows.

        >>> Bootstrap(resamples=10).interval(lambda a: float(a.mean()), np.ones(5)).high
        1.0
        """
        return self.intervals([statistic], *arrays)[0]

    def intervals(self, statistics: Sequence[Statistic], *arrays: Array) -> list[Interval]:
        """Each statistic's interval; resamples in which it is undefined (`nan`) are left out of it."""
        drawn: list[list[float]] = [[] for _ in statistics]
        count = len(arrays[0])
        generator = np.random.default_rng(self.seed)
        for _ in range(self.resamples if count else 0):
            times = np.bincount(generator.integers(0, count, count), minlength=count)
            rows = [np.repeat(array, times) for array in arrays]
            for statistic, found in zip(statistics, drawn, strict=True):
                found.append(statistic(*rows))
        return [
            self._enclose(statistic(*arrays), found)
            for statistic, found in zip(statistics, drawn, strict=True)
        ]

    def share(self, hits: Array, counts: Array) -> Interval:
        """The share of hits among all that was counted, rows redrawn whole.

        Formula: sum of hits / sum of counts. Where it is 0 or 1 redrawing shows nothing: then the interval is
        Wilson's for as many trials as there are rows with a count, which is on the wide side. Undefined
        (`nan`) where nothing was counted.

        >>> round(Bootstrap().share(np.zeros(6), np.ones(6)).high, 3)
        0.39
        """
        found = self.interval(divide_sums, hits, counts)
        if found.value not in (0.0, 1.0):
            return found
        rows = int((counts > 0).sum())
        return wilson_interval(round(found.value) * rows, rows, level=self.level)

    def _enclose(self, value: float, found: Sequence[float]) -> Interval:
        defined = [one for one in found if not isnan(one)]
        if isnan(value) or not defined:
            return Interval(value, nan, nan)
        low, high = np.quantile(defined, [(1 - self.level) / 2, (1 + self.level) / 2])
        return Interval(value, float(low), float(high))


def mean(values: Array) -> float:
    """Undefined (`nan`) without rows."""
    return float(values.mean()) if len(values) else nan


def divide_sums(hits: Array, counts: Array) -> float:
    """One sum over another; undefined where the other is 0."""
    total = float(counts.sum())
    return float(hits.sum()) / total if total else nan
