"""`sayso thresholds`: a threshold in use with Perspective, and the score on our scale that means the same."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import click

from sayso.cli.shared.columns import print_columns
from sayso.cli.shared.formats import format_options
from sayso.core.errors import BadInput
from sayso.files.reports import draw_markdown
from sayso.scoring.encoder_file import load_metadata
from sayso.scoring.linear_weights import load_weights
from sayso.scoring.registry import Spec
from sayso.scoring.weight_files import LINEAR, SHELVES
from sayso.settings import Settings

TableFormat = Literal["table", "markdown", "json"]
Rows = Sequence[Mapping[str, Any]]
HEAD = (
    "Attribute", "Perspective", "Sayso", "95 %", "over: theirs", "over: ours", "same side", "found again",
    "error",
)  # fmt: skip
BACK_HEAD = ("Attribute", "Sayso", "Perspective", "95 %", "error")
BACK_EXPLANATION = """\
Perspective: the score on Perspective's scale that as many comments reach as this one on ours. 95 %: where it
would lie with other comments of the same kind (bootstrap). error: how far from it Perspective's score is on
average, for comments within 0.05 of this score that the map was not fitted on."""
EXPLANATION = """\
Sayso: the score on our own scale that lets as many comments through as that threshold of Perspective's.
95 %: where that score would lie with other comments of the same kind (bootstrap). The rest was measured on
comments the map was not fitted on. over: share of comments at or over the threshold. same side: share that
both put on the same side. found again: of those over Perspective's threshold, the share also over ours.
error: how far our answer on Perspective's scale is off on average, for comments to which Perspective gave
within 0.05 of the threshold."""


@click.command("thresholds")
@click.option(
    "--scorer", default="embedded", show_default=True, help="Model, such as embedded, linear or linear.v1."
)
@click.option("--attribute", "only", multiple=True, help="Only this attribute; may be repeated.")
@format_options(["table", "markdown", "json"], default="table")
@click.option("--back", is_flag=True, help="The other way: from our scale to Perspective's.")
def command(*, scorer: str, only: tuple[str, ...], output_format: TableFormat, back: bool) -> None:
    """Translate thresholds from Perspective's scale to ours, or back, with the error of doing so."""
    model, record = read_record(scorer)
    tables = choose_tables(model, record, only, kind="thresholds_back" if back else "thresholds")
    if output_format == "json":
        click.echo(
            json.dumps({"model": model, "errors": record["scale_errors"], "thresholds": tables}, indent=2)
        )
        return
    head, make = (BACK_HEAD, make_back_row) if back else (HEAD, make_row)
    explanation = BACK_EXPLANATION if back else EXPLANATION
    rows = [make(name, row) for name, rows in tables.items() for row in rows]
    if output_format == "markdown":
        click.echo(f"{draw_markdown(head, rows)}\n\n{describe_model(model, record)}\n\n{explanation}")
    else:
        print_columns(head, rows, nothing="No thresholds.")
        click.echo(f"\n{describe_model(model, record)}\n{explanation}")


def read_record(scorer: str) -> tuple[str, Mapping[str, Any]]:
    """The versioned name and the record in its weights file."""
    spec = Spec.parse(scorer)
    shelf = next((shelf for shelf in SHELVES if shelf.base == spec.base and not spec.argument), None)
    if shelf is None:
        raise BadInput(
            f"The scorer {scorer!r} keeps no table of thresholds.",
            hint="Ask for embedded, linear or a version such as embedded.v4.",
        )
    path = shelf.find(spec.version, Settings().data_dir / "models")
    weights = load_weights(path) if shelf is LINEAR else load_metadata(path)
    return weights.name, weights.record


def choose_tables(
    model: str, record: Mapping[str, Any], only: Sequence[str], *, kind: str
) -> dict[str, Rows]:
    tables: dict[str, Rows] = dict(record.get(kind) or {})
    if not tables and record.get("thresholds"):
        raise BadInput(
            f"{model} was made before thresholds were translated back.",
            hint="Ask without --back, or for another model.",
        )
    if not tables:
        raise BadInput(
            f"{model} was trained without Perspective's scores, so nothing can be translated.",
            hint="Put perspective_scores.parquet beside the other data sets and train again.",
        )
    for name in only:
        if name not in tables:
            raise BadInput(f"{model} has no thresholds for {name!r}.", hint=f"It has {', '.join(tables)}.")
    return {name: rows for name, rows in tables.items() if not only or name in only}


def make_row(name: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    found = "–" if row["found"] is None else f"{row['found']:.0%}"
    return (
        name,
        f"{row['perspective']:.2f}",
        f"{row['sayso']:.3f}",
        f"{row['low']:.3f}–{row['high']:.3f}",
        f"{row['share_over_perspective']:.1%}",
        f"{row['share_over_sayso']:.1%}",
        f"{row['agreement'][0]:.1%}",
        found,
        show_error(row.get("error")),
    )


def make_back_row(name: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        name,
        f"{row['sayso']:.2f}",
        f"{row['perspective']:.3f}",
        f"{row['low']:.3f}–{row['high']:.3f}",
        show_error(row.get("error")),
    )


def show_error(error: float | None) -> str:
    """Too few comments near it, or a model that was measured without: nothing to tell."""
    return "–" if error is None else f"{error:.2f}"


def describe_model(model: str, record: Mapping[str, Any]) -> str:
    errors: Mapping[str, Any] = record["scale_errors"]
    parts = [f"{name} {error['mean_absolute_error'][0]:.2f}" for name, error in errors.items()]
    texts = max(error["texts"] for error in errors.values())
    error = f"Mean error of a translated score on {texts:,} comments: {', '.join(parts)}."
    return f"{model}, {record['date']}. {error}"
