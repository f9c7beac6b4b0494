"""A folded text and the way back from it to the original."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sayso.core import Span


class Edit(NamedTuple):
    """Put `replacement` in place of `[begin, end)`, which may not be empty."""

    begin: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class Folded:
    """A text with disguises undone, each character knowing the stretch of the original it came from.

    `begins[i]` and `ends[i]` bound what became `text[i]`. `repr` leaves the text out.
    """

    text: str = field(repr=False)
    begins: Sequence[int] = field(repr=False)
    ends: Sequence[int] = field(repr=False)

    @classmethod
    def unchanged(cls, text: str) -> "Folded":
        """The text as it stands; `range` serves as the map, so this costs nothing."""
        return cls(text, range(len(text)), range(1, len(text) + 1))

    def original_span(self, begin: int, end: int) -> Span:
        """The stretch of the original, in code points, that `text[begin:end]` came from.

        Whatever was dropped in between lies inside. Not empty, unless `begin == end`.
        """
        if not 0 <= begin <= end <= len(self.text):
            raise ValueError(f"[{begin}, {end}) does not lie in a folded text of {len(self.text)} characters")
        if begin == end:
            place = self.begins[begin] if begin < len(self.text) else max(self.ends, default=0)
            return Span(place, place)
        # Smallest and largest, not first and last: text under a direction override was turned round.
        return Span(min(self.begins[begin:end]), max(self.ends[begin:end]))

    def replace_text(self, text: str) -> "Folded":
        """The same map under another text of the same length."""
        return self if text == self.text else Folded(text, self.begins, self.ends)

    def edit(self, edits: Iterable[Edit]) -> "Folded":
        """The text with `edits` made, which are in order and do not overlap.

        A replacement as long as what it replaces maps character by character; any other maps each
        of its characters to the whole stretch.
        """
        edits = [edit for edit in edits if self.text[edit.begin : edit.end] != edit.replacement]
        if not edits:
            return self
        copy = _Copy(self)
        for edit in edits:
            copy.take_until(edit.begin)
            copy.take_edit(edit)
        copy.take_until(len(self.text))
        return Folded("".join(copy.pieces), copy.begins, copy.ends)


class _Copy:
    """What `edit` has put together so far."""

    def __init__(self, source: Folded) -> None:
        self.source = source
        self.done = 0
        self.pieces: list[str] = []
        self.begins: list[int] = []
        self.ends: list[int] = []

    def take_until(self, index: int) -> None:
        self.pieces.append(self.source.text[self.done : index])
        self.begins.extend(self.source.begins[self.done : index])
        self.ends.extend(self.source.ends[self.done : index])
        self.done = index

    def take_edit(self, edit: Edit) -> None:
        begins = self.source.begins[edit.begin : edit.end]
        ends = self.source.ends[edit.begin : edit.end]
        length = len(edit.replacement)
        if length != len(begins):
            begins, ends = [min(begins)] * length, [max(ends)] * length
        self.pieces.append(edit.replacement)
        self.begins.extend(begins)
        self.ends.extend(ends)
        self.done = edit.end
