"""A conversation as it was: both sides, filtered replies too, and what the reader ruled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sayso.core import Attribute
from sayso.core.policy import Method
from sayso.core.reader import Outcome, Ruling

Side = Literal["reader", "model"]


@dataclass(frozen=True, slots=True)
class Message:
    """What one side said, None once it is erased. The model's messages are unfiltered, with what became of
    them and their scores."""

    side: Side
    text: str | None = field(repr=False)
    outcome: Outcome | None = None
    scores: Mapping[Attribute, float] = field(default_factory=dict[Attribute, float])
    groups: tuple[str, ...] = ()
    """Whom the reply names, where the scorer can tell."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """Words that a reader was asked about, and their answer."""

    text: str = field(repr=False)
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reader said to both questions about one held reply; None: not said, or not yet."""

    view: bool | None
    future: Ruling | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One reader's conversation, and which filter it passed."""

    reader: str
    conversation: str
    method: Method
    messages: tuple[Message, ...]
    rulings: tuple[Ruled, ...] = ()
    answers: tuple[Answer, ...] = ()
    """One for each reply that the reader was asked about."""

    def list_side(self, side: Side) -> list[Message]:
        return [message for message in self.messages if message.side == side]
