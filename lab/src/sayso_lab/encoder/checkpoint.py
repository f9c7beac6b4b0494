"""Where a run stands, on disk, so that it can go on: weights, optimiser, place in the stream, the rng.

A checkpoint is written beside the old one and then put in its place: a killed run leaves one or the other.
"""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from sayso.core.errors import BadFile, BadInput
from sayso_lab.encoder.schedule import Schedule

FILE = "checkpoint.pt"
FORMAT = 1
FREE = frozenset({"checkpoint_minutes"})
"""Choices that may change on the way: they do not touch the weights."""


@dataclass(frozen=True)
class Identity:
    """What makes a run this one; with the same identity it ends in the same weights."""

    seed: int
    config: Schedule
    data: str
    """Digest of what is learned from."""
    start: str
    """Digest of the weights it starts from."""

    def to_json(self) -> dict[str, Any]:
        choices = {name: value for name, value in asdict(self.config).items() if name not in FREE}
        return {"seed": self.seed, "config": choices, "data": self.data, "start": self.start}


@dataclass(frozen=True)
class Position:
    """How far a run is; `batches` counts those done of the chunk."""

    steps: int = 0
    samples: int = 0
    chunk: int = 0
    batches: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Checkpoint:
    weights: Mapping[str, Tensor]
    average: Mapping[str, Tensor]
    optimiser: Mapping[str, Any]
    rng: Tensor
    position: Position


def save_checkpoint(path: Path, checkpoint: Checkpoint, identity: Identity) -> None:
    """On disk, whole, when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    content = {
        "format": FORMAT,
        "identity": identity.to_json(),
        "weights": dict(checkpoint.weights),
        "average": dict(checkpoint.average),
        "optimiser": dict(checkpoint.optimiser),
        "rng": checkpoint.rng,
        "position": asdict(checkpoint.position),
    }
    with draft.open("wb") as file:
        torch.save(content, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def load_checkpoint(path: Path, identity: Identity) -> Checkpoint:
    """The checkpoint, if it is of this run; `BadInput` says in what it differs."""
    found = _read(path)
    difference = find_difference(found["identity"], identity.to_json())
    if difference:
        raise BadInput(
            f"The checkpoint {path} is of another run: {difference}.",
            hint="Give the seed, config and data of that run, or leave --resume out and choose another "
            "--checkpoint to start anew.",
        )
    return Checkpoint(
        found["weights"],
        found["average"],
        found["optimiser"],
        found["rng"],
        Position(**found["position"]),
    )


def load_average(path: Path) -> dict[str, Tensor]:
    """The averaged weights alone, for a run that starts from them."""
    return _read(path)["average"]


def _read(path: Path) -> dict[str, Any]:
    try:
        found = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError as error:
        raise BadFile(
            f"There is no checkpoint {path}.", hint="Leave --resume out to start anew, or give --checkpoint."
        ) from error
    except Exception as error:  # torch raises whatever its parts raise
        raise BadFile(f"The checkpoint {path} cannot be read.", hint="Delete it and start anew.") from error
    if not isinstance(found, dict) or cast("dict[str, Any]", found).get("format") != FORMAT:
        raise BadFile(f"{path} is no checkpoint of this version of Sayso.", hint="Start anew.")
    return cast("dict[str, Any]", found)


def find_difference(theirs: Mapping[str, Any], ours: Mapping[str, Any]) -> str:
    """The first thing in which two identities differ, in words; empty if they are the same."""
    if theirs["seed"] != ours["seed"]:
        return f"its seed is {theirs['seed']}, not {ours['seed']}"
    names = sorted(set(theirs["config"]) | set(ours["config"]))
    for name in names:
        old, new = theirs["config"].get(name), ours["config"].get(name)
        if old != new:
            return f"its config has {name} = {old}, not {new}"
    if theirs["data"] != ours["data"]:
        return "it was learning from other data"
    return "it started from other weights" if theirs["start"] != ours["start"] else ""
