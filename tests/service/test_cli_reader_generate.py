"""`sayso reader simulate --generate`: replies asked of a chat server on a real socket, and kept."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.hostile_upstream import run_upstream

from sayso.cli import main


def generate(*arguments: str) -> Result:
    quick = ("--readers", "2", "--turns", "2", "--resamples", "5", "--json")
    return CliRunner().invoke(main, ["reader", "simulate", "--generate", "1", *quick, *arguments])


def test_replies_are_asked_for_kept_and_met_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept = tmp_path / "replies.jsonl"
    with run_upstream() as upstream:
        upstream.reply("What a lovely day.")
        monkeypatch.setenv("SAYSO_UPSTREAM", upstream.url)
        monkeypatch.setenv("SAYSO_UPSTREAM_KEY", "theirs")
        result = generate("--keep", str(kept))
    assert result.exit_code == 0, result.output
    assert len(upstream.asked) == 2
    assert upstream.headers[0]["authorization"] == "Bearer theirs"
    found = json.loads(result.stdout)["simulation"]
    assert (found["source"], found["turns"]["value"]) == ("generated replies", 2.0)
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [(row["conversation"], row["turn"], row["reply"]) for row in rows] == [
        ("generated-1", 1, "What a lovely day."),
        ("generated-1", 2, "What a lovely day."),
    ]
    again = CliRunner().invoke(
        main, ["reader", "simulate", "--replies", str(kept), "--readers", "2", "--json"]
    )
    assert json.loads(again.stdout)["simulation"]["methods"] == found["methods"]


def test_a_server_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with run_upstream() as upstream:
        upstream.answer({"error": "secret words"}, status=500)
        monkeypatch.setenv("SAYSO_UPSTREAM", upstream.url)
        result = generate()
    assert result.exit_code == 1
    assert "The chat server did not answer as it should" in result.stderr
    assert "secret words" not in result.stderr
