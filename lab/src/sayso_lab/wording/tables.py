"""The table of near words: vectors made smaller."""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sayso.core.errors import BadFile
from sayso.explaining.word_vectors import save_word_vectors

DIMENSIONS = 150
_PLAIN_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")


def make_word_table(
    source: Path, target: Path, *, dimensions: int = DIMENSIONS, record: dict[str, object] | None = None
) -> int:
    """Writes the plain words of a file of vectors in GloVe's text format, in fewer dimensions; how many."""
    words, vectors = read_vectors(source)
    save_word_vectors(target, words, shrink_vectors(vectors, dimensions=dimensions), record=record)
    return len(words)


def read_vectors(path: Path) -> tuple[list[str], NDArray[np.float32]]:
    """The plain words of the file and their vectors, in the file's order, which is that of frequency."""
    words: list[str] = []
    rows: list[NDArray[np.float32]] = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            word, *numbers = line.split(" ")
            if len(numbers) < 2 or not _PLAIN_WORD.fullmatch(word):
                continue  # the first line of some files gives sizes
            rows.append(_read_row(numbers, path=path, line=number))
            words.append(word)
    if not rows or len({len(row) for row in rows}) > 1:
        raise BadFile(
            f"{path} has no words with vectors of one length.",
            hint="A line is a word and its numbers, with a space between them, as GloVe's files have it.",
        )
    return words, np.stack(rows)


def _read_row(numbers: Sequence[str], *, path: Path, line: int) -> NDArray[np.float32]:
    try:
        return np.array(numbers, np.float32)
    except ValueError as error:
        raise BadFile(f"{path}, line {line}: a word must be followed by numbers.") from error


def shrink_vectors(vectors: NDArray[np.float32], *, dimensions: int) -> NDArray[np.float32]:
    """Along the directions in which they differ most; likeness between words is kept as well as can be."""
    lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    even = (vectors / lengths).astype(np.float64)
    values, directions = np.linalg.eigh(even.T @ even)
    best = directions[:, np.argsort(-values)[:dimensions]]
    return (even @ best).astype(np.float32)
