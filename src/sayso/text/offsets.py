"""Offsets in UTF-16 units, as JavaScript and Perspective count them, and back to code points."""

import re
from bisect import bisect_left, bisect_right

from sayso.core import Span
from sayso.core.errors import BadInput

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def utf16_length(text: str) -> int:
    """How many UTF-16 units `text` takes; a lone surrogate takes one."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Utf16Offsets:
    """Both ways between code points and UTF-16 units of one text.

    One pass over the text when made, and none at all if it is ASCII; then each question costs a
    binary search among the characters that take two units. Two lone surrogates that happen to
    stand side by side stay two characters of one unit each, so every offset maps back to itself.
    """

    __slots__ = ("_length", "_pair_ends", "_pairs")

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._pairs = [] if text.isascii() else [match.start() for match in _ASTRAL.finditer(text)]
        self._pair_ends = [index + number + 2 for number, index in enumerate(self._pairs)]

    def to_utf16(self, code_point_index: int) -> int:
        """The UTF-16 offset of a code point offset."""
        self._check(code_point_index, self._length, "code points")
        return code_point_index + bisect_left(self._pairs, code_point_index)

    def from_utf16(self, unit_index: int) -> int:
        """The code point offset of a UTF-16 offset; inside a pair, that of the pair's character."""
        self._check(unit_index, self._length + len(self._pairs), "UTF-16 units")
        before = bisect_right(self._pair_ends, unit_index)
        inside = before < len(self._pairs) and unit_index == self._pair_ends[before] - 1
        return unit_index - before - inside

    def span(self, span: Span) -> Span:
        """A span in code points, as a span in UTF-16 units."""
        return Span(self.to_utf16(span.begin), self.to_utf16(span.end))

    @staticmethod
    def _check(index: int, length: int, unit: str) -> None:
        if not 0 <= index <= length:
            raise BadInput(
                f"Offset {index} lies outside the text. Accepted: 0 to {length} {unit}.",
                hint="Count offsets in the text exactly as it was sent.",
            )
