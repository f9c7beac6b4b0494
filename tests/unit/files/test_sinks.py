import csv
import io
import json
from collections.abc import Mapping

import pytest

from sayso.core import Attribute, Evidence, Span, WordWeight
from sayso.files.results import CsvSink, JsonlSink, Layout, lay_out_columns
from sayso.files.source import EMPTY, Line, Problem, Result

SCORES = {Attribute.TOXICITY: 0.25, Attribute.INSULT: 0.5}
EVIDENCE = Evidence((WordWeight(Span(0, 5), 0.1234567, "daft"),), {"women": 0.75}, {})


def make_layout(*, has_evidence: bool = False, scale: str = "sayso", keep: tuple[str, ...] = ()) -> Layout:
    kept = lay_out_columns(keep, text_column="text", made=("TOXICITY", "INSULT", "model", "scale", "error"))
    return Layout(kept, tuple(SCORES), "fake.v1", scale, has_evidence)


def make_result(
    text: str, columns: Mapping[str, object] | None = None, *, evidence: Evidence | None = None
) -> Result:
    return Result(Line(text, None, columns or {}), SCORES, evidence)


def write_jsonl(*results: Result, layout: Layout, keep: tuple[str, ...] = ()) -> list[dict[str, object]]:
    stream = io.BytesIO()
    sink = JsonlSink(stream, layout, keep)
    sink.write(results)
    sink.close()
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_json_line_has_text_scores_and_model() -> None:
    (line,) = write_jsonl(make_result("hällo"), layout=make_layout())
    assert line == {"text": "hällo", "scores": {"TOXICITY": 0.25, "INSULT": 0.5}, "model": "fake.v1"}


def test_a_failed_json_line_has_an_error_instead_of_scores() -> None:
    (line,) = write_jsonl(Result(Line("", EMPTY), {}, problem=EMPTY), layout=make_layout())
    assert line == {"text": "", "error": "The text is empty.", "model": "fake.v1"}


def test_evidence_scale_and_kept_columns_are_added_when_asked_for() -> None:
    result = make_result("silly", {"id": 7, "rate": float("nan")}, evidence=EVIDENCE)
    (line,) = write_jsonl(
        result, layout=make_layout(scale="perspective", has_evidence=True), keep=("id", "rate")
    )
    assert line == {
        "text": "silly",
        "scores": {"TOXICITY": 0.25, "INSULT": 0.5},
        "model": "fake.v1",
        "scale": "perspective",
        "words": [{"begin": 0, "end": 5, "text": "silly", "weight": 0.123457}],
        "targets": {"women": 0.75},
        "implied": {},
        "columns": {"id": 7, "rate": None},
    }


def test_a_lone_surrogate_survives_json() -> None:
    (line,) = write_jsonl(make_result("a\ud800b"), layout=make_layout())
    assert line["text"] == "a\ud800b"


def write_csv(*results: Result, layout: Layout) -> list[list[str]]:
    stream = io.BytesIO()
    sink = CsvSink(stream, layout=layout)
    sink.write(results)
    sink.close()
    return list(csv.reader(io.StringIO(stream.getvalue().decode(), newline="")))


def test_csv_has_the_kept_columns_then_ours() -> None:
    rows = write_csv(
        make_result("a, b\nc", {"id": "7", "text": "a, b\nc"}),
        Result(Line("", EMPTY, {"id": "8"}), {}, problem=EMPTY),
        layout=make_layout(keep=("id", "text")),
    )
    assert rows == [
        ["id", "text", "TOXICITY", "INSULT", "model", "scale", "error"],
        ["7", "a, b\nc", "0.25", "0.5", "fake.v1", "sayso", ""],
        ["8", "", "", "", "fake.v1", "sayso", "The text is empty."],
    ]


def test_csv_of_no_results_still_has_its_header() -> None:
    assert write_csv(layout=make_layout()) == [["text", "TOXICITY", "INSULT", "model", "scale", "error"]]


def test_what_a_cell_cannot_hold_is_json() -> None:
    layout = Layout(
        lay_out_columns(("tags",), text_column="text", made=()), tuple(SCORES), "fake.v1", "sayso", True
    )
    _, row, failed = write_csv(
        make_result("silly\ud800", {"tags": ["a", "ä"]}, evidence=EVIDENCE),
        Result(Line("", EMPTY), {}, problem=EMPTY),
        layout=layout,
    )
    assert row[:2] == ['["a", "ä"]', "silly?"]
    assert json.loads(row[4]) == [{"begin": 0, "end": 5, "text": "silly", "weight": 0.123457}]
    assert (json.loads(row[5]), json.loads(row[6])) == ({"women": 0.75}, {})
    assert failed[4:7] == ["", "", ""]


@pytest.mark.parametrize(
    ("keep", "text_column", "kept"),
    [
        ((), None, [("text", None)]),
        ((), "body", [("body", None)]),
        (("id", "body"), "body", [("id", "id"), ("body", None)]),
        (("text",), "body", [("text", "text"), ("body", None)]),
        (("model", "body"), "body", [("input_model", "model"), ("body", None)]),
    ],
)
def test_the_text_is_always_a_column_and_no_name_is_used_twice(
    keep: tuple[str, ...], text_column: str | None, kept: list[tuple[str, str | None]]
) -> None:
    assert lay_out_columns(keep, text_column=text_column, made=("TOXICITY", "model", "error")) == tuple(kept)


def test_a_text_that_could_not_be_judged_has_the_reason_in_place_of_scores() -> None:
    message = "This text is in a language that the model does not know."
    result = Result(Line("merci"), {}, problem=Problem("language", message))
    layout = Layout((("text", None),), (Attribute.TOXICITY,), "fake.v1", "sayso")
    stream = io.BytesIO()
    JsonlSink(stream, layout).write([result])
    assert json.loads(stream.getvalue()) == {
        "text": "merci",
        "error": message,
        "unjudged": "language",
        "model": "fake.v1",
    }
    assert layout.row(result) == ["merci", None, "fake.v1", "sayso", message]
