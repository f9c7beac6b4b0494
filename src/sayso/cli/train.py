"""`sayso train`: make weights from data sets, and the model card from the weights."""

import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sayso.core.errors import BadInput
from sayso.scoring.linear_weights import SHIPPED_DIR, LinearWeights, find_weights, list_weights, load_weights
from sayso.settings import Settings
from sayso.training.card import make_card
from sayso.training.linear import Watcher, train_linear
from sayso.training.recipe import Recipe, read_recipe
from sayso.training.record import Run

DEFAULT_SEED = 20_261_115
_NAME = re.compile(r"linear\.v([1-9]\d*)")


@click.group("train")
def command() -> None:
    """Train a model."""


@command.command("linear")
@click.option(
    "--data", required=True, type=click.Path(path_type=Path), help="Folder of the data sets (Parquet)."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder to write to.  [default: models in the data folder]"
)
@click.option("--name", help="Name to give it, such as linear.v7.  [default: the next free version]")
@click.option(
    "--seed", default=DEFAULT_SEED, show_default=True, help="The same seed and data give the same weights."
)
@click.option("--limit", type=click.IntRange(1), help="At most this many texts of each set, for a quick try.")
@click.option(
    "--config", type=click.Path(path_type=Path), help="TOML file with settings of the recipe to change."
)
def linear_command(
    *, data: Path, out: Path | None, name: str | None, seed: int, limit: int | None, config: Path | None
) -> None:
    """Train the linear scorer on labelled texts.

    Any Parquet file with a column 'text' and columns named as attributes (TOXICITY, INSULT, ...), holding the
    share of readers who saw it so, is learned from too.
    """
    folder = out or Settings().data_dir / "models"
    run = Run(
        data_dir=data,
        name=choose_name(name, folder),
        seed=seed,
        date=datetime.now(UTC),
        machine=describe_machine(),
        recipe=read_recipe(config) if config else Recipe(),
        limit=limit,
    )
    with watch() as watcher:
        weights = train_linear(run, watcher=watcher)
    path = folder / f"{run.name}.npz"
    weights.save(path)
    report(weights, path)


@command.command("card")
@click.argument("version", default="", metavar="[vN]")
@click.option("--out", type=click.Path(path_type=Path), help="File to write to, else standard output.")
def card_command(*, version: str, out: Path | None) -> None:
    """Write the model card of a linear scorer from the record in its weights file."""
    weights = load_weights(find_weights(version.removeprefix("linear."), Settings().data_dir / "models"))
    card = make_card(weights)
    if out:
        out.write_text(card, "utf-8")
    else:
        click.echo(card, nl=False)


def choose_name(name: str | None, folder: Path) -> str:
    """The name asked for, or the next free version among the shipped models and those in the folder."""
    taken = list_weights(folder)
    if name is None:
        return f"linear.v{max(taken, default=0) + 1}"
    match = _NAME.fullmatch(name)
    if match is None:
        raise BadInput(
            f"{name!r} is not a versioned name.", hint="Write linear.v and a number, such as linear.v7."
        )
    if (path := taken.get(int(match[1]))) and folder.resolve() != SHIPPED_DIR:
        raise BadInput(
            f"{name} exists already: {path}. Old decisions must stay replayable, so it is not replaced.",
            hint=f"Leave --name out; the next free version is linear.v{max(taken) + 1}.",
        )
    return name


def describe_machine() -> str:
    """The class of machine, not which one."""
    return f"{os.cpu_count() or 1} cores, no GPU"


@contextmanager
def watch() -> Generator[Watcher]:
    """Steps with a bar on a terminal, plain lines elsewhere; both on standard error."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("starting", total=1.0)

        def step(name: str) -> None:
            if not console.is_terminal:
                click.echo(name, err=True)
            bar.update(task, description=name, completed=0.0)

        yield Watcher(step, lambda share: bar.update(task, completed=share))


def report(weights: LinearWeights, path: Path) -> None:
    absent = weights.record["absent"]
    if absent:
        click.echo(f"Without {', '.join(absent)}: not in the folder.", err=True)
    for row in weights.record["results"]:
        if row["attribute"] == "TOXICITY":
            value, low, high = row["auc"]
            click.echo(
                f"{row['source']}: AUC {value:.3f} [{low:.3f}, {high:.3f}] on {row['texts']:,} held-out texts"
            )
    click.echo(f"Wrote {path} ({path.stat().st_size / 1e6:.1f} MB).")
    click.echo(f"Use it with: sayso score --scorer {weights.name} FILE")
