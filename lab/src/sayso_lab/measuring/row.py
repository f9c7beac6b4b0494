"""One row of the table of aims."""

from dataclasses import dataclass
from math import isnan, nan
from typing import Any, Literal

from sayso.stats import Interval

Direction = Literal["at least", "at most"]
UNDEFINED = Interval(nan, nan, nan)


@dataclass(frozen=True, slots=True)
class Aim:
    """What a value should reach."""

    limit: float
    direction: Direction = "at least"

    def is_met(self, value: float) -> bool:
        return value >= self.limit if self.direction == "at least" else value <= self.limit


@dataclass(frozen=True, slots=True)
class AimRow:
    """What was measured, with its 95 % interval and the number of texts behind it.

    A row without a aim is there to be read beside the others; one without a value says in its note why.
    """

    what: str
    interval: Interval
    texts: int
    aim: Aim | None = None
    note: str = ""

    @property
    def is_met(self) -> bool | None:
        """None where there is no aim, or no value."""
        if self.aim is None or isnan(self.interval.value):
            return None
        return self.aim.is_met(self.interval.value)

    def to_json(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "value": round_number(self.interval.value),
            "low": round_number(self.interval.low),
            "high": round_number(self.interval.high),
            "n": self.texts,
            # The record in shipped files calls an aim a target.
            "target": self.aim.limit if self.aim else None,
            "direction": self.aim.direction if self.aim else None,
            "met": self.is_met,
            "note": self.note,
        }


def leave_out(what: str, why: str, *, aim: Aim | None = None) -> AimRow:
    """The row of a measure that could not be taken."""
    return AimRow(what, UNDEFINED, 0, aim, f"left out: {why}")


def round_number(value: float) -> float | None:
    """JSON has no word for a number that is none."""
    return None if isnan(value) else round(value, 4)
