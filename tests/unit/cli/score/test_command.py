"""`sayso score` from its options to its output, with the blocklist: small, exact, without a model."""

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from sayso.cli import main
from sayso.cli.score.command import guess_format, report_problems
from sayso.cli.shared.errors import Failure

parquet: Any = pyarrow.parquet
arrow: Any = pyarrow


@pytest.fixture
def words(tmp_path: Path) -> str:
    file = tmp_path / "words.txt"
    file.write_text("idiot\n")
    return f"blocklist:{file}"


def score(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["score", *arguments], input=stdin)


def read_lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_standard_input_is_one_text_a_line_and_a_pipe_gets_jsonl(words: str) -> None:
    result = score("-", "--scorer", words, stdin=b"hello\nyou idiot\n")
    assert result.exit_code == 0, result.output
    first, second = read_lines(result)
    assert list(first) == ["text", "scores", "model"]
    assert first["text"] == "hello"
    assert first["scores"]["TOXICITY"] < second["scores"]["TOXICITY"]
    assert result.stderr == ""


def test_an_empty_line_has_an_error_and_the_exit_status_is_1(words: str) -> None:
    result = score("-", "--scorer", words, stdin=b"hello\n\nb\xe4d\n")
    assert result.exit_code == 1
    good, empty, bad = read_lines(result)
    assert "error" not in good
    assert (empty["error"], bad["error"]) == ("The text is empty.", "Byte 2 of the line is not UTF-8.")
    assert "scores" not in empty
    assert result.stderr == (
        "Error: 2 of 3 lines have no score: 1 empty, 1 not UTF-8.\n"
        "Hint: Name the encoding that the file has, such as: --encoding windows-1252\n"
    )


def test_no_input_is_no_output_and_no_error(words: str) -> None:
    result = score("-", "--scorer", words, stdin=b"")
    assert (result.exit_code, result.output) == (0, "")


def test_csv_in_and_out_keeps_every_column(words: str, tmp_path: Path) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("id,comment_text\n7,you idiot\n8,hello\n")
    result = score(str(source), "--scorer", words, "--attributes", "toxicity", "--out", str(out))
    assert (result.exit_code, result.output) == (0, "")
    with out.open(newline="") as stream:
        first, second = csv.DictReader(stream)
    assert list(first) == ["id", "comment_text", "TOXICITY", "model", "scale", "error"]
    assert (first["id"], second["id"]) == ("7", "8")
    assert float(first["TOXICITY"]) > float(second["TOXICITY"])


def test_parquet_in_and_out(words: str, tmp_path: Path) -> None:
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    parquet.write_table(arrow.table({"id": [7, 8], "text": ["hello", None]}), source)
    result = score(str(source), "--scorer", words, "--out", str(out))
    assert result.exit_code == 1
    rows = parquet.read_table(out).to_pylist()
    assert [(row["id"], row["error"]) for row in rows] == [(7, None), (8, "The text is null.")]


def test_parquet_comes_through_a_pipe_too(words: str, tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    parquet.write_table(arrow.table({"text": ["hello"]}), source)
    result = score("-", "--input-format", "parquet", "--scorer", words, stdin=source.read_bytes())
    assert [line["text"] for line in read_lines(result)] == ["hello"]


def test_jsonl_keeps_the_columns_asked_for(words: str, tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text('{"id": 7, "said": "hello", "more": 1}\n')
    result = score(str(source), "--column", "said", "--keep", "id, said", "--scorer", words)
    (line,) = read_lines(result)
    assert line["columns"] == {"id": 7, "said": "hello"}


def test_a_column_that_is_not_there_cannot_be_kept(words: str, tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("id,text\n7,hello\n")
    result = score(str(source), "--keep", "idd", "--scorer", words)
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: Unknown column 'idd'. Known: id, text. Did you mean 'id'?")


def test_a_table_is_for_people(words: str) -> None:
    result = score("-", "--scorer", words, "--format", "table", "--attributes", "TOXICITY", stdin=b"hello\n")
    caption, head, row = result.stdout.splitlines()
    assert caption.startswith("blocklist.v1")
    assert (head, row.split()[-1]) == ("TOXICITY  text", "hello")


def test_evidence_names_the_terms(words: str) -> None:
    result = score("-", "--scorer", words, "--evidence", stdin=b"you idiot\n")
    (line,) = read_lines(result)
    assert [(word["begin"], word["end"], word["text"]) for word in line["words"]] == [(4, 9, "idiot")]
    assert (line["targets"], line["implied"]) == ({}, {})


def test_a_scorer_without_a_map_says_that_its_scores_stay_as_they_are(words: str) -> None:
    result = score("-", "--scorer", words, "--scale", "perspective", stdin=b"hello\n")
    assert result.exit_code == 0
    assert read_lines(result)[0]["scale"] == "perspective"
    assert "has no map onto Perspective's scale" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["comment.csv"], "Error: There is no file 'comment.csv'. Did you mean 'comments.csv'?\n"),
        (["."], "Error: '.' is a folder, not a file.\n"),
        (
            ["a.json"],
            "Error: 'a.json' may be one JSON document; Sayso reads JSON Lines, one object a line.\n",
        ),
        (
            ["comments.csv"],
            "Error: No column of 'comments.csv' has a usual name for the text. Columns: id, said.\n",
        ),
        (["a.txt", "--column", "text"], "Error: 'a.txt' is read as plain lines, which have no columns.\n"),
        (["a.txt", "--scorer", "linaer"], "Error: Unknown scorer 'linaer'. Known: "),
        (["a.txt", "--attributes", "TOXIC"], "Error: Unknown attribute of linear.v1 'TOXIC'. Known: "),
        (["a.txt", "--out", "no/where"], "Error: There is no folder "),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("comments.csv").write_text("id,said\n1,hello\n")
    Path("a.txt").write_text("hello\n")
    result = score(*arguments)
    assert result.exit_code == 1
    assert result.stderr.startswith(said)
    assert result.stdout == ""


def test_a_missing_file_name_is_a_usage_error() -> None:
    result = score()
    assert result.exit_code == 2
    assert "Missing argument 'FILE|-'" in result.stderr


@pytest.mark.parametrize(
    ("out", "expected"),
    [
        (None, "jsonl"),
        ("-", "jsonl"),
        ("a.csv", "csv"),
        ("a.PARQUET", "parquet"),
        ("a.jsonl", "jsonl"),
        ("a", "jsonl"),
    ],
)
def test_the_ending_of_the_output_says_its_format(out: str | None, expected: str) -> None:
    assert guess_format(out) == expected


def test_a_used_up_quota_is_said_so() -> None:
    with pytest.raises(Failure) as caught:
        report_problems(Counter({"": 2000, "remote-quota": 1500, "empty": 1}))
    assert caught.value.message == "1,501 of 2,000 lines have no score: 1,500 remote-quota, 1 empty."
    assert "quota" in caught.value.hint


def test_the_file_that_is_scored_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "texts.csv"
    path.write_text("id,text\n1,hello\n")
    result = CliRunner().invoke(main, ["score", str(path), "--scorer", "linear", "--out", str(path)])
    assert result.exit_code == 1
    assert "is the file that is scored" in result.stderr
    assert path.read_text() == "id,text\n1,hello\n"
