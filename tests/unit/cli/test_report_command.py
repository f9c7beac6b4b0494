"""`sayso report`: what it prints, and with which status it ends."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from sayso.cli import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["report", *arguments])


def write_template(folder: Path) -> Result:
    return run("template", str(folder), "--service", "Forum", "--from", "2026-01-01", "--to", "2026-12-31")


def test_an_empty_template_is_written_once_and_then_found_wanting(tmp_path: Path) -> None:
    assert write_template(tmp_path).exit_code == 0
    assert len(list(tmp_path.glob("part_*.csv"))) == 9
    again = write_template(tmp_path)
    assert again.exit_code == 1
    assert "part_1_summary.csv is there already." in again.output
    checked = run("check", str(tmp_path))
    assert checked.exit_code == 1
    assert "lines 2, 3, 4, 5, 6 and 86 more: Number of notices received: The cell is blank" in checked.output
    assert "9 files" in checked.output


def test_findings_come_as_json_too(tmp_path: Path) -> None:
    write_template(tmp_path)
    found = json.loads(run("check", str(tmp_path / "part_1_summary.csv"), "--json").output)
    assert found["faults"] == 4
    assert found["findings"][0] == {
        "file": "part_1_summary.csv",
        "line": 2,
        "column": "Value",
        "level": "fault",
        "message": "'Name of the service provider' is blank.",
        "hint": "Write it.",
    }


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    answer = run("check", str(tmp_path / "gone.csv"))
    assert answer.exit_code == 1
    assert "gone.csv" in answer.output
