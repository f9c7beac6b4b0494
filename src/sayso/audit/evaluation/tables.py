"""A report as tables: for a terminal, and in Markdown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sayso.audit.evaluation.report import MEANINGS, GroupReport, JudgementReport, Measure, MeasureName, Report

MEASURE_HEAD = ("Labels", "Attribute", "Measure", "Value [95 %]", "Texts")
GROUP_HEAD = ("Texts", "Positive", "Right [95 %]", "Found [95 %]", "False alarms [95 %]", "ROC-AUC [95 %]")

Cells = Sequence[str]


@dataclass(frozen=True, slots=True)
class Section:
    """A table with its title."""

    title: str
    head: Cells
    rows: Sequence[Cells]


def introduce(report: Report) -> str:
    return (
        f"{report.model} on {report.source} ({report.kind}): {report.texts:,} texts, flagged at or over"
        f" {report.threshold:g}."
    )


def list_sections(report: Report) -> list[Section]:
    sections = [Section("Results", MEASURE_HEAD, _list_measures(report))]
    for judgement in report.judgements:
        sections += [_make_group_section(judgement, group) for group in judgement.groups if group.rows]
    return sections


def _list_measures(report: Report) -> list[Cells]:
    whole = [("all", "", *_make_cells(measure)) for measure in report.measures]
    return [
        *whole,
        *(
            (one.name, one.attribute, *_make_cells(measure))
            for one in report.judgements
            for measure in one.measures
        ),
    ]


def _make_cells(measure: Measure) -> tuple[str, str, str]:
    return measure.name, str(measure.interval), f"{measure.texts:,}"


def _make_group_section(judgement: JudgementReport, group: GroupReport) -> Section:
    title = f"{judgement.attribute} against {judgement.name!r}, by {group.name}, worst {group.shown!r} first"
    rows = [
        (
            row.group,
            f"{row.texts:,}",
            f"{row.positives:,}",
            *map(str, (row.right, row.found, row.false_alarms, row.auc)),
        )
        for row in group.rows
    ]
    return Section(title, (group.name.capitalize(), *GROUP_HEAD), rows)


def list_notes(report: Report) -> list[str]:
    """What was left out, what the measures mean, how the intervals were made."""
    used: dict[MeasureName, None] = dict.fromkeys(
        measure.name
        for measures in (report.measures, *(one.measures for one in report.judgements))
        for measure in measures
    )
    meanings = [f"{name}: {MEANINGS[name]}." for name in used]
    words = [f"Words count as marked from a weight of {report.word_threshold:g}."] if report.measures else []
    intervals = (
        "Intervals are at 95 %: Wilson's for shares, bootstrap over texts for the rest"
        f" ({report.resamples} resamples, seed {report.seed}). Texts made from the same template are not"
        " independent, and the true intervals of such files are wider."
    )
    return [*report.notes, *meanings, *words, intervals]


def make_table(report: Report) -> str:
    return _join(report, _draw_columns, title=lambda text: text, note=lambda text: text)


def make_markdown(report: Report) -> str:
    return _join(report, draw_markdown, title=lambda text: f"### {text}", note=lambda text: f"- {text}")


def _join(
    report: Report,
    draw: Callable[[Cells, Sequence[Cells]], str],
    *,
    title: Callable[[str], str],
    note: Callable[[str], str],
) -> str:
    tables = [f"{title(one.title)}\n\n{draw(one.head, one.rows)}" for one in list_sections(report)]
    notes = "\n".join(note(text) for text in list_notes(report))
    return "\n\n".join([introduce(report), *tables, notes]) + "\n"


def _draw_columns(head: Cells, rows: Sequence[Cells]) -> str:
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)
    )
    return "\n".join(line.rstrip() for line in lines)


def draw_markdown(head: Cells, rows: Sequence[Cells]) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join("| " + " | ".join(_escape(cell) for cell in cells) + " |" for cells in lines)


def _escape(cell: str) -> str:
    return cell.replace("|", "\\|").replace("\n", " ")
