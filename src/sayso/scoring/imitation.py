"""What Perspective would answer, from the output of the encoder that learned its scores.

Our own scores say what readers would object to, and no curve turns them into Perspective's for every text: it
gave more to half sentences and to words that can hurt. The output that learned its scores is nearer, but of
talk without such a word it is unsure, and gives a third to a greeting. There the model's own scores decide
how much of it counts. How both were fitted: docs/decisions/0035.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sayso.core import Attribute
from sayso.scoring.calibration import PerspectiveMap

Array = NDArray[np.float64]
_WORD = re.compile(r"\w+")
FEWEST_WORDS = 3
"""One or two words have no context that could speak for them ("kys"): they are never held down."""


def _logit(scores: ArrayLike) -> Array:
    held = np.clip(np.asarray(scores, np.float64), 1e-6, 1 - 1e-6)
    return np.log(held / (1 - held))


@dataclass(frozen=True, slots=True)
class Gate:
    """Holds the answer under `ceiling` where no own score is over `low`; from `high` on it lets all through.

    Between them it opens in step with the logit of the highest own score.
    """

    low: float
    high: float
    ceiling: float = 0.19

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise ValueError(f"a gate opens between two scores, not from {self.low} to {self.high}")

    def hold(self, answers: Array, worst: Array) -> Array:
        """Rises with both: a higher answer or a higher own score never gives less."""
        begin, end = _logit([self.low, self.high])
        share = np.clip((_logit(worst) - begin) / (end - begin), 0, 1)
        return share * answers + (1 - share) * self.ceiling * np.tanh(answers / self.ceiling)


@dataclass(frozen=True, slots=True)
class Imitation:
    """Curves from the output to Perspective's scale, and the gate for texts without a charged word."""

    curves: PerspectiveMap
    gate: Gate | None = None

    def answer(
        self, outputs: Mapping[Attribute, ArrayLike], *, worst: ArrayLike, is_open: ArrayLike
    ) -> dict[Attribute, list[float]]:
        """On Perspective's scale. `outputs` are scores from 0 to 1, `worst` is the highest own score of each
        text, and `is_open` says which texts pass by the gate."""
        free, highest = np.asarray(is_open, bool), np.asarray(worst, np.float64)
        columns: dict[Attribute, list[float]] = {}
        for name, column in outputs.items():
            answers = np.asarray(self.curves.apply(name, np.asarray(column).tolist()), np.float64)
            if self.gate is not None:
                answers = np.where(free, answers, self.gate.hold(answers, highest))
            columns[name] = answers.tolist()
        return columns

    def to_json(self) -> dict[str, Any]:
        return {"curves": self.curves.to_json(), "gate": asdict(self.gate) if self.gate else None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Imitation":
        gate = data["gate"]
        return cls(PerspectiveMap.from_json(data["curves"]), Gate(**gate) if gate else None)


def find_open(texts: Sequence[str], charged: frozenset[str]) -> NDArray[np.bool_]:
    """Which texts pass by the gate: those with a charged word, and those of one or two words."""
    found = [_WORD.findall(text.lower()) for text in texts]
    return np.array([0 < len(words) < FEWEST_WORDS or not charged.isdisjoint(words) for words in found], bool)
