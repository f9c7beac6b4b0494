"""The replies that ship with Sayso: some that a small model gave, some that were written for Sayso."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import as_file, files
from typing import cast

from sayso.reader.simulation.pool import PoolTurn
from sayso.reader.simulation.replies import Conversation, Turn, read_replies


def load_conversations() -> list[Conversation]:
    """What SmolLM2 replied to questions about identity; how it was asked: docs/explanation/readers-say.md."""
    with as_file(files("sayso.reader.simulation") / "data" / "recorded.jsonl") as path:
        return read_replies(path)


def load_recorded() -> list[PoolTurn]:
    """The same replies out of their conversations, each once."""
    turns = {turn.reply: turn for one in load_conversations() for turn in one.turns}
    return [PoolTurn("", "recorded", turn) for turn in turns.values()]


def load_pool() -> list[PoolTurn]:
    return [*load_recorded(), *load_written()]


Topic = Mapping[str, str]


def load_written() -> list[PoolTurn]:
    """Every frame for every topic."""
    text = (files("sayso.reader.simulation") / "data" / "written.toml").read_text(encoding="utf-8")
    content = tomllib.loads(text)
    frames = cast("Mapping[str, list[str]]", content["frames"])
    return [
        PoolTurn(topic["name"], "written", turn)
        for topic in cast("list[Topic]", content["topics"])
        for turn in _fill(topic, frames)
    ]


def _fill(topic: Topic, frames: Mapping[str, list[str]]) -> Iterator[Turn]:
    words = {**topic, "People": topic["people"][0].upper() + topic["people"][1:]}
    prompts = [prompt.format(**words) for prompt in frames["prompts"]]
    for place, frame in enumerate(frames["replies"]):
        yield Turn(frame.format(**words), prompts[place % len(prompts)])
