"""`sayso train masked-words` and `sayso train alternatives`, on a toy language."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from lab.tests.tiny_masked import write_masked_place, write_parquet

from sayso.cli import main
from sayso.scoring.masked_file import load_masked_file


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Which no test changes."""
    return write_masked_place(tmp_path_factory.mktemp("place"))


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path))
    return tmp_path


def list_options(place: Path, *arguments: str) -> list[str]:
    paths = {"data": place / "sets", "config": place / "config.toml", "base": place / "base"}
    return ["train", "masked-words", *(f"--{name}={path}" for name, path in paths.items()), *arguments]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_a_run_writes_the_next_version_and_tells_how_well_it_guesses(place: Path, data_dir: Path) -> None:
    result = run(*list_options(place, "--name", "masked.v700"))
    assert result.exit_code == 0, result.output
    models = data_dir / "models"
    assert sorted(path.name for path in models.iterdir()) == [
        "masked.v700.checkpoint",
        "masked.v700.npz",
        "masked.v700.onnx",
    ]
    assert "reading everyday_text.parquet, all of it\n" in result.stderr
    assert "Without wikipedia_offensive" in result.stderr
    assert "The right word among the 10 likeliest: " in result.stdout
    assert "texts of the dev part.\n" in result.stdout
    assert f"Wrote {models / 'masked.v700.onnx'}" in result.stdout
    assert result.stdout.endswith("Use it with: SAYSO_MASKED_MODEL=masked.v700 sayso serve\n")
    card = run("train", "card", "masked.v700")
    assert card.stdout.startswith("# Model card: masked.v700\n")
    assert "| dev texts |" in card.stdout


def test_samples_seed_folders_and_limit_can_be_chosen(place: Path, tmp_path: Path) -> None:
    out, checkpoint = tmp_path / "out", tmp_path / "checkpoints"
    options = ("--out", str(out), "--checkpoint", str(checkpoint), "--samples", "10", "--seed", "3")
    result = run(*list_options(place, *options, "--limit", "200", "--name", "masked.v701"))
    assert result.exit_code == 0, result.output
    record = load_masked_file(out / "masked.v701.npz")[0].record
    assert (record["seed"], record["limit"], record["config"]["samples"]) == (3, 200, 10)
    assert (checkpoint / "checkpoint.pt").exists()


def test_a_name_of_another_family_is_refused(place: Path, data_dir: Path) -> None:
    result = run(*list_options(place, "--name", "embedded.v7"))
    assert (result.exit_code, "such as masked.v7" in result.stderr) == (1, True)


def test_a_stopped_run_says_how_to_go_on(place: Path, tmp_path: Path) -> None:
    options = ("--out", str(tmp_path), "--name", "masked.v703", "--samples", "1000000", "--seed", "3")
    code = "import sys\nfrom sayso.cli import main\nmain(sys.argv[1:])"
    command = [sys.executable, "-c", code, *list_options(place, *options)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    for line in process.stderr:
        if line == "training\n":
            break
    time.sleep(1.0)
    os.kill(process.pid, signal.SIGTERM)
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 130
    assert "of 1,000,000 samples; saved in" in said
    assert f"Go on with: sayso train masked-words --data {place / 'sets'} --out {tmp_path}" in said
    assert said.endswith("--resume\n")


def test_both_tables_are_written_with_the_credit_given(data_dir: Path) -> None:
    sets = data_dir / "sets"
    sets.mkdir()
    rude = [f"what crap is {word}" for word in ["this", "that", "it", "he", "she", "they", "we", "you"]]
    columns: dict[str, list[str | None]] = {"toxic": [*rude], "neutral1": []}
    columns["neutral1"] = [text.replace("crap", "stuff") for text in rude]
    columns |= {name: [None] * len(rude) for name in ("neutral2", "neutral3")}
    write_parquet(sets / "paradetox.parquet", columns)
    vectors = data_dir / "vectors.txt"
    vectors.write_text("the 1 0\ncrap 0 1\nstuff 0 0.9\n")
    result = run(
        "train", "alternatives", "--data", str(sets), "--vectors", str(vectors), "--credit", "Ours, CC0"
    )
    assert result.exit_code == 0, result.output
    assert "3 words with vectors; 1 passages that people changed.\n" in result.stdout
    assert "counting edits\n" in result.stderr
    assert f"Wrote {data_dir / 'tables' / 'words.v1.npz'}" in result.stdout
    people = json.loads((data_dir / "tables" / "people.v2.json").read_text())
    assert people["edits"]["crap"][""][0][0] == "stuff"
    assert people["record"]["pairs"] <= 8


def test_missing_data_are_one_sentence_and_a_hint(data_dir: Path) -> None:
    result = run("train", "alternatives", "--data", str(data_dir), "--vectors", "none.txt")
    assert result.exit_code == 1
    assert f"Error: {data_dir} has no paradetox.parquet." in result.stderr
    assert "Hint: Substitutions are counted in ParaDetox" in result.stderr


@pytest.mark.parametrize("name", ["second", "second.v1", "masked", "wording"])
def test_each_of_what_ships_has_a_card(name: str, data_dir: Path) -> None:
    card = run("train", "card", name).stdout
    assert card.startswith(f"# Model card: {name.partition('.')[0]}")
    assert "must not be used for" in card
    assert "## Known failures" in card
