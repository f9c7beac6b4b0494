"""A report as tables: for a terminal, and in Markdown."""

from sayso.audit.evaluation.report import MEANINGS, GroupReport, JudgementReport, Measure, MeasureName, Report
from sayso.files.reports import Cells, Paper, Section

MEASURE_HEAD = ("Labels", "Attribute", "Measure", "Value [95 %]", "Texts")
GROUP_HEAD = ("Texts", "Positive", "Right [95 %]", "Found [95 %]", "False alarms [95 %]", "ROC-AUC [95 %]")


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
    return _write(report).to_table()


def make_markdown(report: Report) -> str:
    return _write(report).to_markdown()


def _write(report: Report) -> Paper:
    return Paper(introduce(report), list_sections(report), list_notes(report))
