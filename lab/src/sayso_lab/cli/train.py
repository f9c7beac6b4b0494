"""`sayso train`: make weights from data sets, and the model card from the weights."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Unpack

import click

from sayso.scoring.weight_files import ENCODER, LINEAR, SECOND
from sayso.settings import Settings
from sayso_lab.choices import read_choices
from sayso_lab.cli.aims import aims_command
from sayso_lab.cli.alternatives import alternatives_command, masked_words_command, ngrams_command
from sayso_lab.cli.cards import write_card
from sayso_lab.cli.language import language_command
from sayso_lab.cli.perspective_scale import errors_command, scale_command
from sayso_lab.cli.recipe import recipe_command
from sayso_lab.cli.running import (
    LongRun,
    choose_name,
    describe_machine,
    follow,
    prepare_job,
    report_results,
    running_options,
    training_options,
    watch,
)
from sayso_lab.data.old_split import read_keys
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.linear import Watcher, train_linear
from sayso_lab.recipe import Recipe
from sayso_lab.record import Run


@click.group("train")
def command() -> None:
    """Train a model."""


@command.command("linear")
@training_options(LINEAR)
@click.option(
    "--without",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File with the keys of texts not to learn from, because another model has; the result is a scorer "
    "'second', for second opinions.",
)
def linear_command(
    *,
    data: Path,
    out: Path | None,
    name: str | None,
    seed: int,
    limit: int | None,
    config: Path | None,
    without: Path | None,
) -> None:
    """Train the linear scorer on labelled texts.

    Any Parquet file with a column 'text' and columns named as attributes (TOXICITY, INSULT, ...), holding the
    share of readers who saw it so, is learned from too.
    """
    folder = out or Settings().data_dir / "models"
    run = Run(
        data_dir=data,
        name=choose_name(name, folder, shelf=SECOND if without else LINEAR),
        seed=seed,
        date=datetime.now(UTC),
        machine=describe_machine(),
        recipe=read_choices(config, Recipe) if config else Recipe(),
        limit=limit,
        excluded=read_keys(without) if without else frozenset(),
    )
    with watch() as display:
        weights = train_linear(run, watcher=Watcher(display.step, display.progress))
    path = folder / f"{run.name}.npz"
    weights.save(path)
    report_results(weights.record, [path], name=weights.name)


@command.command("encoder")
@training_options(ENCODER)
@running_options
@click.option(
    "--start",
    type=click.Path(path_type=Path),
    help="Checkpoint (checkpoint.pt) whose weights to go on from, with a schedule of its own.",
)
def encoder_command(*, start: Path | None, **options: Unpack[LongRun]) -> None:
    """Train the embedded model: an encoder that scores, and says which words, whom and what is implied.

    Takes hours on a CPU. Checkpoints are written every few minutes and on Ctrl-C; --resume goes on from one.
    """
    from sayso.scoring.encoder_file import load_metadata
    from sayso_lab.encoder.encoder import train_encoder
    from sayso_lab.encoder.job import EncoderJob

    job = prepare_job(options, EncoderConfig, shelf=ENCODER)
    job = EncoderJob(**vars(job), start=start, linear=LINEAR.find("", job.out))
    with follow("encoder", options={**options, "name": job.name, "start": start}) as watcher:
        path = train_encoder(job, watcher=watcher)
    report_results(load_metadata(path).record, [path.with_suffix(".onnx"), path], name=job.name)


command.add_command(recipe_command)
command.add_command(aims_command)
command.add_command(scale_command)
command.add_command(language_command)
command.add_command(errors_command)
command.add_command(masked_words_command)
command.add_command(alternatives_command)
command.add_command(ngrams_command)


@command.command("card")
@click.argument("name", default="linear", metavar="[NAME[.vN]]")
@click.option("--out", type=click.Path(path_type=Path), help="File to write to, else standard output.")
def card_command(*, name: str, out: Path | None) -> None:
    """Write the model card of linear, embedded, second, masked, languages or wording from the record in its
    file.

    A version alone, such as v1, is one of linear.
    """
    card = write_card(name)
    if out:
        out.write_text(card, "utf-8")
    else:
        click.echo(card, nl=False)
