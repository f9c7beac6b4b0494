"""`sayso train language`: a small scorer for one language, from a file of labelled texts."""

from datetime import UTC, datetime
from pathlib import Path

import click


@click.command("language")
@click.option("--lang", required=True, metavar="CODE", help="The language's code, such as de.")
@click.option(
    "--data",
    required=True,
    type=click.Path(path_type=Path),
    help="Parquet file with the columns lang, text and offensive (0 to 1), and hate, source and licence.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Folder.  [default: $SAYSO_DATA_DIR/models]")
@click.option("--name", metavar="language-CODE.vN", help="Name of the weights.  [default: the next version]")
def language_command(*, lang: str, data: Path, out: Path | None, name: str | None) -> None:
    """Train a scorer for a language, and measure it on texts held out from that file.

    It learns explicit words, not what is implied. An attribute is offered only if enough texts were judged
    for it and it ranks them well enough. Same file, same bytes.
    """
    from sayso.scoring.by_language import catalogue_of
    from sayso.settings import Settings
    from sayso_lab.cli.running import choose_name, describe_machine, watch
    from sayso_lab.language import train_language

    folder = out or Settings().data_dir / "models"
    chosen = choose_name(name, folder, shelf=catalogue_of(lang))
    record = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": describe_machine()}
    with watch() as display:
        weights = train_language(data, lang, name=chosen, record=record, step=display.step)
    path = folder / f"{chosen}.npz"
    weights.save(path)
    for attribute, one in weights.record["results"].items():
        value, low, high = one["auc"]
        click.echo(
            f"{attribute}: AUC {value:.3f} [{low:.3f}, {high:.3f}] on {one['texts']:,} held-out texts."
        )
    click.echo(f"Wrote {path} ({path.stat().st_size / 1000:,.0f} kB). Use it: --scorer language:{lang}")
