import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.core import Attribute
from sayso.core.errors import BadWeights
from sayso.scoring.calibration import Isotonic, PerspectiveMap, Temperature
from sayso.scoring.encoder_file import (
    SettledRange,
    TokenWindows,
    WordRule,
    load_encoder,
    load_metadata,
    save_encoder,
)
from sayso.scoring.weight_files import ENCODER
from sayso.testing.counting_encoder import make_card

GRAPH = b"nodes and numbers"
CURVE = Isotonic(((0.0, 0.0), (0.5, 0.25), (1.0, 1.0)))
CARD = make_card(
    name="embedded.v70",
    temperatures=(Temperature(1.5, 0.5), Temperature(0.75)),
    scale_map=PerspectiveMap({Attribute.TOXICITY: CURVE}),
    words=WordRule(-1.5, 0.25),
    windows=TokenWindows(128, 32, 2.0),
    cascade={Attribute.INSULT: SettledRange(0.02, 0.99)},
    record={"seed": 4, "note": "ünï 👍", "nested": {"results": [0.5, None]}},
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return save_encoder(tmp_path, CARD, GRAPH)


def change(path: Path, **values: Any) -> None:
    """Writes other values into a card, with the checksum that goes with them."""
    data = json.loads(path.read_bytes())
    del data["checksum"]
    data |= values
    data["checksum"] = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
    path.write_text(json.dumps(data), "utf-8")


def test_what_is_saved_is_loaded(path: Path) -> None:
    card, graph = load_encoder(path)
    assert card == load_metadata(path) == CARD
    assert graph == GRAPH


def test_a_card_without_a_map_or_a_cascade_is_loaded_too(tmp_path: Path) -> None:
    card = make_card(scale_map=None, cascade={})
    assert load_metadata(save_encoder(tmp_path, card, GRAPH)) == card


def test_the_two_files_stand_side_by_side_and_no_draft_is_left(path: Path) -> None:
    assert sorted(one.name for one in path.parent.iterdir()) == ["embedded.v70.json", "embedded.v70.onnx"]
    assert path.name == "embedded.v70.json"


def test_the_same_card_and_graph_give_the_same_files(path: Path) -> None:
    before = path.read_bytes()
    assert save_encoder(path.parent, CARD, GRAPH).read_bytes() == before


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    assert save_encoder(tmp_path / "a" / "b", CARD, GRAPH).is_file()


def test_numbers_as_names_in_the_record_do_no_harm(tmp_path: Path) -> None:
    """As numbers 2 sorts before 10, as strings after it: the checksum must be that of the strings."""
    path = save_encoder(tmp_path, make_card(record={2: "a", 10: "b"}), GRAPH)
    assert load_metadata(path).record == {"2": "a", "10": "b"}


def test_a_missing_card_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match=r"There is no weights file .*embedded\.v9\.json") as caught:
        load_encoder(tmp_path / "embedded.v9.json")
    assert caught.value.hint == "Run: sayso train encoder --data DIR"


def test_a_missing_graph_is_named(path: Path) -> None:
    path.with_suffix(".onnx").unlink()
    with pytest.raises(BadWeights, match=r"There is no weights file .*embedded\.v70\.onnx"):
        load_encoder(path)
    assert load_metadata(path) == CARD


def test_a_graph_that_cannot_be_read_is_damaged(path: Path) -> None:
    graph = path.with_suffix(".onnx")
    graph.unlink()
    graph.mkdir()
    with pytest.raises(BadWeights, match=r"embedded\.v70\.onnx is damaged: it cannot be read\."):
        load_encoder(path)


@pytest.mark.parametrize("graph", [b"", GRAPH[:-1], GRAPH + b"!", b"of another card"])
def test_a_graph_of_another_card_is_refused(path: Path, graph: bytes) -> None:
    path.with_suffix(".onnx").write_bytes(graph)
    with pytest.raises(BadWeights, match=r"it is not the graph that embedded\.v70\.json was made for\."):
        load_encoder(path)


def cut_short(content: bytes) -> bytes:
    return content[: len(content) // 2]


DAMAGES: list[Callable[[bytes], bytes]] = [
    cut_short,
    lambda _: b"",
    lambda _: b"[]",
    lambda _: b'"card"',
    lambda _: b"{}",
    lambda content: content.replace(b"{", b"\xff", 1),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_card_that_is_no_card_is_damaged(path: Path, damage: Callable[[bytes], bytes]) -> None:
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadWeights, match=r"embedded\.v70\.json is damaged: it cannot be read\."):
        load_encoder(path)


def test_a_card_that_is_a_folder_is_damaged(path: Path) -> None:
    path.unlink()
    path.mkdir()
    with pytest.raises(BadWeights, match="it cannot be read"):
        load_encoder(path)


@pytest.mark.parametrize(("old", "new"), [(b"-1.5", b"-2.5"), (b'"checksum":"', b'"checksum":"0')])
def test_changed_contents_do_not_fit_the_checksum(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, new))
    with pytest.raises(BadWeights, match="its checksum does not fit its contents"):
        load_encoder(path)


def test_a_card_of_another_format_is_refused(path: Path) -> None:
    change(path, format=99)
    with pytest.raises(BadWeights, match="it has format 99 and this version of Sayso reads 1"):
        load_encoder(path)


def test_a_renamed_card_is_refused(path: Path) -> None:
    renamed = path.rename(path.with_name("embedded.v77.json"))
    with pytest.raises(BadWeights, match=r"it holds embedded\.v70\."):
        load_encoder(renamed)


def test_a_first_save_that_is_cut_off_leaves_nothing_to_be_found(tmp_path: Path) -> None:
    path = tmp_path / "embedded.v70.json"
    path.with_name(
        ".embedded.v70.json.draft"
    ).mkdir()  # so that the card cannot be written, but the graph can
    with pytest.raises(IsADirectoryError):
        save_encoder(tmp_path, CARD, GRAPH)
    assert path.with_suffix(".onnx").read_bytes() == GRAPH
    assert 70 not in ENCODER.list(tmp_path)


def test_a_save_that_is_cut_off_over_an_older_pair_is_told(path: Path) -> None:
    path.with_name(".embedded.v70.json.draft").mkdir()
    with pytest.raises(IsADirectoryError):
        save_encoder(path.parent, CARD, b"a newer graph")
    with pytest.raises(BadWeights, match="it is not the graph that") as caught:
        load_encoder(path)
    assert caught.value.hint == "Run: sayso train encoder --data DIR"


def test_the_repr_of_a_card_shows_neither_words_nor_tokenizer() -> None:
    shown = repr(CARD)
    assert "idiot" not in shown
    assert "embedded.v70" in shown
