"""`sayso bench service` on a model that needs no training."""

import re
from pathlib import Path

from click.testing import CliRunner

from sayso.cli import main


def test_both_ways_are_measured_in_one_run(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("idiot\n", "utf-8")
    line = ["bench", "service", "--seconds", "0.4", "--clients", "4", "--scorer", f"blocklist:{words}"]
    outcome = CliRunner().invoke(main, line)
    assert outcome.exit_code == 0, outcome.output
    for part in ("one at a time", "gathered", "requests/s", "p50 ms", "p99 ms"):
        assert part in outcome.output
    assert "times as many requests." in outcome.output


def test_a_service_that_does_not_start_is_told_with_its_reason() -> None:
    outcome = CliRunner().invoke(main, ["bench", "service", "--seconds", "0.2", "--scorer", "nothing"])
    assert outcome.exit_code == 1
    assert "Error: The service did not start: Error: Unknown scorer 'nothing'." in outcome.output


def test_nothing_acknowledged_is_missing_after_a_kill(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("idiot\n", "utf-8")
    line = ["bench", "endurance", "--clients", "20", "--seconds", "1", "--kill-after", "1"]
    outcome = CliRunner().invoke(main, [*line, "--scorer", f"blocklist:{words}"])
    assert outcome.exit_code == 0, outcome.output
    assert "until killed: " in outcome.output
    told = re.search(r"([\d,]+) suggestions were acknowledged, 0 of them are missing", outcome.output)
    assert told
    assert int(told[1].replace(",", "")) > 0
    assert "0 requests failed; the chain is whole." in outcome.output
