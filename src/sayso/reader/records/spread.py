"""How a number lies over conversations."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan, nan


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean, standard deviation (n - 1) and median. All are `nan` without values, the deviation with one too.

    >>> Spread.of([1, 2, 6])
    Spread(mean=3.0, deviation=2.6457513110645907, median=2.0, count=3)
    """

    mean: float
    deviation: float
    median: float
    count: int

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """Of the values that are defined."""
        defined = [float(value) for value in values if not isnan(value)]
        if not defined:
            return cls(nan, nan, nan, 0)
        deviation = statistics.stdev(defined) if len(defined) > 1 else nan
        return cls(statistics.fmean(defined), deviation, statistics.median(defined), len(defined))
