"""`sayso models` with two versions of the linear model: the shipped one and one trained here."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from sayso.cli import main
from sayso.core import Attribute
from sayso.scoring.calibration import Temperature
from sayso.scoring.folding import TABLE_SIZE, FoldTable
from sayso.scoring.hashing import HashingScheme
from sayso.scoring.linear_weights import LinearWeights, WindowRule


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("SAYSO_SCORER", "linear")
    return tmp_path


@pytest.fixture
def trained(data_dir: Path) -> Path:
    """A model that says 0.5 to everything, as if it had been trained here."""
    path = data_dir / "models" / "linear.v9.npz"
    LinearWeights(
        name="linear.v9",
        attributes=(Attribute.TOXICITY,),
        scheme=HashingScheme((2,), 4),
        folds=FoldTable.from_values(np.arange(TABLE_SIZE, dtype=np.uint32)),
        table=np.zeros((16, 1), np.int8),
        scales=(1.0,),
        biases=(0.0,),
        damping=0.0,
        windows=WindowRule(),
        temperatures=(Temperature(),),
    ).save(path)
    return path


def models(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["models", *arguments])


def read(*arguments: str) -> dict[str, dict[str, Any]]:
    result = models(*arguments, "--format", "jsonl")
    assert result.exit_code == 0, result.output
    return {row["name"]: row for row in map(json.loads, result.stdout.splitlines())}


@pytest.mark.usefixtures("trained")
def test_every_version_is_listed_with_its_attributes_and_origin(data_dir: Path) -> None:
    listed = read()
    assert listed["linear.v9"]["attributes"] == ["TOXICITY"]
    assert listed["linear.v9"]["origin"] == str(data_dir / "models" / "linear.v9.npz")
    assert listed["linear.v1"]["origin"] == "shipped"
    assert len(listed["linear.v1"]["attributes"]) >= 6
    assert [name for name, row in listed.items() if row["is_default"]] == ["linear.v9"]


@pytest.mark.usefixtures("data_dir")
def test_a_scorer_that_lacks_something_says_what() -> None:
    listed = read("list")
    assert listed["perspective"]["note"] == "The scorer 'perspective' needs a key."
    assert listed["perspective"]["attributes"] == []
    assert listed["blocklist"]["note"] == "needs an argument: blocklist:FILE"
    assert listed["highest"]["note"] == "needs an argument: highest:A,B"


def test_looking_makes_no_database(data_dir: Path) -> None:
    assert models().exit_code == 0
    assert models("history").stdout == "Nothing has been pinned yet.\n"
    assert list(data_dir.iterdir()) == []


@pytest.mark.usefixtures("trained")
def test_a_pin_holds_a_version_and_a_rollback_lets_go() -> None:
    assert models("pin", "linear.v1").stdout.startswith("linear now means linear.v1. ")
    listed = read()
    assert [name for name, row in listed.items() if row["is_pinned"]] == ["linear.v1"]
    assert [name for name, row in listed.items() if row["is_default"]] == ["linear.v1"]
    assert models("rollback", "linear").stdout.startswith("linear now means its newest version again. ")
    assert [name for name, row in read().items() if row["is_default"]] == ["linear.v9"]
    acts = [json.loads(line)["act"] for line in models("history", "--format", "jsonl").stdout.splitlines()]
    assert acts == ["pin", "rollback"]


def score() -> tuple[str, str]:
    """The model that `sayso score` answers with, and what it says beside it."""
    result = CliRunner().invoke(main, ["score", "-"], input=b"hello\n")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["model"], result.stderr


@pytest.mark.usefixtures("trained")
def test_scoring_on_the_command_line_follows_a_pin() -> None:
    assert score() == ("linear.v9", "")
    models("pin", "linear.v1")
    assert score() == ("linear.v1", "")


@pytest.mark.usefixtures("trained")
def test_a_database_that_cannot_be_read_does_not_stop_scoring(data_dir: Path) -> None:
    (data_dir / "sayso.db").write_bytes(b"no database" * 1000)
    model, said = score()
    assert model == "linear.v9"
    assert said.startswith("Note: pins are not followed. ")


@pytest.mark.usefixtures("trained")
def test_the_table_is_for_people() -> None:
    models("pin", "linear.v1")
    lines = models().stdout.splitlines()
    assert lines[0].split() == ["NAME", "STATE", "FROM", "ATTRIBUTES"]
    assert any(line.startswith("linear.v1") and "default, pinned" in line for line in lines)
    assert models("history").stdout.splitlines()[1].split()[1:] == ["linear", "linear.v1", "pin", "cli"]


@pytest.mark.usefixtures("data_dir")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pin", "linear"], "Error: 'linear' is not a versioned name.\n"),
        (["pin", "linear.v77"], "Error: Unknown scorer version 'linear.v77'. Known: linear.v1."),
        (["pin", "linaer.v1"], "Error: Unknown scorer 'linaer'. Known: "),
        (["rollback", "linear"], "Error: 'linear' is not pinned.\nHint: Pinned: nothing. "),
    ],
)
def test_what_cannot_be_pinned_is_said_in_a_sentence(arguments: list[str], said: str) -> None:
    result = models(*arguments)
    assert result.exit_code == 1
    assert result.stderr.startswith(said)


def test_a_version_that_cannot_be_had_is_not_recorded(data_dir: Path) -> None:
    models("pin", "linear.v77")
    assert not (data_dir / "sayso.db").exists()
