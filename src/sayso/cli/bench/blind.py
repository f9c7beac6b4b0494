"""`sayso bench blind`: what disguises take from a scorer, family by family."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sayso.cli.shared.progress import show_steps
from sayso.cli.shared.reporting import ReportFormat, format_option, out_option, write_report

if TYPE_CHECKING:
    from sayso.audit.blinding.measuring import Material

# What does the work is imported where it is used: `--help` and completion need neither numpy nor a model.

_LABELS = {
    "yes": True,
    "true": True,
    "1": True,
    "1.0": True,
    "no": False,
    "false": False,
    "0": False,
    "0.0": False,
}


@click.command("blind")
@click.option("--scorer", "spec", help="Scorer to try.  [default: $SAYSO_SCORER or embedded]")
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    help="Your own texts: CSV, JSON Lines or Parquet with the columns text and rude (yes or no, 1 or 0)."
    "  [default: texts of ours]",
)
@format_option
@out_option
def blind_command(
    *, spec: str | None, file: Path | None, output_format: ReportFormat, out: str | None
) -> None:
    """Disguise rude and harmless texts in every way known, and see what the scorer makes of it.

    For each family: what share of the score is lost, how many texts that were found are missed, and how
    many harmless ones are taken for rude. Nothing is lost where nothing is known of the text: it is unjudged.
    """
    from sayso.audit.blinding.families import list_families
    from sayso.audit.blinding.measuring import load_shipped, measure
    from sayso.audit.blinding.report import describe, lay_out
    from sayso.cli.shared.scorer import build_pinned_scorer
    from sayso.settings import Settings

    material = _read(file) if file else load_shipped()
    settings = Settings()
    scorer = build_pinned_scorer(spec or settings.scorer, settings)
    families = list_families()
    with show_steps("families") as steps:
        report = measure(scorer, families, material, watch=lambda done: steps(done, len(families)))
    write_report(describe(report), lay_out(report), output_format, out)


def _read(file: Path) -> "Material":
    """Harmless texts of one's own are one kind."""
    from sayso.audit.blinding.measuring import Material
    from sayso.core.errors import BadFile
    from sayso.files.labelled import read_table

    table = read_table(file)
    table.require("text", "rude")
    labelled = [(row.text("text"), row.label("rude", _LABELS)) for row in table.rows]
    rude = tuple(text for text, is_rude in labelled if is_rude)
    if not rude:
        raise BadFile(f"{file.name} has no rude texts.", hint="What is lost can be measured on those alone.")
    return Material(rude, {file.name: tuple(text for text, is_rude in labelled if not is_rude)})
