"""Offsets in UTF-16 units, as JavaScript and Perspective count them."""

import re
from bisect import bisect_left

from sayso.core import Span
from sayso.core.errors import BadInput

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def utf16_length(text: str) -> int:
    """How many UTF-16 units `text` takes; a lone surrogate takes one."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Utf16Offsets:
    """From code points to UTF-16 units of one text.

    One pass over the text when made, and none at all if it is ASCII; then each question costs a
    binary search among the characters that take two units. Two lone surrogates that happen to
    stand side by side stay two characters of one unit each.
    """

    __slots__ = ("_length", "_pairs")

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._pairs = [] if text.isascii() else [match.start() for match in _ASTRAL.finditer(text)]

    def to_utf16(self, code_point_index: int) -> int:
        """The UTF-16 offset of a code point offset."""
        if not 0 <= code_point_index <= self._length:
            raise BadInput(
                f"Offset {code_point_index} lies outside the text."
                f" Accepted: 0 to {self._length} code points.",
                hint="Count offsets in the text exactly as it was sent.",
            )
        return code_point_index + bisect_left(self._pairs, code_point_index)

    def span(self, span: Span) -> Span:
        """A span in code points, as a span in UTF-16 units."""
        return Span(self.to_utf16(span.begin), self.to_utf16(span.end))
