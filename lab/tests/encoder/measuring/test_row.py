from math import nan

import pytest

from sayso.stats import Interval
from sayso_lab.encoder.measuring.row import Target, TargetRow, leave_out


@pytest.mark.parametrize(
    ("target", "value", "is_met"),
    [
        (Target(0.7), 0.7, True),
        (Target(0.7), 0.69, False),
        (Target(0.05, "at most"), 0.05, True),
        (Target(0.05, "at most"), 0.06, False),
        (Target(0.05), nan, None),
        (None, 0.9, None),
    ],
)
def test_a_target_is_met_at_its_limit(target: Target | None, value: float, is_met: bool | None) -> None:
    assert TargetRow("x", Interval(value, value, value), 3, target).is_met is is_met


def test_a_row_as_json_is_rounded_and_whole() -> None:
    row = TargetRow("what", Interval(0.12345, 0.1, 0.2), 7, Target(0.25, "at most"), "why")
    assert row.to_json() == {
        "what": "what", "value": 0.1235, "low": 0.1, "high": 0.2, "n": 7, "target": 0.25,
        "direction": "at most", "met": True, "note": "why",
    }  # fmt: skip


def test_a_row_left_out_says_why_and_holds_no_number() -> None:
    row = leave_out("what", "no texts", target=Target(0.7)).to_json()
    assert (row["value"], row["low"], row["met"], row["note"]) == (None, None, None, "left out: no texts")
