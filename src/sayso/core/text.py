"""What was written, with what is known about it."""

from dataclasses import dataclass, field
from enum import StrEnum

DEFAULT_COMMUNITY = "default"


class TextKind(StrEnum):
    """Where a text comes from: rules differ for a person's comment and a machine's reply."""

    COMMENT = "comment"
    REPLY = "reply"
    SUGGESTION = "suggestion"


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be scored. `repr` leaves the content out, so that it never reaches a log."""

    content: str = field(repr=False)
    community: str = DEFAULT_COMMUNITY
    language: str | None = None
    context: tuple[str, ...] = field(default=(), repr=False)
    kind: TextKind = TextKind.COMMENT
