"""The tokens of any masked model, and the words that an author would know them by.

A cased model has a token for *Cat* and one for *cat*, and byte-level ones mark the space before a word: all
tokens that are the same word in lower case count as one, as likely as the likeliest of them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
BYTE_LEVEL, SENTENCE_PIECE = "Ġ", "▁"
"""How tokenizers mark a token that begins a word; others mark those that go on with one, by ##."""


class HubVocabulary:
    """A `WordTable`: first the words, then all tokens, of which pieces of words are made."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        places: dict[str, int] = tokenizer.get_vocab()
        self.size = 1 + max(places.values())
        marks = {token[:1] for token in places}
        self._mark = next((mark for mark in (BYTE_LEVEL, SENTENCE_PIECE) if mark in marks), "")
        self.lead = " " if self._mark == BYTE_LEVEL else ""
        """What must stand before a text for its first word to be a word like others."""
        written = {place: self._read(token, place) for token, place in places.items()}
        whole = {place: word for place, word in written.items() if word.isalpha() and len(word) > 1}
        names = sorted(set(whole.values()))
        self._words = {word: place for place, word in enumerate(names)}
        tokens = sorted(whole, key=lambda place: (self._words[whole[place]], place))
        groups = [self._words[whole[place]] for place in tokens]
        self._tokens = np.array(tokens, np.int64)
        self._starts = np.searchsorted(groups, np.arange(len(names)))
        self.words = [*names, *([""] * self.size)]
        self.is_whole = np.arange(len(self.words)) < len(names)

    def _read(self, token: str, place: int) -> str:
        if not self._mark:
            return token.lower()
        if not token.startswith(self._mark):
            return ""
        return str(self._tokenizer.decode([place])).strip().lower()

    def split(self, word: str) -> list[int]:
        """The place of a word, or those of its pieces."""
        place = self._words.get(word)
        if place is not None:
            return [place]
        ids: list[int] = self._tokenizer.encode(self.lead + word, add_special_tokens=False).ids
        return [len(self._words) + one for one in ids]

    def fold(self, logs: Array) -> Array:
        """Log-probabilities of tokens, [places, tokens], as those of words and tokens."""
        known = logs[:, : self.size]
        best = np.maximum.reduceat(known[:, self._tokens], self._starts, axis=1)
        return np.concatenate([best, known], axis=1)
