"""Tiny labelled files, made where they are used."""

from collections.abc import Callable, Mapping, Sequence
from math import nan
from pathlib import Path
from typing import Any

import pytest

from sayso.audit.evaluation.report import GroupReport, GroupRow, JudgementReport, Measure, Report
from sayso.files.labelled import Row, Table
from sayso.stats import Interval
from sayso.stats.reliability import ReliabilityBin

MakeTable = Callable[..., Table]
Alarms = tuple[str, float, float, float]
NONE = Interval(nan, nan, nan)
MEASURES = (
    Measure("ROC-AUC", NONE, 40),
    Measure("false alarms", Interval(0.25, 0.1, 0.4), 40),
    Measure("calibration error", Interval(0.05, 0.04, 0.07), 40),
)
BINS = (ReliabilityBin(20, 0.1, Interval(0.0, 0.0, 0.2)), ReliabilityBin(20, 0.6, Interval(0.5, 0.3, 0.7)))
GROUPS: tuple[Alarms, ...] = (("tall & <big>", 0.5, 0.3, 0.7), ("deaf", 0.0, 0.0, 0.2))


@pytest.fixture
def make_table() -> MakeTable:
    """A table from columns given by name."""

    def make(**columns: Sequence[Any]) -> Table:
        rows: list[Mapping[str, Any]] = [
            dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)
        ]
        numbered = tuple(Row("set.csv", number, cells) for number, cells in enumerate(rows, start=1))
        return Table("set.csv", tuple(columns), numbered)

    return make


@pytest.fixture
def save(tmp_path: Path) -> Callable[[str, bytes], Path]:
    def write(name: str, content: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


@pytest.fixture
def make_report() -> Callable[..., Report]:
    """A report on harmless texts; groups are given by name, share of false alarms and its interval."""

    def make(groups: Sequence[Alarms] = GROUPS) -> Report:
        grouped = GroupReport("identity term", "false alarms", tuple(make_row(*one) for one in groups))
        judgement = JudgementReport("bad", "TOXICITY", 40, 0, MEASURES, (grouped,), BINS)
        whole = (Measure("character F1", Interval(0.7, 0.6, 0.8), 12),)
        return Report(
            "madlibs", "set.csv", "fake.v1", 40, 0.5, 0.5, 500, 0, whole, (judgement,), ("A note.",)
        )

    return make


def make_row(name: str, value: float, low: float, high: float) -> GroupRow:
    right = Interval(1 - value, 1 - high, 1 - low)
    return GroupRow(name, 20, 0, right, NONE, Interval(value, low, high), NONE)
