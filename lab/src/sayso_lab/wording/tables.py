"""The two tables: word vectors made smaller, and substitutions counted in pairs of sentences."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sayso.core.errors import BadFile
from sayso.explaining.word_vectors import save_word_vectors
from sayso.text.stopwords import is_stop_word
from sayso.text.words import split_words

DIMENSIONS = 150
MOST_WORDINGS = 12
LEAST_PAIRS = 2
LONGEST_WORDING = 2
_PLAIN_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
Pair = tuple[str, str]
"""A rude sentence and one of its rewrites."""


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


def make_substitution_table(pairs: Iterable[Pair], target: Path, *, record: dict[str, object]) -> int:
    """Counts what took the place of what, and writes what was seen often enough; how many words."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for rude, rewrite in pairs:
        for word, wording in find_substitutions(rude, rewrite):
            counts[word][wording] += 1
    words = [word for word in sorted(counts) if _PLAIN_WORD.fullmatch(word) and not is_stop_word(word)]
    kept = {word: _choose(counts[word]) for word in words}
    kept = {word: wordings for word, wordings in kept.items() if wordings}
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({"record": record, "words": kept}) + "\n", "utf-8")
    return len(kept)


def _choose(found: Counter[str]) -> list[str]:
    return [wording for wording, count in found.most_common(MOST_WORDINGS) if count >= LEAST_PAIRS]


def find_substitutions(rude: str, rewrite: str) -> Iterator[Pair]:
    """Each single word of the first that the second replaces by one or two others.

    Leaving a word out is always on offer, so it need not be learned.
    """
    before, after = ([word.text.lower() for word in split_words(text)] for text in (rude, rewrite))
    for kind, begin, end, new_begin, new_end in SequenceMatcher(
        None, before, after, autojunk=False
    ).get_opcodes():
        if kind == "replace" and end - begin == 1 and new_end - new_begin <= LONGEST_WORDING:
            yield before[begin], " ".join(after[new_begin:new_end])
