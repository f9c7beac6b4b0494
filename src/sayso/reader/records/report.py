"""The tables, as data."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan, nan

from sayso.core.policy import Method
from sayso.core.reader import Ruling
from sayso.files.reports import Paper, Section
from sayso.stats import Interval


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean, standard deviation (n - 1) and median. All are `nan` without values, the deviation with one too.

    >>> Spread.of([1, 2, 6])
    Spread(mean=3.0, deviation=2.6457513110645907, median=2.0, count=3)
    """

    mean: float
    deviation: float
    median: float
    count: int

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """Of the values that are defined."""
        defined = [float(value) for value in values if not isnan(value)]
        if not defined:
            return cls(nan, nan, nan, 0)
        deviation = statistics.stdev(defined) if len(defined) > 1 else nan
        return cls(statistics.fmean(defined), deviation, statistics.median(defined), len(defined))


@dataclass(frozen=True, slots=True)
class Metric:
    """One line of a table: a number per conversation, and how it lies over conversations."""

    name: str
    method: Method
    spread: Spread


@dataclass(frozen=True, slots=True)
class RulingCount:
    """How many readers ruled so on the same words, and how often."""

    term: str
    ruling: Ruling
    readers: int
    times: int


@dataclass(frozen=True, slots=True)
class AnswerCount:
    """How often a question was answered so, and the share of all answers to it."""

    question: str
    answer: str
    count: int
    share: Interval


@dataclass(frozen=True, slots=True)
class GroupCount:
    """Replies that name a group, and how many of them were replaced or held."""

    group: str
    method: Method
    replies: int
    triggers: Interval
    previews: Interval


@dataclass(frozen=True, slots=True)
class RecordsReport:
    source: str
    conversations: int
    interaction: tuple[Metric, ...]
    """Table 1: who said how much."""
    toxicity: tuple[Metric, ...]
    """Table 2: safe responses and mean scores."""
    answers: tuple[AnswerCount, ...]
    """Both questions, once for each reply, whatever it was about."""
    rulings: tuple[RulingCount, ...]
    groups: tuple[GroupCount, ...]
    notes: tuple[str, ...] = ()


SPREAD_HEAD = ("Per conversation", "Filter", "Mean (SD)", "Median", "Conversations")
ANSWER_HEAD = ("Question", "Answer", "Times", "Share [95 %]")
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
    if report.answers:
        rows = [(one.question, one.answer, f"{one.count:,}", str(one.share)) for one in report.answers]
        sections.append(Section("What readers answered", ANSWER_HEAD, rows))
    if report.rulings:
        shown = [
            (one.term, one.ruling, f"{one.readers:,}", f"{one.times:,}")
            for one in report.rulings[:MOST_RULINGS]
        ]
        title = f"What readers ruled ({len(report.rulings):,}, most readers first)"
        sections.append(Section(title, RULING_HEAD, shown))
    if report.groups:
        rows = [
            (one.group, one.method, f"{one.replies:,}", str(one.triggers), str(one.previews))
            for one in report.groups
        ]
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
