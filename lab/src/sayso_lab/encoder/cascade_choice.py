"""What the first scorer of a cascade may settle alone, within a stated disagreement with the second."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute
from sayso.scoring.encoder_file import SettledRange

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Columns = Mapping[Attribute, Array]
Limits = dict[Attribute, SettledRange]

MOST_DISAGREEMENT = 0.008
"""Of all texts, those that the first settles otherwise than the second would."""
ALARM = 0.5
NEVER = 2.0
"""No score reaches it."""
NOTHING = SettledRange(-1.0, NEVER)
LOWS = tuple(round(0.01 * step, 2) for step in range(51))
HIGHS = (*(round(0.5 + 0.05 * step, 2) for step in range(10)), 0.97, 0.98, 0.99, NEVER)
ROUNDS = 3


@dataclass(frozen=True)
class Settling:
    """Limits and what they mean: the share of texts settled, and of all texts the share settled otherwise."""

    limits: Limits
    settled: float
    disagreement: float

    def describe(self) -> dict[str, Any]:
        return {"settled": round(self.settled, 4), "disagreement": round(self.disagreement, 4)}


def find_disagreement(first: Columns, second: Columns) -> Flags:
    """Texts on which the two fall on different sides of 0.5 on any attribute both have."""
    both = sorted(first.keys() & second.keys())
    return np.any([(first[name] >= ALARM) != (second[name] >= ALARM) for name in both], axis=0)


def measure_settling(limits: Limits, first: Columns, differs: Flags) -> Settling:
    settled = np.ones(len(differs), bool)
    for name, one in limits.items():
        settled &= (first[name] <= one.low) | (first[name] >= one.high)
    return Settling(limits, float(settled.mean()), float((settled & differs).mean()))


def choose_limits(
    first: Columns, second: Columns, *, most_disagreement: float = MOST_DISAGREEMENT
) -> Settling:
    """The limits that settle most texts: from the best simple ones, each attribute's moved by itself."""
    differs = find_disagreement(first, second)
    names = sorted(first.keys() & second.keys())
    best = measure_settling(dict.fromkeys(names, NOTHING), first, differs)
    best = _take_best(best, _list_simple(names), first, differs, most_disagreement)
    for name in [*names] * ROUNDS:
        moved = ({**best.limits, name: one} for one in _list_ranges())
        best = _take_best(best, moved, first, differs, most_disagreement)
    return best


def _list_simple(names: Sequence[Attribute]) -> Iterator[Limits]:
    """The same limits for all attributes; limits for one alone, the others settled whatever they are."""
    free = dict.fromkeys(names, SettledRange(ALARM, ALARM))
    for one in _list_ranges():
        yield dict.fromkeys(names, one)
        yield from ({**free, name: one} for name in names)


def _list_ranges() -> Iterator[SettledRange]:
    return (SettledRange(low, high) for low in LOWS for high in HIGHS)


def _take_best(
    best: Settling, tried: Iterator[Limits], first: Columns, differs: Flags, most_disagreement: float
) -> Settling:
    for limits in tried:
        found = measure_settling(limits, first, differs)
        if found.disagreement <= most_disagreement and found.settled > best.settled:
            best = found
    return best
