"""The paper's tables of conversations, for a terminal and in Markdown."""

from math import isnan

from sayso.files.reports import Paper, Section
from sayso.reader.records.report import GroupCount, Metric, RecordsReport, RulingCount

SPREAD_HEAD = ("Per conversation", "Filter", "Mean (SD)", "Median", "Conversations")
RULING_HEAD = ("Words", "Ruling", "Readers", "Times")
GROUP_HEAD = ("Group named", "Filter", "Replies", "Default message [95 %]", "Preview [95 %]")
MOST_RULINGS = 20


def make_records_paper(report: RecordsReport) -> Paper:
    introduction = f"{report.source}: {report.conversations:,} conversations."
    return Paper(introduction, list_sections(report), [*report.notes, *list_record_notes(report)])


def list_sections(report: RecordsReport) -> list[Section]:
    sections = [
        Section("Table 1: who said how much", SPREAD_HEAD, [_show(one) for one in report.interaction]),
        Section("Table 2: safe responses and scores", SPREAD_HEAD, [_show(one) for one in report.toxicity]),
    ]
    if report.rulings:
        shown = [_show_ruling(one) for one in report.rulings[:MOST_RULINGS]]
        title = f"What readers ruled ({len(report.rulings):,}, most readers first)"
        sections.append(Section(title, RULING_HEAD, shown))
    if report.groups:
        rows = [_show_group(one) for one in report.groups]
        sections.append(Section("By group that the reply names", GROUP_HEAD, rows))
    return sections


def list_record_notes(report: RecordsReport) -> list[str]:
    groups = (
        "A reply names a group by its words or, by the model (from 0.5), is aimed at it; it may name more."
    )
    return [
        "Mean, standard deviation and median are over conversations. Scores are of whole replies, filtered"
        " ones too.",
        *([groups] if report.groups else []),
    ]


def _show(metric: Metric) -> tuple[str, ...]:
    spread = metric.spread
    mean = f"{_write(spread.mean)} ({_write(spread.deviation)})"
    return metric.name, metric.method, mean, _write(spread.median), f"{spread.count:,}"


def _write(number: float) -> str:
    return "–" if isnan(number) else f"{number:.2f}"


def _show_ruling(one: RulingCount) -> tuple[str, ...]:
    return one.term, one.ruling, f"{one.readers:,}", f"{one.times:,}"


def _show_group(one: GroupCount) -> tuple[str, ...]:
    return one.group, one.method, f"{one.replies:,}", str(one.triggers), str(one.previews)
