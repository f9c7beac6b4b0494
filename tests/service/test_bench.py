"""`sayso bench service` on a model that needs no training."""

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
