"""`sayso train masked-words` and `sayso train alternatives`: what proposes other words."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sayso.scoring.weight_files import MASKED
from sayso.settings import Settings
from sayso_lab.cli.running import (
    choose_name,
    describe_machine,
    report_absent,
    report_files,
    report_left_out,
    running_options,
    stop,
    training_options,
    watch,
)

if TYPE_CHECKING:
    from sayso_lab.wording.masked import MaskedModel


@click.command("masked-words")
@training_options(MASKED)
@running_options
def masked_words_command(
    *,
    data: Path,
    out: Path | None,
    name: str | None,
    seed: int,
    limit: int | None,
    config: Path | None,
    base: Path | None,
    samples: int | None,
    checkpoint: Path | None,
    resume: bool,
) -> None:
    """Train the masked-word model, which says what could stand in a word's place.

    It learns from everyday_text.parquet and from the texts of the labelled sets; labels do not matter here.
    Takes hours on a CPU. Checkpoints are written every few minutes and on Ctrl-C; --resume goes on from one.
    """
    from sayso_lab.encoder.encoder import Stopped, Watcher
    from sayso_lab.wording.masked import MaskedJob, train_masked
    from sayso_lab.wording.masked_config import MaskedConfig, read_masked_config

    folder = out or Settings().data_dir / "models"
    chosen = read_masked_config(config) if config else MaskedConfig()
    job = MaskedJob(
        data_dir=data,
        out=folder,
        name=choose_name(name, folder, shelf=MASKED),
        seed=seed,
        date=datetime.now(UTC),
        machine=describe_machine(),
        config=replace(chosen, samples=samples) if samples else chosen,
        base=base,
        checkpoint_dir=checkpoint,
        resume=resume,
        limit=limit,
    )
    try:
        with watch() as display:
            model = train_masked(job, watcher=Watcher(display.step, display.report))
    except Stopped as stopped:
        options = {
            "data": data, "out": out, "name": job.name, "seed": seed, "limit": limit, "config": config,
            "base": base, "samples": samples, "checkpoint": checkpoint,
        }  # fmt: skip
        stop(["masked-words"], str(stopped), options)
    _report(model, job.name)


def _report(model: "MaskedModel", name: str) -> None:
    report_absent(model.absent)
    report_left_out(model.left_out)
    click.echo(f"{model.results} of the dev part.")
    report_files([model.path.with_suffix(".onnx"), model.path])
    click.echo(f"Use it with: SAYSO_MASKED_MODEL={name} sayso serve")


@click.command("alternatives")
@click.option(
    "--data",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder with paradetox.parquet.",
)
@click.option(
    "--vectors",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Word vectors in GloVe's text format: a line is a word and its numbers.",
)
@click.option(
    "--credit", default="", help="Where the vectors come from and their licence, for the model card."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder to write to.  [default: tables in the data folder]",
)
def alternatives_command(*, data: Path, vectors: Path, credit: str, out: Path | None) -> None:
    """Make the tables of near words (words.v1.npz) and of people's own substitutions (people.v1.json)."""
    from sayso_lab.wording.wording import WordingJob, make_tables

    job = WordingJob(
        data_dir=data,
        vectors=vectors,
        out=out or Settings().data_dir / "tables",
        date=datetime.now(UTC),
        credit=credit,
    )
    with watch() as display:
        made = make_tables(job, step=display.step)
    click.echo(
        f"{made.words_known:,} words with vectors; {made.words_rewritten:,} words that people replaced."
    )
    report_files([made.words, made.people])
