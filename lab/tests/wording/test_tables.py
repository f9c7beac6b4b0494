"""How the tables are made."""

import json
from pathlib import Path

import numpy as np
import pytest

from sayso.core.errors import BadFile
from sayso.explaining.word_vectors import load_word_vectors
from sayso_lab.wording.tables import (
    find_substitutions,
    make_substitution_table,
    make_word_table,
    read_vectors,
    shrink_vectors,
)


def write_vectors(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def test_plain_words_are_kept_in_their_order(tmp_path: Path) -> None:
    path = write_vectors(
        tmp_path / "v.txt", "4 2", "the 1 0", "https://x 0 1", "don't 0 1", "Café 1 1", "cat 1 1"
    )
    words, vectors = read_vectors(path)
    assert words == ["the", "don't", "cat"]
    assert vectors.tolist() == [[1, 0], [0, 1], [1, 1]]


@pytest.mark.parametrize("line", ["cat 1 x", "cat 1 2 3"])
def test_a_line_without_the_right_numbers_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadFile, match=r"v\.txt"):
        read_vectors(write_vectors(tmp_path / "v.txt", "the 1 0", line))


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no words"):
        read_vectors(write_vectors(tmp_path / "v.txt", "1 2"))


def test_likeness_survives_where_words_differ_in_few_directions() -> None:
    flat = np.array([[2, 0, 0, 0], [0, 1, 0, 0], [3, 3, 0, 0]], np.float32)
    small = shrink_vectors(flat, dimensions=2)
    lengths = np.linalg.norm(small, axis=1)
    assert lengths == pytest.approx(1)
    assert small[0] @ small[2] == pytest.approx(2**-0.5)
    assert small[0] @ small[1] == pytest.approx(0, abs=1e-6)


def test_a_table_of_words_is_written_and_read(tmp_path: Path) -> None:
    path = write_vectors(tmp_path / "v.txt", "the 1 0 0", "silly 0 1 0", "daft 0 0.9 0.1")
    assert make_word_table(path, tmp_path / "out" / "words.npz", dimensions=2) == 3
    assert load_word_vectors(tmp_path / "out" / "words.npz").find_near("silly", count=1) == ["daft"]


@pytest.mark.parametrize(
    ("rude", "rewrite", "expected"),
    [
        ("this is crap", "this is bad", [("crap", "bad")]),
        ("This is CRAP!", "this is not good", [("crap", "not good")]),
        ("damn this crap here", "this crap here", []),
        ("this is crap", "I did not like all of it", []),
        ("what a dumb silly day", "what a long day", []),
        ("same here", "Same here.", []),
    ],
)
def test_single_words_that_were_replaced_are_found(
    rude: str, rewrite: str, expected: list[tuple[str, str]]
) -> None:
    assert list(find_substitutions(rude, rewrite)) == expected


def test_what_was_seen_twice_is_kept_most_frequent_first(tmp_path: Path) -> None:
    pairs = [("this is crap", "this is bad")] * 3 + [("this is crap", "this is stuff")] * 2
    pairs += [("this is crap", "this is odd"), ("he is crap", "she is crap"), ("he is crap", "she is crap")]
    assert make_substitution_table(pairs, tmp_path / "people.json", record={"pairs": 8}) == 1
    kept = json.loads((tmp_path / "people.json").read_text())
    assert kept == {"record": {"pairs": 8}, "words": {"crap": ["bad", "stuff"]}}
