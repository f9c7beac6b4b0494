"""`sayso train perspective-scale` and `perspective-errors`: how a model answers on Perspective's scale.

The one chooses it again, the other measures it at the endpoint.
"""

import json
from pathlib import Path
from typing import Literal

import click

# What does the work is imported where it is used: `--help` and completion need neither numpy nor a model.

_DATA = click.option(
    "--data",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the data sets that training reads (Parquet).",
)


@click.command("perspective-scale")
@_DATA
@click.option("--model", default="embedded", show_default=True, help="embedded, or a version of it.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder to write to.  [default: $SAYSO_DATA_DIR/models]"
)
@click.option("--seed", default=0, show_default=True, help="Seed of the bootstrap intervals.")
def scale_command(*, data: Path, model: str, out: Path | None, seed: int) -> None:
    """Choose again how a model answers on Perspective's scale, with the code that a recipe ends with.

    Fitted on the dev part, measured on the held-out part. Weights and own scores stay as they are.
    """
    from dataclasses import replace

    from sayso.scoring.encoder_file import load_encoder, save_encoder
    from sayso.scoring.registry import Spec
    from sayso.scoring.weight_files import ENCODER
    from sayso.settings import Settings
    from sayso_lab.cli.running import watch
    from sayso_lab.data.table import read_table
    from sayso_lab.encoder.choosing import SCALED, link_scales

    folder = Settings().data_dir / "models"
    metadata, graph = load_encoder(ENCODER.find(Spec.parse(model).version, folder))
    with watch() as display:
        table = read_table(
            data, only={*SCALED, "everyday"}, on_file=lambda name: display.step(f"reading {name}")
        )
        display.step("fitting Perspective's scale")
        card, record = link_scales(metadata, graph, table, seed=seed)
    path = save_encoder(out or folder, replace(card, record={**card.record, **record}), graph)
    click.echo(f"Wrote {path}. The gate: {record['imitation']['chosen']}.")


@click.command("perspective-errors")
@_DATA
@click.option("--url", required=True, help="Address of a running service, such as http://127.0.0.1:8700.")
@click.option("--key", default="", help="Key, if the service asks for one.")
@click.option("--texts", default=200, show_default=True, help="Calm everyday texts to draw.")
@click.option("--emoji", default=50, show_default=True, help="Emoji to draw.")
@click.option("--seed", default=0, show_default=True, help="Seed of the draw.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["markdown", "json"]),
    default="markdown",
    show_default=True,
)
def errors_command(
    *,
    data: Path,
    url: str,
    key: str,
    texts: int,
    emoji: int,
    seed: int,
    output_format: Literal["markdown", "json"],
) -> None:
    """Measure a service's answers to Perspective's question on texts that nothing was fitted on.

    The error for each tenth of the scale, and what calm talk, emoji and plain mentions of groups get. Every
    text is asked over HTTP, as a client would.
    """
    from sayso.core import Attribute
    from sayso.scoring.perspective import PerspectiveScorer
    from sayso_lab.data.labels import ATTRIBUTES
    from sayso_lab.measuring.endpoint import draw_markdown, measure_endpoint

    scorer = PerspectiveScorer(url=url, key=key, timeout_s=30.0, attributes=frozenset[Attribute](ATTRIBUTES))
    try:
        found = measure_endpoint(scorer, data, texts=texts, emoji=emoji, seed=seed)
    finally:
        scorer.close()
    click.echo(json.dumps(found, indent=1) if output_format == "json" else draw_markdown(found))
