"""`sayso explain` with the shipped tables and the linear model."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sayso.cli import main

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]  # autouse
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path / "data"))


RUDE = "You are such a stupid idiot, do you know that?"


def test_a_text_is_drawn_with_suggestions(run: Run) -> None:
    result = run("explain", RUDE)
    assert result.exit_code == 0
    assert RUDE in result.output
    assert "====" in result.output
    assert "linear.v1" in result.output


def test_json_is_the_answer_of_the_draft_endpoint(run: Run) -> None:
    result = run("explain", "--json", RUDE)
    answer = json.loads(result.output)
    assert list(answer) == [
        "scores", "words", "rewordings", "selection", "refused", "second_opinion", "model", "unjudged",
    ]  # fmt: skip
    assert any(word["alternatives"] for word in answer["words"])


def test_every_line_of_standard_input_is_a_text() -> None:
    given = f"{RUDE}\r\n\nfine weather\n".encode() + b"broken \xff byte\n"
    result = CliRunner().invoke(main, ["explain", "--json", "--no-alternatives", "-"], input=given)
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert result.exit_code == 0
    assert len(answers) == 4
    assert answers[0]["scores"]["TOXICITY"] > 0.5 > answers[2]["scores"]["TOXICITY"]
    assert not any(word["alternatives"] for word in answers[0]["words"])


@pytest.mark.parametrize("arguments", [["--json"], []])
def test_a_text_that_is_too_long_is_named_and_the_others_are_answered(arguments: list[str]) -> None:
    given = "x" * 20_481 + "\nfine weather\n"
    result = CliRunner().invoke(main, ["explain", *arguments, "-"], input=given)
    assert result.exit_code == 1
    assert "at most 20480" in result.output
    assert "1 text could not be explained" in result.output
    assert "fine weather" in result.output or '"model"' in result.output
