"""Who is asked: for alternatives, for likeness of meaning, for how well a text reads."""

from collections.abc import Sequence
from typing import Protocol

from sayso.core import Draft, Span


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
