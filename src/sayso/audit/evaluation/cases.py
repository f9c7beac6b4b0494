"""What a labelled file says about its texts, in the same form whatever file it was."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, Span

Array = NDArray[np.float64]
Rate = Literal["right", "found", "false alarms"]


@dataclass(frozen=True, slots=True)
class Grouping:
    """The groups each text belongs to, none or several; `shown` is the rate that matters most here."""

    name: str
    groups: Sequence[tuple[str, ...]]
    shown: Rate = "right"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What people said of each text: 1 yes, 0 no, `nan` not asked; and the attribute that should agree."""

    name: str
    attribute: Attribute
    labels: Array
    groupings: tuple[Grouping, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassLabels:
    """One of several classes per text, as its place in `names`."""

    names: tuple[str, ...]
    labels: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TokenMarks:
    """The tokens of a text, and for each whether people marked it. A text without tokens is not judged."""

    spans: Sequence[tuple[Span, ...]]
    marked: Sequence[tuple[bool, ...]]


@dataclass(frozen=True, slots=True)
class Cases:
    """The texts of a file with everything people said of them."""

    kind: str
    source: str
    texts: tuple[str, ...] = field(repr=False)
    judgements: tuple[Judgement, ...] = ()
    classes: ClassLabels | None = None
    tokens: TokenMarks | None = None
    characters: Sequence[frozenset[int]] | None = None
    notes: tuple[str, ...] = ()


def judge(
    name: str, attributes: Sequence[Attribute], labels: Sequence[float], *groupings: Grouping
) -> tuple[Judgement, ...]:
    """The same labels for each attribute that is to be held against them."""
    column = np.asarray(labels, np.float64)
    return tuple(Judgement(name, attribute, column, groupings) for attribute in attributes)
