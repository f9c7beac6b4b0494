"""A text with words hidden, as tokens: the same for every masked-word model."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sayso.core import Blank, Span
from sayso.scoring.graph import round_up

ROOM = 62
"""Tokens around a hidden word that are read: farther ones hardly change the guess."""
Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class MaskedRow:
    """Tokens of a text with some hidden, and the places of those."""

    ids: list[int]
    hidden: list[int]


def make_readable(text: str) -> str:
    """Tokenizers refuse halves of a character, which JSON can bring in; offsets stay as they are."""
    return text.encode(errors="replace").decode()


def hide_words(
    blank: Blank, ids: Sequence[int], offsets: Sequence[tuple[int, int]], *, sign: int
) -> MaskedRow:
    """Each span becomes one hidden token; of a long text, what stands around the first.

    The first and the last of the ids are the tokens that begin and end a text.
    """
    kept: list[int] = []
    places: dict[Span, int] = {}
    for token, offset in zip(ids[1:-1], offsets[1:-1], strict=True):
        hidden = next((span for span in blank.spans if span.overlaps(Span(*offset))), None)
        if hidden is None:
            kept.append(token)
        elif hidden not in places:
            places[hidden] = len(kept)
            kept.append(sign)
    hidden_places = [places.get(span, min(len(kept) - 1, 0)) for span in blank.spans]
    begin = max(0, min(hidden_places, default=0) - ROOM // 2)
    near = kept[begin : begin + ROOM]
    shown = [1 + min(place - begin, len(near) - 1) for place in hidden_places]
    return MaskedRow([ids[0], *near, ids[-1]], shown)


def fill_up(rows: Sequence[MaskedRow], *, pad: int = 0) -> tuple[Ids, Ids]:
    """Ids and mask, both [texts, tokens]."""
    length = round_up(max(len(row.ids) for row in rows))
    ids = np.full((len(rows), length), pad, np.int64)
    mask = np.zeros_like(ids)
    for index, row in enumerate(rows):
        ids[index, : len(row.ids)] = row.ids
        mask[index, : len(row.ids)] = 1
    return ids, mask


def list_places(rows: Sequence[MaskedRow]) -> tuple[list[int], list[int]]:
    """The hidden places of all rows: in which row, and where in it."""
    found = [(index, place) for index, row in enumerate(rows) for place in row.hidden]
    return [index for index, _ in found], [place for _, place in found]
