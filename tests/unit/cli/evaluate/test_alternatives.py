"""`sayso evaluate alternatives` from its options to its output; the advisers are those of the product."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sayso import wiring
from sayso.cli import main
from sayso.text.partition import is_held_out_pair

SENTENCES = [f"what a stupid idea {number}" for number in range(60)]


@pytest.fixture(autouse=True)
def _data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]  # autouse
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path))


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    path = tmp_path / "pairs.csv"
    rows = [f"{text},{text.replace('stupid ', '')},,\n" for text in SENTENCES]
    path.write_text("toxic,neutral1,neutral2,neutral3\n" + "".join(rows))
    return str(path)


def evaluate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", "alternatives", "--resamples", "5", *arguments])


def read(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def find_none(**_: str) -> tuple[EntryPoint, ...]:
    """Entry points where the laboratory is not installed."""
    return ()


def test_our_wordings_are_held_against_those_of_people(pairs: str) -> None:
    report = read(evaluate(pairs, "--format", "json", "--limit", "1"))
    assert report["texts"] == 1
    assert [one["adviser"] for one in report["hits"]] == ["all", "near words only", "leaving out only"]
    assert [one["adviser"] for one in report["edits"]][:2] == ["as written", "people"]


def test_only_held_out_sentences_are_read(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    learned = next(text for text in SENTENCES if not is_held_out_pair(text))
    path.write_text(f"toxic,neutral1\n{learned},what an idea\n")
    result = evaluate(str(path))
    assert result.exit_code == 1
    assert "holds no sentence that was held out" in result.stderr


def test_a_base_that_is_named_must_be_there(pairs: str, tmp_path: Path) -> None:
    result = evaluate(pairs, "--base", str(tmp_path / "none"))
    assert result.exit_code == 1
    assert "lacks config.json" in result.stderr


def test_markdown_is_a_table_and_without_the_extra_meaning_is_left_out(
    pairs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "entry_points", find_none)
    result = evaluate(pairs, "--format", "markdown", "--limit", "1")
    assert "| Alternatives | A word for a word [95 %] |" in result.stdout
    assert "- Meaning is not compared: that needs the extra 'train'." in result.stdout
