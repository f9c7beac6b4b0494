"""One text with everything its data set says about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from sayso_lab.data.labels import ATTRIBUTES, GROUPS, IMPLIED, PERSPECTIVE

Floats = NDArray[np.float32]
Marks = NDArray[np.uint8]
Shares = Mapping[str, float]
Own = Literal["", "train", "val", "held"]

FULL_MARK: Final = 250
"""Marks are shares of raters in whole numbers: 250 for all of them."""


@dataclass(frozen=True, slots=True)
class Row:
    """Shares from 0 to 1 in the order of `labels`. `nan`, or None for a whole list: nobody judged it."""

    source: str
    text: str
    """As it is in the file."""
    attributes: Floats
    classes: Floats | None = None
    groups: Floats | None = None
    implied: Floats | None = None
    perspective: Floats | None = None
    word_marks: Marks | None = None
    """HateXplain's rationale: per character of `text`, out of `FULL_MARK`."""
    span_marks: Marks | None = None
    """ToxicSpans: five rows (toxic, then as `TYPED`), per character of `text`, out of `FULL_MARK`."""
    gold: float | None = None
    """The set's own yes (1) or no (0), where it has one: for measuring."""
    own: Own = ""
    """The part that the set's makers put it in; `held` and `val` are never learned from."""
    link: str = ""
    """Rows with the same link fall into the same part."""


NOTHING_WRONG: Final[Shares] = dict.fromkeys(map(str, ATTRIBUTES), 0.0)
NOTHING_IMPLIED: Final[Shares] = dict.fromkeys(IMPLIED, 0.0) | {"none": 1.0}
NO_GROUP: Final[Shares] = {}


def make_row(
    source: str,
    text: str,
    shares: Shares,
    *,
    classes: Floats | None = None,
    groups: Shares | None = None,
    implied: Shares | None = None,
    perspective: Shares | None = None,
    word_marks: Marks | None = None,
    span_marks: Marks | None = None,
    gold: float | None = None,
    own: Own = "",
    link: str = "",
) -> Row:
    """A row of shares by name. Attributes and kinds that are not named were not judged; groups are nought."""
    return Row(
        source=source,
        text=text,
        attributes=_fill(ATTRIBUTES, shares, np.nan),
        classes=classes,
        groups=None if groups is None else _fill(GROUPS, groups, 0.0),
        implied=None if implied is None else _fill(IMPLIED, implied, np.nan),
        perspective=None if perspective is None else _fill(PERSPECTIVE, perspective, np.nan),
        word_marks=word_marks,
        span_marks=span_marks,
        gold=gold,
        own=own,
        link=link,
    )


def _fill(names: Sequence[str], shares: Shares, otherwise: float) -> Floats:
    return np.array([shares.get(name, otherwise) for name in names], np.float32)
