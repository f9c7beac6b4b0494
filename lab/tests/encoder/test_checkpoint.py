import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from lab.tests.tiny_encoder import as_list

from sayso.core.errors import BadFile, BadInput
from sayso_lab.encoder.checkpoint import (
    Checkpoint,
    Identity,
    Position,
    load_average,
    load_checkpoint,
    save_checkpoint,
)
from sayso_lab.encoder.config import EncoderConfig

IDENTITY = Identity(1, EncoderConfig(), "data", "start")


def make_checkpoint(value: float, samples: int = 10) -> Checkpoint:
    weights = {"w": torch.full((3,), value)}
    average = {"w": torch.full((3,), value / 2)}
    return Checkpoint(weights, average, {"state": {}}, torch.get_rng_state(), Position(2, samples, 1, 0, 5.0))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "run" / "checkpoint.pt"
    save_checkpoint(path, make_checkpoint(1.0), IDENTITY)
    return path


def test_what_is_saved_comes_back(path: Path) -> None:
    found = load_checkpoint(path, IDENTITY)
    assert as_list(found.weights["w"]) == [1, 1, 1]
    assert as_list(found.average["w"]) == [0.5, 0.5, 0.5]
    assert found.position == Position(2, 10, 1, 0, 5.0)
    assert as_list(load_average(path)["w"]) == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (replace(IDENTITY, seed=2), "its seed is 1, not 2"),
        (replace(IDENTITY, config=EncoderConfig(rate=1e-3)), "its config has rate = 0.00015, not 0.001"),
        (replace(IDENTITY, config=EncoderConfig(samples=7)), "its config has samples = 300000, not 7"),
        (replace(IDENTITY, data="other"), "it was learning from other data"),
        (replace(IDENTITY, start="other"), "it started from other weights"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(path: Path, other: Identity, difference: str) -> None:
    with pytest.raises(BadInput) as caught:
        load_checkpoint(path, other)
    assert caught.value.message == f"The checkpoint {path} is of another run: {difference}."
    assert "--resume" in caught.value.hint


def test_how_often_to_save_may_change_on_the_way(path: Path) -> None:
    other = replace(IDENTITY, config=EncoderConfig(checkpoint_minutes=1.0))
    assert load_checkpoint(path, other).position.samples == 10


def test_a_missing_checkpoint_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no checkpoint"):
        load_checkpoint(tmp_path / "none.pt", IDENTITY)


def test_a_damaged_checkpoint_is_named(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(BadFile, match="cannot be read"):
        load_checkpoint(path, IDENTITY)


def test_another_file_of_torch_is_no_checkpoint(path: Path) -> None:
    torch.save([1, 2], path)
    with pytest.raises(BadFile, match="is no checkpoint"):
        load_checkpoint(path, IDENTITY)


KILLED = """
import os, pathlib, signal, sys
import torch
from sayso_lab.encoder.checkpoint import Checkpoint, Identity, Position, save_checkpoint
from sayso_lab.encoder.config import EncoderConfig

class Deadly:
    def __reduce__(self):
        os.kill(os.getpid(), signal.SIGKILL)

path = pathlib.Path(sys.argv[1])
weights = {"w": torch.full((100_000,), 9.0)}
checkpoint = Checkpoint(weights, weights, {"state": Deadly()}, torch.get_rng_state(), Position())
save_checkpoint(path, checkpoint, Identity(1, EncoderConfig(), "data", "start"))
"""


def test_a_run_killed_while_it_writes_leaves_the_old_checkpoint(path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, capture_output=True)
    assert killed.returncode == -9, killed.stderr
    assert [one.name for one in path.parent.iterdir() if "draft" in one.name], "it was not writing"
    assert as_list(load_checkpoint(path, IDENTITY).weights["w"]) == [1, 1, 1]
    save_checkpoint(path, make_checkpoint(3.0), IDENTITY)
    assert as_list(load_checkpoint(path, IDENTITY).weights["w"]) == [3, 3, 3]
