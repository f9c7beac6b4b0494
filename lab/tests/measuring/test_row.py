from math import nan

import pytest

from sayso.stats import Interval
from sayso_lab.measuring.row import Aim, AimRow, leave_out


@pytest.mark.parametrize(
    ("aim", "value", "is_met"),
    [
        (Aim(0.7), 0.7, True),
        (Aim(0.7), 0.69, False),
        (Aim(0.05, "at most"), 0.05, True),
        (Aim(0.05, "at most"), 0.06, False),
        (Aim(0.05), nan, None),
        (None, 0.9, None),
    ],
)
def test_an_aim_is_met_at_its_limit(aim: Aim | None, value: float, is_met: bool | None) -> None:
    assert AimRow("x", Interval(value, value, value), 3, aim).is_met is is_met


def test_a_row_as_json_is_rounded_and_whole() -> None:
    row = AimRow("what", Interval(0.12345, 0.1, 0.2), 7, Aim(0.25, "at most"), "why")
    assert row.to_json() == {
        "what": "what", "value": 0.1235, "low": 0.1, "high": 0.2, "n": 7, "target": 0.25,
        "direction": "at most", "met": True, "note": "why",
    }  # fmt: skip


def test_a_row_left_out_says_why_and_holds_no_number() -> None:
    row = leave_out("what", "no texts", aim=Aim(0.7)).to_json()
    assert (row["value"], row["low"], row["met"], row["note"]) == (None, None, None, "left out: no texts")
