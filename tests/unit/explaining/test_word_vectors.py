"""Words as points."""

from pathlib import Path

import numpy as np
import pytest

from sayso.core.errors import BadWeights
from sayso.explaining.word_vectors import SHIPPED, WordVectors, load_word_vectors, save_word_vectors

WORDS = ["the", "silly", "foolish", "wise", "river"]
VECTORS = np.array([[1, 0, 0], [0, 1, 0], [0, 0.9, 0.1], [0, 0.5, 0.5], [1, 0, 1]], np.float32)


@pytest.fixture
def vectors() -> WordVectors:
    return WordVectors(WORDS, VECTORS)


def test_the_nearest_come_first_and_the_word_itself_not_at_all(vectors: WordVectors) -> None:
    assert vectors.find_near("Silly", count=2) == ["foolish", "wise"]


def test_only_accepted_words_count(vectors: WordVectors) -> None:
    assert vectors.find_near("silly", count=2, accept=lambda word: word != "foolish") == ["wise", "the"]


def test_an_unknown_word_has_no_neighbours(vectors: WordVectors) -> None:
    assert vectors.find_near("grumpf", count=3) == []
    assert "grumpf" not in vectors
    assert "River" in vectors


def test_passages_are_alike_as_their_words_are(vectors: WordVectors) -> None:
    same = vectors.compare(["silly"], ["silly"])
    near = vectors.compare(["silly"], ["foolish"])
    far = vectors.compare(["silly"], ["the"])
    assert same == pytest.approx(1)
    assert near == pytest.approx(0.9939, abs=1e-3)  # 0.9 / sqrt(0.82)
    assert far == 0


def test_frequent_words_count_less(vectors: WordVectors) -> None:
    # Both are at right angles to "silly", which at rank two weighs .001 / (.001 + .05) = .0196; "the", at
    # rank one, weighs .001 / (.001 + .1) = .0099, "river", at rank five, .001 / (.001 + .02) = .0476.
    assert vectors.compare(["the", "silly"], ["silly"]) == pytest.approx(0.893, abs=1e-3)
    assert vectors.compare(["river", "silly"], ["silly"]) == pytest.approx(0.381, abs=1e-3)


def test_unknown_passages_are_alike_only_if_they_are_the_same(vectors: WordVectors) -> None:
    assert vectors.compare(["Grumpf"], ["grumpf"]) == 1
    assert vectors.compare(["grumpf"], ["mumpf"]) == 0
    assert vectors.compare(["silly"], []) == 0


def test_a_table_comes_back_nearly_as_it_was_saved(tmp_path: Path) -> None:
    save_word_vectors(tmp_path / "words.npz", WORDS, VECTORS)
    assert load_word_vectors(tmp_path / "words.npz").find_near("silly", count=2) == ["foolish", "wise"]


@pytest.mark.parametrize("damage", ["missing", "text", "short"])
def test_a_lost_or_damaged_table_is_named_with_its_repair(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "words.npz"
    if damage == "text":
        path.write_text("not a table")
    if damage == "short":
        save_word_vectors(path, WORDS[:3], VECTORS)
    with pytest.raises(BadWeights, match=r"words\.npz is missing or damaged") as caught:
        load_word_vectors(path)
    assert "words.npz" in caught.value.hint or "reinstall" in caught.value.hint


def test_the_shipped_table_is_small_and_knows_mild_words() -> None:
    assert SHIPPED.stat().st_size < 15_000_000
    assert "ridiculous" in load_word_vectors().find_near("silly", count=10)
