"""What right and wrong decisions are worth to a community, and what follows for deciding by machine."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite

from sayso.core.errors import BadInput

TYPES = ("tp", "tn", "fp", "fn")
"""True and false, positive and negative: what a prediction turned out to be."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that should hold of the values, and what it means in words if it does or does not."""

    name: str
    holds: bool
    meaning: str


@dataclass(frozen=True, slots=True)
class Values:
    """The worth of each outcome, all on one scale; only their differences to `rejection` count."""

    tp: float
    tn: float
    fp: float
    fn: float
    rejection: float

    def __post_init__(self) -> None:
        for name in (*TYPES, "rejection"):
            if not isfinite(getattr(self, name)):
                raise BadInput(
                    f"The value of {name!r} is not a number.", hint="Give all five values as numbers."
                )

    def margin(self, kind: str) -> float:
        """What accepting a prediction of this type gains over handing it to a person."""
        return getattr(self, kind) - self.rejection

    @property
    def calibrated_threshold_toxic(self) -> float:
        """From which confidence on "toxic" is worth deciding alone, if confidences are true shares."""
        return find_break_even(self.tp, self.fp, self.rejection)

    @property
    def calibrated_threshold_harmless(self) -> float:
        return find_break_even(self.tn, self.fn, self.rejection)

    def check_conditions(self) -> Iterator[Condition]:
        """Conditions 3.1 and 3.2 of the thesis, and the same of each type alone."""
        wrong = (self.fp + self.fn) / 2
        yield Condition(
            "3.1",
            wrong < self.rejection,
            "Asking a person is worth more than a wrong decision, on average."
            if wrong < self.rejection
            else "A wrong decision is worth as much as asking a person, so nothing speaks for asking.",
        )
        right = self.margin("tp") + self.margin("tn")
        yield Condition(
            "3.2a",
            right > 0,
            "Right decisions are worth more than asking a person."
            if right > 0
            else "Right decisions are worth no more than asking a person: the machine should decide nothing.",
        )
        errors = self.margin("fp") + self.margin("fn")
        yield Condition(
            "3.2b",
            errors < 0,
            "Wrong decisions are worth less than asking a person."
            if errors < 0
            else "Wrong decisions are worth no less than asking a person: all would be decided by machine.",
        )
        for kind, what in (("tp", "toxic texts found"), ("tn", "harmless texts let be")):
            if self.margin(kind) <= 0:
                yield Condition(kind, False, f"Even {what} are worth no more than asking a person.")
        for kind, what in (("fp", "false alarms"), ("fn", "toxic texts missed")):
            if self.margin(kind) >= 0:
                yield Condition(kind, False, f"By these values {what} are worth as much as asking.")


def find_break_even(right: float, wrong: float, rejection: float) -> float:
    """The share of right decisions at which deciding is worth as much as asking.

    `c · right + (1 - c) · wrong = rejection`. Above 1: never decide; below .5: always. Undefined (`inf`)
    where being right is worth no more than being wrong.

    >>> round(find_break_even(0, -16.69, -4.82), 4)
    0.7112
    """
    return (rejection - wrong) / (right - wrong) if right > wrong else float("inf")
