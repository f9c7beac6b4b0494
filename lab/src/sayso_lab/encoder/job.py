"""What a training needs to know, and what is written down about it."""

from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Generic, TypeVar

from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table
from sayso_lab.encoder.base import Base
from sayso_lab.encoder.checkpoint import FILE, Position
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.schedule import Schedule

ConfigT = TypeVar("ConfigT", bound=Schedule)


@dataclass(frozen=True)
class Job(Generic[ConfigT]):
    """A run: data, base, choices, and where things are written."""

    data_dir: Path
    out: Path
    name: str
    seed: int
    date: datetime
    machine: str
    config: ConfigT
    base: Path | None = None
    checkpoint_dir: Path | None = None
    resume: bool = False
    limit: int | None = None

    @property
    def checkpoint(self) -> Path:
        return (self.checkpoint_dir or self.out / f"{self.name}.checkpoint") / FILE


@dataclass(frozen=True)
class EncoderJob(Job[EncoderConfig]):
    start: Path | None = None
    """A checkpoint whose weights to go on from, with a schedule of its own."""
    linear: Path | None = None
    """Weights of the linear scorer that settles the plain cases in a cascade."""


def describe_job(
    job: Job[ConfigT], table: Table, base: Base, *, start: str, position: Position
) -> dict[str, Any]:
    """Everything but the results; nothing in it names a folder or a person."""
    return {
        "date": job.date.date().isoformat(),
        "machine": job.machine,
        "threads": job.config.thread_count,
        "seed": job.seed,
        "limit": job.limit,
        "config": asdict(job.config),
        "base": {"sha256": base.digest, **asdict(base.shape)},
        "start": start,
        "samples": position.samples,
        "seconds": round(position.seconds),
        "parts": {str(part): table.parts.count(part) for part in Part},
        "sets": [asdict(one) for one in table.sets],
        "absent": list(table.absent),
        "left_out": list(table.left_out),
        "files": [asdict(file) for file in table.files],
    }
