"""`sayso train aims` from its options to its output, on a few made-up rows, with a list of words."""

import json
from pathlib import Path
from typing import Any, cast

import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from sayso.cli import main

ROWS = 400


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """One set, every other text of which is toxic, enough of it that each part gets some."""
    folder = tmp_path / "sets"
    folder.mkdir()
    names = ("toxic", "severe_toxic", "obscene", "threat", "insult", "identity_hate")
    words = (["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] * 2)[:20]
    texts = [
        f"{'idiot' if row % 2 else 'friend'} {words[row % 10]} {words[row // 10 % 10]} {row}"
        for row in range(ROWS)
    ]
    column = "comment_text"
    table: dict[str, list[Any]] = {column: texts} | {name: [row % 2 for row in range(ROWS)] for name in names}
    cast("Any", pyarrow.parquet).write_table(cast("Any", pyarrow).table(table), folder / "jigsaw.parquet")
    return folder


@pytest.fixture
def words(tmp_path: Path) -> str:
    file = tmp_path / "words.txt"
    file.write_text("idiot\n")
    return f"blocklist:{file}"


def evaluate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["train", "aims", "--limit", "5", "--resamples", "10", *arguments])


def test_the_table_is_printed_and_all_of_it_written(data_dir: Path, words: str, tmp_path: Path) -> None:
    out = tmp_path / "targets.json"
    result = evaluate("--data", str(data_dir), "--scorer", words, "--out", str(out))
    assert result.exit_code == 0, result.output
    assert "Only 5 texts of each set: not for the record." in result.stdout
    (jigsaw,) = [line for line in result.stdout.splitlines() if line.startswith("Jigsaw")]
    assert jigsaw.split()[3] == "1.000"
    kept = json.loads(out.read_text())
    assert kept["limit"] == 5
    assert kept["rows"][-1]["what"].startswith("calibration error, IDENTITY_ATTACK")


def test_steps_are_plain_lines_where_nobody_watches(data_dir: Path, words: str) -> None:
    result = evaluate("--data", str(data_dir), "--scorer", words)
    assert "reading jigsaw.parquet\n" in result.stderr
    assert "5 texts: jigsaw\n" in result.stderr


def test_json_lines_hold_a_row_each(data_dir: Path, words: str) -> None:
    result = evaluate("--data", str(data_dir), "--scorer", words, "--format", "jsonl")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert {"model", "what", "value", "low", "high", "n", "target", "met", "note"} <= set(rows[0])


def test_markdown_is_a_table(data_dir: Path, words: str) -> None:
    result = evaluate("--data", str(data_dir), "--scorer", words, "--format", "markdown")
    assert "| What | Value [95 %] | Texts | Aim | Met | Note |" in result.stdout


def test_a_missing_folder_is_one_sentence_and_a_hint(words: str, tmp_path: Path) -> None:
    result = evaluate("--data", str(tmp_path / "none"), "--scorer", words)
    assert result.exit_code == 1
    assert "There is no folder" in result.stderr
    assert "Hint: " in result.stderr
