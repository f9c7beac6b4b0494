"""Which words of a text are permitted so far."""

from collections.abc import Iterable, Sequence

from sayso.core import Span
from sayso.deciding.spelling import Token, spell_word
from sayso.text import Word


class PermittedWords:
    """A word is permitted once all its parts are covered: to permit "gay" does not permit "gay-bashing"."""

    def __init__(self, text: str, words: Sequence[Word]) -> None:
        self._words = words
        self._parts: list[list[Span]] | None = None
        self._covered = bytearray(len(text))
        self._open = bytearray(len(text))
        self.permitted: frozenset[int] = frozenset()

    def cover(self, spans: Iterable[Span]) -> bool:
        """Takes in what terms were found in; whether that permits any more words."""
        spans = list(spans)
        for span in spans:
            _fill(self._covered, span)
        if not spans:
            return False
        before, self.permitted = self.permitted, self._find_permitted()
        self._open = bytearray(len(self._open))
        for index, word in enumerate(self._words):
            if index not in self.permitted:
                _fill(self._open, word.span)
        return self.permitted != before

    def is_open(self, token: Token) -> bool:
        """Whether it is, or is part of, a word that is not permitted."""
        return any(self._open[token.span.begin : token.span.end])

    def _find_permitted(self) -> frozenset[int]:
        if self._parts is None:
            self._parts = [spell_word(word) for word in self._words]
        return frozenset(
            index
            for index, parts in enumerate(self._parts)
            if all(all(self._covered[part.begin : part.end]) for part in parts)
        )


def _fill(letters: bytearray, span: Span) -> None:
    letters[span.begin : span.end] = b"\x01" * len(span)
