"""`sayso train masked-words`, `ngrams` and `alternatives`: what proposes other words."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Unpack

import click

from sayso.scoring.weight_files import MASKED
from sayso.settings import Settings
from sayso_lab.cli.running import (
    LongRun,
    follow,
    prepare_job,
    report_absent,
    report_files,
    report_left_out,
    running_options,
    training_options,
    watch,
)


@click.command("masked-words")
@training_options(MASKED)
@running_options
def masked_words_command(**options: Unpack[LongRun]) -> None:
    """Train the masked-word model, which says what could stand in a word's place.

    It learns from everyday_text.parquet and from the texts of the labelled sets; labels do not matter here.
    Takes hours on a CPU. Checkpoints are written every few minutes and on Ctrl-C; --resume goes on from one.
    """
    from sayso_lab.wording.masked import train_masked
    from sayso_lab.wording.masked_config import MaskedConfig

    job = prepare_job(options, MaskedConfig, shelf=MASKED)
    with follow("masked-words", options={**options, "name": job.name}) as watcher:
        model = train_masked(job, watcher=watcher)
    report_absent(model.absent)
    report_left_out(model.left_out)
    click.echo(f"{model.results} of the dev part.")
    report_files([model.path.with_suffix(".onnx"), model.path])
    click.echo(f"Use it with: SAYSO_MASKED_MODEL={job.name} sayso serve")


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
    """Make the tables of near words (words.v1.npz) and of people's edits (people.v2.json)."""
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
        f"{made.words_known:,} words with vectors; {made.words_rewritten:,} passages that people changed."
    )
    report_files([made.words, made.people])


@click.command("ngrams")
@click.option(
    "--data", required=True, type=click.Path(path_type=Path), help="Folder with everyday_text.parquet."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Folder to write to.  [default: tables in the data folder]",
)
def ngrams_command(*, data: Path, out: Path | None) -> None:
    """Make the n-gram model of everyday text (ngrams.v1.npz), which says how well a sentence reads."""
    from sayso_lab.wording.ngrams import NgramJob, make_ngrams

    job = NgramJob(data, out or Settings().data_dir / "tables", datetime.now(UTC))
    with watch() as display:
        made = make_ngrams(job, step=display.step)
    click.echo(
        f"{made.sentences:,} sentences; {made.words:,} words, {made.pairs:,} pairs, {made.triples:,} triples."
    )
    report_files([made.path])
