"""What a text implies about whom, in words a moderator can weigh (BiasX; Social Bias Frames)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

FrameSourceName = Literal["embedded", "llm", "human"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One text explained: the group it is about and what it implies of it, or why it is rough but harmless.

    A source that is unsure says neither group nor implication: a group alone helped moderators least.
    """

    offensive: bool | None = field(
        metadata={
            "description": "Whether the source takes it as offensive; null if unsure. Not for moderators."
        }
    )
    group: str | None = field(metadata={"description": "The group it is about, in one or two words."})
    implication: str | None = field(repr=False, metadata={"description": "What is implied about that group."})
    sentence: str = field(repr=False, metadata={"description": "The whole explanation, in one sentence."})
    source: FrameSourceName
    confidence: float = field(metadata={"description": "How sure the source is, 0 to 1."})
    version: str = field(metadata={"description": "Model or editors that made it."})


class FrameSource(Protocol):
    """Whoever explains texts: a model, a language model, or people."""

    def frame(self, texts: Sequence[str]) -> Sequence[Frame | None]:
        """One frame for each text, in order; None where a text is plainly harmless and needs none."""
        ...


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a conversation with a language model."""

    role: Literal["system", "user", "assistant"]
    content: str = field(repr=False)


class ChatModel(Protocol):
    """A language model that goes on with a conversation."""

    @property
    def name(self) -> str: ...

    def complete(
        self, turns: Sequence[Turn], *, temperature: float, max_tokens: int, stop: Sequence[str]
    ) -> str:
        """What it says next. Raises a `RemoteError` if it does not answer in time."""
        ...
