"""Finding weights among those that ship and one's own; two empty files stand for weights."""

from pathlib import Path

import pytest

from sayso.core.errors import BadWeights, UnknownName
from sayso.scoring.weight_files import ENCODER, LINEAR, SHELVES, SHIPPED_DIR, WeightsCatalogue

SHELF = WeightsCatalogue("linear", ".npz", "make weights")
CLONE = Path(__file__).parents[3]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("linear.v3.npz", "linear.v12.npz", "linear.npz", "linear.v3.npz.bak", "notes.txt"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.fixture
def nothing_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sayso.scoring.weight_files.SHIPPED_DIR", tmp_path / "none")


def test_files_are_listed_by_version_and_others_ignored(folder: Path) -> None:
    listed = SHELF.list(folder)
    assert set(listed) == {1, 3, 12}
    assert listed[3] == folder / "linear.v3.npz"


def test_without_a_folder_of_ones_own_the_shipped_ones_are_listed() -> None:
    assert SHELF.list(None) == {1: SHIPPED_DIR / "linear.v1.npz"}
    assert SHELF.list(Path("no such folder")) == SHELF.list(None)


def test_a_shipped_version_goes_before_ones_own(folder: Path) -> None:
    (folder / "linear.v1.npz").touch()
    assert SHELF.find("v1", folder).parent == SHIPPED_DIR


def test_the_newest_version_is_found_by_number_when_none_is_named(folder: Path) -> None:
    assert SHELF.find("", folder) == folder / "linear.v12.npz"


def test_one_shelf_does_not_see_the_files_of_another(folder: Path) -> None:
    (folder / "embedded.v70.json").touch()
    (folder / "embedded.v75.onnx").touch()  # a graph without its card
    assert ENCODER.list(folder)[70] == folder / "embedded.v70.json"
    assert 75 not in ENCODER.list(folder)
    assert 70 not in LINEAR.list(folder)


def test_an_unknown_version_names_those_there_are_and_how_to_make_one(folder: Path) -> None:
    with pytest.raises(UnknownName) as caught:
        SHELF.find("v2", folder)
    assert caught.value.message.startswith(
        "Unknown scorer version 'linear.v2'. Known: linear.v1, linear.v12, linear.v3."
    )
    assert caught.value.hint == "Run: make weights"


@pytest.mark.usefixtures("nothing_shipped")
@pytest.mark.parametrize("version", ["", "v1"])
def test_without_any_weights_getting_the_shipped_ones_back_helps(tmp_path: Path, version: str) -> None:
    with pytest.raises(BadWeights, match="No weights of the scorer 'linear' are installed") as caught:
        SHELF.find(version, tmp_path)
    assert caught.value.hint == f"In {CLONE}, run: git checkout -- src/sayso/scoring/weights/"


def test_a_lost_file_of_ones_own_is_made_again(tmp_path: Path) -> None:
    error = SHELF.missing(tmp_path / "linear.v3.npz")
    assert error.message == f"There is no weights file {tmp_path / 'linear.v3.npz'}."
    assert error.hint == "Run: make weights"


def test_a_damaged_shipped_file_comes_back_from_where_sayso_came_from() -> None:
    error = SHELF.damaged(SHIPPED_DIR / "linear.v1.npz", "it is torn")
    assert error.message == f"The weights file {SHIPPED_DIR / 'linear.v1.npz'} is damaged: it is torn."
    assert error.hint == f"In {CLONE}, run: git checkout -- src/sayso/scoring/weights/linear.v1.npz"


def test_our_shelves_are_these() -> None:
    assert [(shelf.base, shelf.suffix, shelf.command) for shelf in SHELVES] == [
        ("embedded", ".json", "sayso train encoder --data DIR"),
        ("linear", ".npz", "sayso train linear --data DIR"),
        ("second", ".npz", "sayso train linear --data DIR"),
    ]
