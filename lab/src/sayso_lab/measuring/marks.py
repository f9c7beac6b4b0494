"""Words a scorer marked, as its evidence says."""

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from sayso.core import Evidence

Array = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class WordMarks:
    """Pieces of a text, in code points, and by how much each is over the cut (under it: below 0)."""

    begins: Places
    ends: Places
    over: Array

    def highest(self, begin: int, end: int) -> float:
        """The highest piece that touches `[begin, end)`; -inf if none does."""
        touched = (self.begins < end) & (self.ends > begin)
        return float(self.over[touched].max(initial=-inf))


def mark_evidence(evidence: Evidence, *, cut: float) -> WordMarks:
    return WordMarks(
        np.array([word.span.begin for word in evidence.words], np.int64),
        np.array([word.span.end for word in evidence.words], np.int64),
        np.array([word.weight - cut for word in evidence.words], np.float64),
    )
