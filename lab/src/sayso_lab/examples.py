"""What training learns from: a text with the labels some people gave it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sayso.core import Attribute
from sayso_lab.columns import Column

LEARNED: tuple[Attribute, ...] = (
    Attribute.TOXICITY,
    Attribute.SEVERE_TOXICITY,
    Attribute.IDENTITY_ATTACK,
    Attribute.INSULT,
    Attribute.PROFANITY,
    Attribute.THREAT,
)
"""SEXUALLY_EXPLICIT has too few labels; the scorer leaves it out."""

Labels = Mapping[Attribute, float]
NOTHING_WRONG: Labels = dict.fromkeys(LEARNED, 0.0)
Table = Mapping[str, list[Any]]
Tables = Mapping[str, Table]


@dataclass(frozen=True, slots=True)
class Example:
    """An attribute that is not among `labels` was not judged: it is masked, never nought.

    A part of a text names the whole as its `origin`, so that both fall into the same split.
    """

    text: str
    labels: Labels
    origin: str = ""


Item = TypeVar("Item")


@dataclass(frozen=True)
class DataSet(Generic[Item]):
    """A data set: its files and columns, how it is read, where it comes from, how much an example weighs."""

    name: str
    files: Mapping[str, Mapping[str, Column]]
    read: Callable[[Tables], Iterator[Item]]
    licence: str
    origin: str
    weight: float = 1.0
    at_most: int | None = None
    held_out: bool = False
    """All of it is kept from training."""


Source = DataSet[Example]
