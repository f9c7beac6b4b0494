"""How well a text reads, by a model that guesses hidden words."""

from collections.abc import Sequence

from sayso.core import Blank, WordGuesser
from sayso.text.words import split_words

MOST_WORDS = 60
"""Words of a text that are hidden one by one; sentences are shorter."""


class ContextReading:
    """Hides each word in turn: the mean of how well it fits there, 1 if it is the likeliest every time."""

    def __init__(self, guesser: WordGuesser) -> None:
        self._guesser = guesser
        self.name = guesser.name

    def weigh(self, texts: Sequence[str]) -> list[float]:
        return [self._weigh(text) for text in texts]

    def _weigh(self, text: str) -> float:
        words = split_words(text)[:MOST_WORDS]
        if not words:
            return 0.0
        odds = self._guesser.guess([Blank(text, (word.span,)) for word in words])
        fits = [found[0].weigh(word.text) for word, found in zip(words, odds, strict=True)]
        return sum(fits) / len(fits)
