"""`sayso train aims`: a scorer against everything that training held out."""

import json
from pathlib import Path
from typing import Literal

import click

from sayso.cli.shared.formats import format_options
from sayso.cli.shared.output import open_output

# What does the work is imported where it is used: `--help` and completion need neither numpy nor a model.

AimsFormat = Literal["table", "markdown", "jsonl"]


@click.command("aims")
@click.option(
    "--data",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of the data sets that training reads (Parquet).",
)
@click.option("--scorer", "spec", help="Scorer to evaluate.  [default: $SAYSO_SCORER or embedded]")
@click.option(
    "--beside",
    multiple=True,
    metavar="SCORER",
    help="Another scorer to measure on the same texts, in a column of its own; may be given again.",
)
@click.option("--out", metavar="FILE.json", help="Also write all of it, by identity term too, to FILE.json.")
@click.option(
    "--limit", type=click.IntRange(1), help="At most this many texts of each set, for a quick look."
)
@format_options(["table", "markdown", "jsonl"], json="jsonl", default="table")
@click.option(
    "--resamples",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    help="Draws of a bootstrap interval.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of the bootstrap intervals.")
def aims_command(
    *,
    data: Path,
    spec: str | None,
    beside: tuple[str, ...],
    out: str | None,
    limit: int | None,
    output_format: AimsFormat,
    resamples: int,
    seed: int,
) -> None:
    """The whole table of aims, each row with its interval, on what training held out.

    Texts are held out by their normalised text across all files; sentences for hard cases are of templates
    that training had not. A row that the scorer cannot answer is left out, with the reason.
    """
    from sayso.cli.shared.scorer import build_pinned_scorer
    from sayso.settings import Settings
    from sayso.stats.resampling import Bootstrap
    from sayso_lab.cli.running import watch
    from sayso_lab.data.table import read_table
    from sayso_lab.measuring import Watcher, gather_held_out, measure_aims
    from sayso_lab.measuring.tables import make_jsonl, make_markdown, make_table

    settings = Settings()
    scorers = [build_pinned_scorer(one, settings) for one in (spec or settings.scorer, *beside)]
    with watch() as display:
        table = read_table(data, on_file=lambda name: display.step(f"reading {name}"))
        display.step("drawing what is measured on")
        held_out = gather_held_out(table, limit=limit)
        report, *others = [
            measure_aims(
                held_out,
                scorer,
                bootstrap=Bootstrap(resamples, seed=seed),
                watcher=Watcher(display.step, display.progress),
            )
            for scorer in scorers
        ]
    if out:
        found = report.to_json() | ({"beside": [one.to_json() for one in others]} if others else {})
        write(json.dumps(found, ensure_ascii=False, indent=1) + "\n", out)
    writers = {"table": make_table, "markdown": make_markdown, "jsonl": make_jsonl}
    write(writers[output_format](report, *others), None)


def write(content: str, path: str | None) -> None:
    with open_output(path) as stream:
        stream.write(content.encode(errors="replace"))
