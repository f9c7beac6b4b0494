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
