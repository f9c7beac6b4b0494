import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result
from lab.tests.tiny_encoder import write_place

from sayso.cli import main
from sayso.scoring.encoder_file import load_metadata


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Which no test changes."""
    return write_place(tmp_path_factory.mktemp("place"))


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path))
    return tmp_path


def list_options(place: Path, *arguments: str) -> list[str]:
    paths = {"data": place / "sets", "config": place / "config.toml", "base": place / "base"}
    return ["train", "encoder", *(f"--{name}={path}" for name, path in paths.items()), *arguments]


def train(place: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, list_options(place, *arguments))


def test_a_run_writes_graph_card_and_checkpoint_and_can_be_scored_with(place: Path, data_dir: Path) -> None:
    result = train(place, "--name", "embedded.v700")
    assert result.exit_code == 0, result.output
    models = data_dir / "models"
    assert sorted(path.name for path in models.iterdir()) == [
        "embedded.v700.checkpoint",
        "embedded.v700.json",
        "embedded.v700.onnx",
    ]
    assert "reading jigsaw.parquet\n" in result.stderr
    assert "Without wikipedia_offensive" in result.stderr
    assert f"Wrote {models / 'embedded.v700.onnx'}" in result.stdout
    assert "Use it with: sayso score --scorer embedded.v700 FILE" in result.stdout
    assert load_metadata(models / "embedded.v700.json").record["chosen"]["cascade"]["first"] == "linear.v1"
    texts = data_dir / "texts.txt"
    texts.write_text("you grumble\nthe cat\n")
    scored = CliRunner().invoke(main, ["score", "--scorer", "embedded.v700", str(texts)])
    assert scored.exit_code == 0, scored.output
    assert len(scored.stdout.splitlines()) >= 2


def test_samples_seed_folders_and_limit_can_be_chosen(place: Path, tmp_path: Path) -> None:
    out, checkpoint = tmp_path / "out", tmp_path / "checkpoints"
    options = ("--out", str(out), "--checkpoint", str(checkpoint), "--samples", "10", "--seed", "3")
    result = train(place, *options, "--limit", "390", "--name", "embedded.v701")
    assert result.exit_code == 0, result.output
    record = load_metadata(out / "embedded.v701.json").record
    assert (record["seed"], record["limit"], record["config"]["samples"]) == (3, 390, 10)
    assert (checkpoint / "checkpoint.pt").exists()


def test_a_file_that_is_no_data_set_is_left_out_by_name(place: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(place / "sets", data)
    pyarrow.parquet.write_table(pyarrow.table({"title": ["Tea"]}), data / "books.parquet")
    result = train(
        place, f"--data={data}", "--out", str(tmp_path), "--samples", "10", "--name", "embedded.v703"
    )
    assert result.exit_code == 0, result.output
    assert "leaving out books.parquet, which is no set known here\n" in result.stderr
    assert "Left out books.parquet: not a set known here" in result.stderr


def test_a_missing_base_is_one_sentence_and_a_hint(place: Path, data_dir: Path) -> None:
    result = train(place, "--base", str(data_dir))
    assert result.exit_code == 1
    assert f"Error: The base model {data_dir} lacks config.json" in result.stderr


def test_there_is_nothing_to_resume_before_the_first_checkpoint(place: Path, data_dir: Path) -> None:
    result = train(place, "--resume", "--name", "embedded.v702")
    assert result.exit_code == 1
    assert "Error: There is no checkpoint" in result.stderr


def test_a_bad_config_is_named(place: Path, data_dir: Path) -> None:
    path = data_dir / "bad.toml"
    path.write_text("samples = 0")
    result = train(place, "--config", str(path))
    assert (result.exit_code, "bad.toml: samples must be" in result.stderr) == (1, True)


def run_process(*arguments: str, before: str = "") -> subprocess.Popen[str]:
    code = f"import sys\n{before}\nfrom sayso.cli import main\nmain(sys.argv[1:])"
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE, text=True)


def test_without_torch_the_command_that_installs_it_is_named(place: Path) -> None:
    process = run_process(*list_options(place), before="sys.modules['torch'] = None")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said == (
        "Error: Training the encoder needs the extra 'train', which is not installed.\n"
        "Hint: Run: pip install 'sayso[train]'\n"
    )


def test_a_stopped_run_says_how_to_go_on_and_does(place: Path, tmp_path: Path) -> None:
    options = ("--out", str(tmp_path), "--name", "embedded.v703", "--samples", "1000000", "--seed", "3")
    process = run_process(*list_options(place, *options))
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
    assert (
        f"Go on with: sayso train encoder --data {place / 'sets'} --out {tmp_path} --name embedded.v703"
        in said
    )
    assert "--samples 1000000" in said
    assert said.endswith("--resume\n")
    refused = train(place, *options)
    assert (refused.exit_code, "There is a checkpoint of an earlier run" in refused.stderr) == (1, True)
    other = train(place, *options, "--resume", "--samples", "50")
    assert "its config has samples = 1000000, not 50" in other.stderr
