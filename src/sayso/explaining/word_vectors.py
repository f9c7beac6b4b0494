"""Words as points in a space where near means alike: GloVe's, in eight bits.

Where the table comes from and what was left out of it: docs/reference/model-cards/wording.md.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sayso.core.errors import BadWeights
from sayso.core.installation import explain_repair

SHIPPED = Path(__file__).parent / "data" / "words.v1.npz"
RARENESS = 1e-3
"""How fast frequent words lose weight in the vector of a passage (Arora et al. 2017)."""
COMMON = 33
"""Of so many words, the most frequent one is common."""
Vector = NDArray[np.float32]


class WordVectors:
    """Words in order of frequency, and for each a vector of length one."""

    def __init__(self, words: Sequence[str], vectors: NDArray[np.floating]) -> None:
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        self._words = list(words)
        self._vectors = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
        self._places = {word: place for place, word in enumerate(self._words)}
        self.rank = lru_cache(maxsize=4096)(self._rank)

    def __contains__(self, word: str) -> bool:
        return word.lower() in self._places

    def is_common(self, word: str) -> bool:
        """Whether it is among the most frequent words, which are near to everything."""
        return self._places.get(word.lower(), len(self._words)) < len(self._words) // COMMON

    def find_near(self, word: str, *, count: int, accept: Callable[[str], bool] = bool) -> list[str]:
        """The `count` nearest words that are accepted, nearest first; none for a word that is not known."""
        return [near for near in self.rank(word.lower()) if accept(near)][:count]

    def _rank(self, word: str, *, most: int = 60) -> tuple[str, ...]:
        place = self._places.get(word)
        if place is None:
            return ()
        likeness = self._vectors @ self._vectors[place]
        likeness[place] = -1
        best: list[int] = np.argsort(-likeness, kind="stable")[:most].tolist()
        return tuple(self._words[i] for i in best if i != place)

    def compare(self, first: Sequence[str], second: Sequence[str]) -> float:
        """How alike two passages are, 0 to 1: the cosine of their vectors, where frequent words count less.

        Passages with the same words are 1; where none of the words is known, 1 if they are the same, else 0.
        """
        one, other = self._sum_up(first), self._sum_up(second)
        norms = float(np.linalg.norm(one) * np.linalg.norm(other))
        if norms < 1e-9:
            return float([word.lower() for word in first] == [word.lower() for word in second])
        return float(np.clip(one @ other / norms, 0, 1))

    def _sum_up(self, words: Sequence[str]) -> Vector:
        places = [self._places[word.lower()] for word in words if word.lower() in self._places]
        # By Zipf's law the word at rank r makes up about one in ten r of a text.
        weights = np.array([RARENESS / (RARENESS + 0.1 / (place + 1)) for place in places], np.float32)
        return np.asarray(weights @ self._vectors[places], np.float32)


def save_word_vectors(
    path: Path,
    words: Sequence[str],
    vectors: NDArray[np.floating],
    *,
    record: Mapping[str, object] | None = None,
) -> None:
    """Each vector in eight bits with a scale of its own; order is frequency. The record says whence."""
    scales = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-9) / 127
    numbers = np.rint(vectors / scales).astype(np.int8)
    kept = np.frombuffer("\n".join(words).encode(), np.uint8)
    notes = np.frombuffer(json.dumps(dict(record or {})).encode(), np.uint8)
    scales = scales.astype(np.float32)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.savez_compressed(file, words=kept, numbers=numbers, scales=scales, record=notes)


def load_word_vectors(path: Path = SHIPPED) -> WordVectors:
    """The table in a file; `BadWeights`, with the way to repair it, if it is missing or damaged."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            words = kept["words"].tobytes().decode().split("\n")
            vectors = kept["numbers"].astype(np.float32) * kept["scales"]
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise _damaged(path) from error
    if len(words) != len(vectors):
        raise _damaged(path)
    return WordVectors(words, vectors)


def _damaged(path: Path) -> BadWeights:
    return BadWeights(f"The table of words {path} is missing or damaged.", hint=explain_table_repair(path))


def explain_table_repair(path: Path) -> str:
    """How to get a shipped table back."""
    return explain_repair(
        installed="--force-reinstall sayso", clone=f"git checkout -- src/sayso/explaining/data/{path.name}"
    )
