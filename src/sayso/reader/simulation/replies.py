"""Recorded conversations: what a model replied, in the order in which a reader would have met it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sayso.core.errors import BadFile
from sayso.files.labelled import Row, read_objects

SHAPE = 'Each line: {"conversation": "a", "turn": 1, "reply": "...", "prompt": "..." (may be left out)}.'


@dataclass(frozen=True, slots=True)
class Turn:
    """What the reader wrote (empty where it was not recorded) and what the model replied, unfiltered."""

    reply: str = field(repr=False)
    prompt: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Conversation:
    name: str
    turns: tuple[Turn, ...]


def read_replies(path: Path) -> list[Conversation]:
    """The conversations of a file, in the order in which they begin there, each with its turns in order."""
    found: dict[str, dict[int, Turn]] = {}
    for row in read_objects(path):
        _add(found.setdefault(row.name("conversation"), {}), row)
    if not found:
        raise BadFile(f"{path.name} holds no replies.", hint=SHAPE)
    return [Conversation(name, tuple(turns[at] for at in sorted(turns))) for name, turns in found.items()]


def _add(turns: dict[int, Turn], row: Row) -> None:
    at = row.count("turn")
    if at in turns:
        raise row.fault("turn", f"the conversation has a turn {at} already.", hint=SHAPE)
    turns[at] = Turn(row.text("reply"), row.text("prompt", default=""))


def cut(conversations: Iterable[Conversation], *, turns: int) -> list[Conversation]:
    """The first `turns` of each."""
    return [Conversation(one.name, one.turns[:turns]) for one in conversations]


def list_replies(conversations: Sequence[Conversation]) -> list[str]:
    """Every reply once."""
    return list(dict.fromkeys(turn.reply for one in conversations for turn in one.turns))
