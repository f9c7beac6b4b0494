"""Who is asked: for alternatives, for likeness of meaning, for how well a text reads."""

from collections.abc import Sequence
from typing import Protocol

from sayso.core import Blank, Draft, Span, WordGuesser
from sayso.text.words import split_words


class Adviser(Protocol):
    """Reads a draft and finds other words for it."""

    def read(self, text: str, *, selection: Span | None = None, alternatives: bool = True) -> Draft: ...


class Embedder(Protocol):
    """Puts texts into a space in which those that mean the same lie in the same direction."""

    @property
    def name(self) -> str: ...

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """A vector for each text, in order."""
        ...


class LanguageModel(Protocol):
    """Knows how a language reads."""

    @property
    def name(self) -> str: ...

    def weigh(self, texts: Sequence[str]) -> Sequence[float]:
        """How well each text reads, 0 to 1, higher is better."""
        ...


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
