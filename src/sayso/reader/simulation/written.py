"""Replies written for Sayso: frames filled in for topics of identity, from `data/written.toml`."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import cast

from sayso.reader.simulation.pool import PoolTurn
from sayso.reader.simulation.replies import Turn

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
