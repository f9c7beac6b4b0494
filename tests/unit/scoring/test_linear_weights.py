from pathlib import Path

import numpy as np
import pytest

from sayso.core import Attribute
from sayso.core.errors import BadWeights
from sayso.scoring.calibration import Isotonic, PerspectiveMap, Temperature
from sayso.scoring.folding import FoldTable
from sayso.scoring.hashing import HashingScheme
from sayso.scoring.linear_weights import LinearWeights, WindowRule, load_weights
from sayso.scoring.weight_files import SHIPPED_DIR


def make_weights(name: str = "linear.v3") -> LinearWeights:
    curve = Isotonic(((0.0, 0.0), (0.5, 0.25), (1.0, 1.0)))
    return LinearWeights(
        name=name,
        attributes=(Attribute.TOXICITY,),
        scheme=HashingScheme((2, 4), bits=8),
        folds=FoldTable.build(),
        table=np.arange(256).astype(np.int8).reshape(-1, 1),
        scales=(0.25,),
        biases=(-1.5,),
        damping=0.5,
        windows=WindowRule(300, 50, 0.25, 2.0),
        temperatures=(Temperature(1.5, 0.5),),
        scale_map=PerspectiveMap({Attribute.TOXICITY: curve}),
        record={"seed": 4, "note": "ünï"},
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "linear.v3.npz"
    make_weights().save(path)
    return path


def test_what_is_saved_is_loaded(path: Path) -> None:
    saved, loaded = make_weights(), load_weights(path)
    assert np.array_equal(loaded.table, saved.table)
    assert np.array_equal(loaded.folds.values, saved.folds.values)
    for name in ("name", "attributes", "scheme", "scales", "biases", "damping", "windows"):
        assert getattr(loaded, name) == getattr(saved, name)
    assert (loaded.temperatures, loaded.scale_map, loaded.record) == (
        saved.temperatures,
        saved.scale_map,
        saved.record,
    )


def test_saving_leaves_no_draft_behind(path: Path) -> None:
    assert [one.name for one in path.parent.iterdir()] == ["linear.v3.npz"]


def test_the_same_weights_give_the_same_file(path: Path) -> None:
    before = path.read_bytes()
    make_weights().save(path)
    assert path.read_bytes() == before


def test_a_missing_file_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"There is no weights file .*linear\.v9\.npz") as caught:
        load_weights(tmp_path / "linear.v9.npz")
    assert caught.value.hint == "Run: sayso train linear --data DIR"


def test_a_missing_shipped_file_comes_back_from_where_sayso_came_from() -> None:
    with pytest.raises(BadWeights) as caught:
        load_weights(SHIPPED_DIR / "linear.v999.npz")
    clone = Path(__file__).parents[3]
    assert caught.value.hint == (
        f"In {clone}, run: git checkout -- src/sayso/scoring/weights/linear.v999.npz"
    )


@pytest.mark.parametrize("size", [0, 10, 500])
def test_a_file_cut_short_is_damaged(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(BadWeights, match=r"is damaged: it cannot be read\."):
        load_weights(path)


def test_a_file_with_a_changed_byte_is_damaged(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(BadWeights, match="is damaged"):
        load_weights(path)


def test_changed_weights_do_not_fit_the_checksum(path: Path) -> None:
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    arrays["table"] = arrays["table"] + np.int8(1)
    np.savez_compressed(path, allow_pickle=False, **arrays)
    with pytest.raises(BadWeights, match="its checksum does not fit its contents"):
        load_weights(path)


def test_an_archive_without_weights_is_damaged(path: Path) -> None:
    np.savez_compressed(path, allow_pickle=False, other=np.zeros(3))
    with pytest.raises(BadWeights, match="it cannot be read"):
        load_weights(path)


def test_a_renamed_file_is_refused(path: Path) -> None:
    renamed = path.rename(path.with_name("linear.v4.npz"))
    with pytest.raises(BadWeights, match=r"it holds linear\.v3\."):
        load_weights(renamed)


def test_a_file_of_a_later_format_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sayso.scoring.linear_weights.FORMAT", 99)
    with pytest.raises(BadWeights, match="it has format 1 and this version of Sayso reads 99"):
        load_weights(path)
