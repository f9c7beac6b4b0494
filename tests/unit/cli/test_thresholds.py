import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sayso.cli import main


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path))


def thresholds(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["thresholds", *arguments])


def test_the_table_covers_the_whole_scale_for_each_attribute() -> None:
    result = thresholds()
    assert result.exit_code == 0, result.output
    rows = [line.split() for line in result.output.splitlines() if line.startswith("TOXICITY ")]
    assert [row[1] for row in rows] == [f"{0.05 * step:.2f}" for step in range(1, 20)]
    ours = [float(row[2]) for row in rows]
    assert ours == sorted(ours)
    assert result.output.splitlines()[0].split()[:3] == ["Attribute", "Perspective", "Sayso"]
    assert "embedded.v4" in result.output


def test_markdown_is_a_table() -> None:
    lines = thresholds("--format", "markdown", "--attribute", "THREAT").output.splitlines()
    assert lines[0].startswith("| Attribute | Perspective | Sayso |")
    assert lines[1].startswith("| --- |")
    assert len([line for line in lines if line.startswith("| THREAT |")]) == 19


def test_the_other_way_leads_from_our_scale_to_perspectives() -> None:
    lines = thresholds("--back", "--attribute", "TOXICITY").output.splitlines()
    assert lines[0].split() == ["Attribute", "Sayso", "Perspective", "95", "%", "error"]
    rows = [line.split() for line in lines if line.startswith("TOXICITY ")]
    theirs = [float(row[2]) for row in rows]
    assert len(theirs) == 19
    assert theirs == sorted(theirs)


def test_json_has_the_numbers_and_the_model() -> None:
    found = json.loads(thresholds("--format", "json").stdout)
    assert found["model"] == "embedded.v4"
    assert found["thresholds"]["INSULT"][0]["perspective"] == 0.05
    assert 0 < found["errors"]["TOXICITY"]["mean_absolute_error"][0] < 0.2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--attribute", "FUN"], "embedded.v4 has no thresholds for 'FUN'."),
        (["--scorer", "blocklist:x"], "The scorer 'blocklist:x' keeps no table of thresholds."),
        (["--scorer", "linear.v99"], "Unknown scorer version 'linear.v99'."),
        (["--scorer", "linear.v1", "--back"], "linear.v1 was made before thresholds were translated back."),
    ],
)
def test_what_cannot_be_translated_is_named(arguments: list[str], message: str) -> None:
    result = thresholds(*arguments)
    assert result.exit_code != 0
    assert message in result.output


def test_the_linear_scorer_has_a_table_too() -> None:
    found = json.loads(thresholds("--scorer", "linear.v1", "--format", "json").stdout)
    assert found["model"] == "linear.v1"
