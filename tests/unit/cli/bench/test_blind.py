"""`sayso bench blind`, by a scorer that knows one word as it is typed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sayso.audit.blinding.families import list_families
from sayso.cli.bench.command import command
from sayso.cli.shared import scorer as scorers
from sayso.testing import FakeScorer


@pytest.fixture(autouse=True)
def _fake(monkeypatch: pytest.MonkeyPatch) -> None:
    def build(spec: str, _settings: object) -> FakeScorer:
        return FakeScorer({"idiot": 0.95}, name=f"{spec}.v9", unreadable="і")  # Cyrillic

    monkeypatch.setattr(scorers, "build_pinned_scorer", build)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "own.csv"
    path.write_text("text,rude\nyou idiot,1\nwhat an idiot,yes\ngood morning,0\n")
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["blind", *arguments])


def test_every_family_has_a_row_and_the_worst_that_looks_the_same_ends_the_report(file: Path) -> None:
    result = run("--file", str(file), "--scorer", "other")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].startswith("other.v9, TOXICITY; found means a score of 0.5 or more. Undisguised, 0 of 1")
    rows = {line[:40].split("  ")[0].strip(): line for line in lines}
    assert {family.name for family in list_families()} <= rows.keys()
    assert "0.930      2 of 2  0" in rows["unassigned U+2065, everywhere"]
    assert lines[-1].startswith("The worst family that looks the same: ")
    assert lines[-1].endswith("(mean loss 0.930, 2 of 2 missed).")


def test_what_could_not_be_read_is_not_missed(file: Path) -> None:
    families = json.loads(run("--file", str(file), "--format", "json").output)["families"]
    row = next(one for one in families if one["family"] == "Cyrillic lookalikes")
    assert (row["unjudged"], row["missed"], row["lost"], row["found"]) == (2, 0, 0.0, 2)
    assert (row["kind"], row["looks_same"], row["alarms"], row["harmless"]) == ("confusable", True, 0, 1)


def test_texts_of_ours_are_taken_where_there_are_no_others() -> None:
    output = run("--format", "markdown").output
    assert "| family | kind | looks the same | mean loss | missed | unjudged | new false alarms |" in output
    assert "- The worst family that looks the same: " in output


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("text\nhello\n", "no column 'rude'"),
        ("text,rude\nhello,0\n", "no rude texts"),
        ("text,rude\na,maybe\n", "known"),
    ],
)
def test_a_file_that_will_not_do_is_refused(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "own.csv"
    path.write_text(content)
    result = run("--file", str(path))
    assert result.exit_code != 0
    assert said in str(result.exception)
