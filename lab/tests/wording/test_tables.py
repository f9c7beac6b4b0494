"""How the tables are made."""

from pathlib import Path

import numpy as np
import pytest

from sayso.core.errors import BadFile
from sayso.explaining.word_vectors import load_word_vectors
from sayso_lab.wording.tables import make_word_table, read_vectors, shrink_vectors


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
