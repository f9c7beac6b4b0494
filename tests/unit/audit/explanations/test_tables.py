import json
from math import inf, nan

from sayso.audit.explanations import ExplanationsReport, MethodReport, PairReport
from sayso.audit.explanations.report import make_markdown, make_table
from sayso.files.reports import encode_report
from sayso.stats import Interval

HALF = Interval(0.5, 0.4, 0.6)


def make_method(name: str, *, mean_ms: float, best_cut: float = 0.25) -> MethodReport:
    time = Interval(mean_ms, mean_ms - 1, mean_ms + 1)
    return MethodReport(
        name, 0.2, Interval(0.9, 0.8, 1.0), HALF, HALF, 0.625, best_cut, HALF, HALF, HALF, HALF, time, time
    )


REPORT = ExplanationsReport(
    "set.csv",
    "fake.v1",
    1500,
    500,
    "rationale",
    20,
    7,
    (make_method("rationale", mean_ms=10.0), make_method("gradients", mean_ms=250.0, best_cut=-inf)),
    (PairReport("rationale", "gradients", Interval(nan, nan, nan)),),
    ("No attention: it is not there.",),
)


def test_the_table_holds_overlap_f1_and_time_of_each_method() -> None:
    lines = make_table(REPORT).splitlines()
    assert lines[0].startswith("fake.v1 on set.csv: 1,500 posts with a majority rationale.")
    rows = [line.split("  ") for line in lines if line.startswith("gradients")]
    people, _, time = ([cell.strip() for cell in row if cell.strip()] for row in rows)
    assert people[1:] == [
        *("0.2", "0.900 [0.800, 1.000]", "0.500", "0.500 [0.400, 0.600]", "0.625 all flagged"),
        *("50.0%", "50.0%"),
    ]
    assert time[1:] == ["250.0 [249.0, 251.0]", "250.0 [249.0, 251.0]", "25.0"]


def test_notes_say_what_the_numbers_mean_and_how_intervals_were_made() -> None:
    page = make_markdown(REPORT)
    assert "- No attention: it is not there.\n" in page
    assert "(20 resamples, seed 7)" in page
    assert "| rationale | gradients | – |" in page
    assert "| 0.625 at 0.25 |" in page


def test_one_method_has_no_table_of_pairs() -> None:
    alone = ExplanationsReport(
        "set.csv", "fake.v1", 1, 1, "rationale", 1, 0, (make_method("rationale", mean_ms=1.0),), ()
    )
    assert "Overlap between methods" not in make_table(alone)


def test_json_has_null_for_what_is_undefined_or_endless() -> None:
    found = json.loads(encode_report(REPORT))
    assert found["pairs"][0]["overlap"]["value"] is None
    assert found["methods"][1]["best_cut"] is None
    assert found["methods"][0]["overlap"] == {"value": 0.9, "low": 0.8, "high": 1.0}
    assert found["notes"] == ["No attention: it is not there."]
