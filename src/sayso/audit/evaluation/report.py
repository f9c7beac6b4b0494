"""The findings, as data: every number with its interval and the count of texts it rests on."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import TypeAdapter, ValidationError

from sayso.audit.evaluation.cases import Rate
from sayso.core.errors import BadFile
from sayso.files.reports import Cells, Paper, Section
from sayso.stats import Interval
from sayso.stats.reliability import ReliabilityBin

MeasureName = Literal[
    "ROC-AUC",
    "average precision",
    "macro-F1",
    "right",
    "found",
    "false alarms",
    "calibration error",
    "token F1",
    "character F1",
]
LOWER_IS_BETTER: frozenset[str] = frozenset({"false alarms", "calibration error"})

MEANINGS: Mapping[MeasureName, str] = {
    "ROC-AUC": "chance that a positive text scores above a negative one; 0.5 is chance",
    "average precision": "precision averaged over the positives down the ranking; guessing gives their share",
    "macro-F1": "mean of the classes' F1",
    "right": "share of texts put on the right side of the threshold",
    "found": "share of positive texts at or over the threshold",
    "false alarms": "share of negative texts at or over the threshold; lower is better",
    "calibration error": "mean distance between score and share of positives, in 15 bins of equally many"
    " texts; lower is better",
    "token F1": "F1 of marked words, counts summed over all texts",
    "character F1": "F1 of marked characters, mean over texts; 1 where nothing was to be marked and nothing"
    " is",
}


@dataclass(frozen=True, slots=True)
class Measure:
    """One number; `texts` is how many texts it was taken over."""

    name: MeasureName
    interval: Interval
    texts: int


@dataclass(frozen=True, slots=True)
class GroupRow:
    """The texts of one group."""

    group: str
    texts: int
    positives: int
    right: Interval
    found: Interval
    false_alarms: Interval
    auc: Interval

    def rate(self, name: Rate) -> Interval:
        return {"right": self.right, "found": self.found, "false alarms": self.false_alarms}[name]

    def count(self, name: Rate) -> int:
        """The texts that a rate is a share of."""
        return {"right": self.texts, "found": self.positives, "false alarms": self.texts - self.positives}[
            name
        ]


@dataclass(frozen=True, slots=True)
class GroupReport:
    """All groups, the worst by `shown` first."""

    name: str
    shown: Rate
    rows: tuple[GroupRow, ...]


@dataclass(frozen=True, slots=True)
class JudgementReport:
    """One column of labels against one attribute."""

    name: str
    attribute: str
    texts: int
    positives: int
    measures: tuple[Measure, ...]
    groups: tuple[GroupReport, ...]
    bins: tuple[ReliabilityBin, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A scorer against a file."""

    kind: str
    source: str
    model: str
    texts: int
    threshold: float
    word_threshold: float
    resamples: int
    seed: int
    measures: tuple[Measure, ...]
    judgements: tuple[JudgementReport, ...]
    notes: tuple[str, ...] = ()


def read_report(path: Path) -> Report:
    """A report that `--format json` wrote."""
    try:
        value = _restore(json.loads(path.read_text("utf-8")))
        return TypeAdapter(Report).validate_python(value)
    except OSError as error:
        raise BadFile(f"The report cannot be read from {str(path)!r}: {error.strerror}.") from error
    except ValidationError as error:
        place = ".".join(map(str, error.errors(include_input=False)[0]["loc"]))
        raise BadFile(f"{path.name} is not a report of Sayso's: see {place!r}.", hint=HOW) from error
    except ValueError as error:
        raise BadFile(f"{path.name} is not JSON.", hint=HOW) from error


HOW = "Make one: sayso evaluate SET FILE --format json --out REPORT.json"


def _restore(value: Any) -> Any:
    """Every null in a report was a number that is undefined."""
    if isinstance(value, dict):
        return {key: _restore(one) for key, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_restore(one) for one in cast("list[Any]", value)]
    return nan if value is None else value


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
