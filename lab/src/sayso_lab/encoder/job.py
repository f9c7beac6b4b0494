"""What a training of the encoder needs to know, and what is written down about it."""

from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table
from sayso_lab.encoder.base import Base
from sayso_lab.encoder.checkpoint import FILE, Position
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.schedule import Schedule


@dataclass(frozen=True)
class Job:
    """A run: data, base, choices, and where things are written."""

    data_dir: Path
    out: Path
    name: str
    seed: int
    date: datetime
    machine: str
    config: EncoderConfig = field(default_factory=EncoderConfig)
    base: Path | None = None
    checkpoint_dir: Path | None = None
    resume: bool = False
    start: Path | None = None
    """A checkpoint whose weights to go on from, with a schedule of its own."""
    linear: Path | None = None
    """Weights of the linear scorer that settles the plain cases in a cascade."""
    limit: int | None = None

    @property
    def checkpoint(self) -> Path:
        return (self.checkpoint_dir or self.out / f"{self.name}.checkpoint") / FILE


class AnyJob(Protocol):
    """A run of any recipe."""

    @property
    def date(self) -> datetime: ...
    @property
    def machine(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def config(self) -> Schedule: ...
    @property
    def resume(self) -> bool: ...
    @property
    def limit(self) -> int | None: ...
    @property
    def checkpoint(self) -> Path: ...


def describe_job(job: AnyJob, table: Table, base: Base, *, start: str, position: Position) -> dict[str, Any]:
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
