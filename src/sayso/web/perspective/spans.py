"""Which stretches of a comment get a score of their own, in UTF-16 units as on the wire."""

from dataclasses import dataclass, field

from sayso.core import Span
from sayso.text.offsets import Utf16Offsets, utf16_length
from sayso.text.sentences import split_sentences


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the comment: its place in UTF-16 units and its content."""

    place: Span
    content: str = field(repr=False)


def cut_whole(text: str) -> list[Piece]:
    """The whole comment as its only piece."""
    return [Piece(Span(0, utf16_length(text)), text)]


def cut_sentences(text: str) -> list[Piece]:
    """A piece for each sentence; the whole comment where there is none to be found."""
    offsets = Utf16Offsets(text)
    pieces = [Piece(offsets.span(span), text[span.begin : span.end]) for span in split_sentences(text)]
    return pieces or cut_whole(text)
