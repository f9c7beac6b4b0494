"""One plain letter for each of the many ways to write it: a table from code point to code point.

The table is data and is kept in the weights file, because Unicode's own tables change between Python
versions and a score may depend on nothing but the text and the model version.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sayso.text.letters import plain_form

TABLE_SIZE = 0x20000
DROPPED = 0
SPACE = 32
MASK = ord("*")
_APOSTROPHES = frozenset("'`")
_SKIN_TONES = range(0x1F3FB, 0x1F400)


@dataclass(frozen=True)
class FoldTable:
    """`values[code]` is what a code point becomes: `DROPPED`, `SPACE` or another code point."""

    values: NDArray[np.uint32]
    letters: NDArray[np.bool_]

    @classmethod
    def build(cls) -> "FoldTable":
        """The table by this Python's Unicode data; takes about a second, so it is done once, in training."""
        return cls.from_values(_build_values())

    @classmethod
    def from_values(cls, values: NDArray[np.uint32]) -> "FoldTable":
        """The table with these values; a letter is whatever becomes a to z."""
        return cls(values, (values >= ord("a")) & (values <= ord("z")))

    def apply(self, codes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """The folded code points, one for one; those beyond the table all become spaces."""
        inside = codes < TABLE_SIZE
        if inside.all():
            return self.values.take(codes)
        return np.where(inside, self.values.take(np.where(inside, codes, 0)), np.uint32(SPACE))


@cache
def _build_values() -> NDArray[np.uint32]:
    return np.fromiter((_fold(chr(code)) for code in range(TABLE_SIZE)), np.uint32, TABLE_SIZE)


def _fold(char: str) -> int:
    plain = plain_form(char)
    if not plain or plain in _APOSTROPHES or ord(char) in _SKIN_TONES:
        return DROPPED
    return _classify(plain if len(plain) == 1 else char.lower()[0])


def _classify(char: str) -> int:
    """Letters, stars and pictures stay, digits are all one, what separates words is a space."""
    category = unicodedata.category(char)
    if category == "Nd":
        return ord("0")
    is_ascii_sign = char.isascii() and not char.isalpha()
    if char != "*" and (is_ascii_sign or category[0] in "ZPC"):
        return SPACE
    return ord(char)
