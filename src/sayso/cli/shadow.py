"""`sayso shadow`: what would change if Sayso answered instead of the service it replaces."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from math import isnan
from typing import Any, Literal, cast

import click

from sayso.audit.shadow.report import Proposal, ShadowReport, ThresholdReport, compare
from sayso.cli.shared.columns import print_columns
from sayso.cli.shared.reporting import format_option
from sayso.core import Attribute
from sayso.files.reports import draw_markdown
from sayso.settings import Settings
from sayso.storage import ShadowRow
from sayso.wiring import open_existing_store

NO_ROWS = "No comparisons yet. Collect some: sayso serve --shadow perspective"
HEAD = (
    "THRESHOLD",
    "BOTH",
    "ONLY OURS",
    "ONLY THEIRS",
    "NEITHER",
    "AGREEMENT",
    "KAPPA",
    "SAME RATE",
    "BEST MATCH",
)

Format = Literal["table", "json", "markdown"]


@click.group("shadow")
def command() -> None:
    """Compare Sayso with the service it replaces."""


def read_thresholds(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[float, ...]:
    try:
        thresholds = tuple(float(part) for part in value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a list of numbers such as 0.7,0.8,0.9.") from None
    if not all(0 < threshold < 1 for threshold in thresholds):
        raise click.BadParameter("thresholds lie between 0 and 1.")
    return thresholds


@command.command("report")
@click.option(
    "--attribute",
    type=click.Choice([str(attribute) for attribute in Attribute], case_sensitive=False),
    default=str(Attribute.TOXICITY),
    show_default=True,
)
@click.option(
    "--thresholds",
    callback=read_thresholds,
    default="0.7,0.8,0.9",
    show_default=True,
    help="The thresholds you use with the other service.",
)
@click.option("--community", help="Only texts of this community.")
@click.option("--model", help="The model to look at; left out: the one compared last.")
@format_option
def report_command(
    *,
    attribute: str,
    thresholds: tuple[float, ...],
    community: str | None,
    model: str | None,
    output_format: Format,
) -> None:
    """Show how far the two agree at your thresholds, and which thresholds of ours stand for them."""
    with open_existing_store(Settings()) as store:
        rows = [row for row in store.shadows.rows(community=community) if has_both(row, attribute)]
        report = make_report(rows, attribute=attribute, thresholds=thresholds, model=model)
        if report is None:
            reason = explain_absence(
                list(store.shadows.rows()), attribute=attribute, community=community, model=model
            )
            click.echo(reason, err=output_format == "json")
            return
    others = len(rows) - report.texts
    PRINTERS[output_format](report)
    if others:
        click.echo(
            f"{others:,} comparisons with other models were left out; choose one with --model.", err=True
        )


def has_both(row: ShadowRow, attribute: str) -> bool:
    return attribute in row.ours and attribute in row.theirs


def explain_absence(
    rows: Sequence[ShadowRow], *, attribute: str, community: str | None, model: str | None
) -> str:
    """What was asked for in vain, and what there is instead."""
    if not rows:
        return NO_ROWS
    place = ""
    if community is not None:
        if community not in {row.community for row in rows}:
            return name_others(f"for community {community!r}", {row.community for row in rows})
        rows = [row for row in rows if row.community == community]
        place = f" in community {community!r}"
    if model is not None and model not in {row.model for row in rows}:
        return name_others(f"for model {model!r}{place}", {row.model for row in rows})
    rows = [row for row in rows if model in (None, row.model)]
    found = {name for row in rows for name in row.ours if has_both(row, name)}
    return name_others(f"of {attribute}{place}", found)


def name_others(what: str, names: Iterable[str]) -> str:
    return f"No comparisons {what}; there are: {', '.join(sorted(names)) or 'none'}."


def make_report(
    rows: Sequence[ShadowRow], *, attribute: str, thresholds: Sequence[float], model: str | None
) -> ShadowReport | None:
    """Models are never mixed: the threshold that suits one does not suit another."""
    chosen = model or (rows[-1].model if rows else "")
    rows = [row for row in rows if row.model == chosen]
    if not rows:
        return None
    ours = [row.ours[attribute] for row in rows]
    theirs = [row.theirs[attribute] for row in rows]
    return compare(ours, theirs, attribute=attribute, model=chosen, thresholds=thresholds)


def make_cells(one: ThresholdReport) -> tuple[str, ...]:
    counts = one.counts
    cells = (counts.both, counts.only_ours, counts.only_theirs, counts.neither)
    proposals = (describe(one.same_rate), describe(one.best_match))
    return (f"{one.threshold:g}", *map(str, cells), str(one.agreement), str(one.kappa), *proposals)


def describe(proposal: Proposal | None) -> str:
    if proposal is None:
        return "-"
    return f"{proposal.threshold:.3f} (kappa {proposal.kappa:.2f}, F1 {proposal.f1:.2f})"


def list_notes(report: ShadowReport) -> list[str]:
    """What the numbers mean, and where they are too few to mean anything."""
    notes = [f"At {one.threshold:g}: {one.too_few}." for one in report.thresholds if one.too_few]
    return [
        *notes,
        "SAME RATE flags as many texts as the other service does at that threshold; BEST MATCH flags the same"
        " texts as far as possible. Intervals are at 95 %.",
    ]


def introduce(report: ShadowReport) -> str:
    return (
        f"{report.attribute}: {report.texts:,} texts scored by {report.model} and by the other service."
        f" Correlation {report.pearson} (Pearson), {report.spearman} (Spearman)."
    )


def print_table(report: ShadowReport) -> None:
    click.echo(introduce(report))
    click.echo()
    print_columns(HEAD, [make_cells(one) for one in report.thresholds], nothing="")
    click.echo()
    for note in list_notes(report):
        click.echo(note)


def print_markdown(report: ShadowReport) -> None:
    click.echo(introduce(report) + "\n")
    click.echo(draw_markdown(HEAD, [make_cells(one) for one in report.thresholds]))
    click.echo()
    for note in list_notes(report):
        click.echo(f"- {note}")


def print_json(report: ShadowReport) -> None:
    """Numbers that are undefined are null: JSON has no NaN."""
    click.echo(json.dumps(replace_nan(asdict(report)), indent=2))


def replace_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: replace_nan(one) for key, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [replace_nan(one) for one in cast("Sequence[Any]", value)]
    return None if isinstance(value, float) and isnan(value) else value


PRINTERS = {"table": print_table, "json": print_json, "markdown": print_markdown}
