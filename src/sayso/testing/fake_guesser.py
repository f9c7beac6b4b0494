"""A masked-word model whose guesses a test writes down."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sayso.core import Blank


@dataclass(frozen=True)
class FakeOdds:
    """`weights` by word, likeliest first; every other wording reads as well as `floor`."""

    weights: Mapping[str, float]
    floor: float = 0.1

    def find_likeliest(self, count: int) -> list[str]:
        return sorted(self.weights, key=lambda word: -self.weights[word])[:count]

    def weigh(self, wording: str) -> float:
        return self.weights.get(wording.lower(), self.floor)


class FakeGuesser:
    """Guesses the same words for every place. `asked` keeps the blanks it was given."""

    name = "guesser.v1"

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self._odds = FakeOdds(weights or {})
        self.asked: list[Blank] = []

    def guess(self, blanks: Sequence[Blank]) -> list[list[FakeOdds]]:
        self.asked += blanks
        return [[self._odds] * len(blank.spans) for blank in blanks]
