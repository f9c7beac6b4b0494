"""Where a number would lie with other texts of the same kind."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan, nan, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the ends of its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return "–" if isnan(self.value) else f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


def bootstrap_interval(
    statistic: Callable[..., float], *arrays: Array, resamples: int = 200, level: float = 0.95, seed: int = 0
) -> Interval:
    """The statistic with its percentile bootstrap interval (Efron 1979), rows drawn with replacement.

    Resamples in which the statistic is undefined are left out; with none left the ends are `nan`.
    The same seed gives the same interval.

    >>> bootstrap_interval(lambda a: float(a.mean()), np.ones(10)).low
    1.0
    """
    value = statistic(*arrays)
    count = len(arrays[0])
    if not count:
        return Interval(value, nan, nan)
    generator = np.random.default_rng(seed)
    draws = (generator.integers(0, count, count) for _ in range(resamples))
    found = [statistic(*(array[rows] for array in arrays)) for rows in draws]
    defined = [one for one in found if not isnan(one)]
    if not defined:
        return Interval(value, nan, nan)
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return Interval(value, float(low), float(high))


def wilson_interval(hits: int, count: int, *, level: float = 0.95) -> Interval:
    """A share with its score interval (Wilson 1927), which stays inside 0 to 1 for rare events too.

    Formula: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n). Undefined (`nan`) with nothing counted.

    >>> round(wilson_interval(0, 100).high, 3)
    0.037
    """
    if not count:
        return Interval(nan, nan, nan)
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = hits / count
    middle = share + z * z / (2 * count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return Interval(share, max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))
