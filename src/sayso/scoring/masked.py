"""The masked-word model: which words could stand in a place, from those around it."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from sayso.core import Blank
from sayso.scoring.graph import Graph
from sayso.scoring.masked_file import MaskedCard, load_masked_file
from sayso.scoring.masked_row import MaskedRow, fill_up, hide_words, list_places, make_readable
from sayso.scoring.weight_files import MASKED

Array = NDArray[np.float32]
SOFTNESS = 4.0
"""A wording reads e times worse for every so much of log-probability under the likeliest word."""
REST = -8.0
"""What each further piece of a word costs, in log-probability: the place was asked for one word."""


class WordTable(Protocol):
    """What log-probabilities are about, place by place."""

    words: list[str]
    is_whole: NDArray[np.bool_]

    def split(self, word: str) -> list[int]:
        """The places of one word's pieces."""
        ...


class Vocabulary:
    """The model's tokens, and which of them are whole words an author could write."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self.places: dict[str, int] = tokenizer.get_vocab()
        self.words = [""] * len(self.places)
        for word, place in self.places.items():
            self.words[place] = word
        self.is_whole = np.array([word.isalpha() and len(word) > 1 for word in self.words])

    def split(self, word: str) -> list[int]:
        """The tokens of one word."""
        place = self.places.get(word)
        if place is not None:
            return [place]
        return list(self._tokenizer.encode(word, add_special_tokens=False).ids)


@dataclass(frozen=True)
class TokenOdds:
    """Log-probabilities of all tokens in one place."""

    vocabulary: WordTable
    logs: Array

    def find_likeliest(self, count: int) -> list[str]:
        logs = np.where(self.vocabulary.is_whole, self.logs, -np.inf)
        count = min(count, len(logs))
        # The least of those that can be among them: sorting the few takes a tenth of sorting all.
        least = np.partition(logs, -count)[-count] if count else np.inf
        few = np.flatnonzero((logs >= least) & self.vocabulary.is_whole)
        ranked = few[np.argsort(-logs[few], kind="stable")]
        return [self.vocabulary.words[place] for place in ranked[:count]]

    def weigh(self, wording: str) -> float:
        best = float(self.logs.max())
        pieces = [self.vocabulary.split(word) for word in wording.lower().split()]
        gaps = [float(self.logs[one[0]]) - best + REST * (len(one) - 1) for one in pieces if one]
        return math.exp(sum(gaps) / len(gaps) / SOFTNESS) if gaps else 0.0


class MaskedWords:
    """A `WordGuesser` on a graph that gives each token a vector near those of the words that fit there."""

    def __init__(self, card: MaskedCard, graph: bytes, *, threads: int = 0) -> None:
        self.name = card.name
        self._tokenizer: Any = Tokenizer.from_str(card.tokenizer)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._tokenizer.encode_special_tokens = True
        self._vocabulary = Vocabulary(self._tokenizer)
        self._mask = self._vocabulary.places["[MASK]"]
        self._graph = Graph(graph, threads=threads)
        self._vectors = card.widen()
        self._biases = card.biases

    def guess(self, blanks: Sequence[Blank]) -> list[list[TokenOdds]]:
        rows = [self._hide(blank) for blank in blanks]
        if not rows:
            return []
        states = self._run(rows)
        odds = iter(self._weigh_up(states[list_places(rows)]))
        return [[next(odds) for _ in row.hidden] for row in rows]

    def _hide(self, blank: Blank) -> MaskedRow:
        encoding = self._tokenizer.encode(make_readable(blank.text))
        return hide_words(blank, encoding.ids, encoding.offsets, sign=self._mask)

    def _run(self, rows: Sequence[MaskedRow]) -> Array:
        ids, mask = fill_up(rows)
        return self._graph.run(["states"], {"words": self._vectors[ids], "mask": mask})[0]

    def _weigh_up(self, states: Array) -> Iterator[TokenOdds]:
        """All places in one product: most of its time goes into reading the table."""
        logs = states @ self._vectors.T
        logs += self._biases
        logs -= logs.max(axis=1, keepdims=True)
        logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
        return (TokenOdds(self._vocabulary, row) for row in logs)


def load_masked(path: Path | None = None, *, threads: int = 0) -> MaskedWords:
    """The guesser of a card and the graph beside it; without a path, the newest that ships."""
    found = path or MASKED.find("", None)
    card, graph = load_masked_file(found)
    try:
        return MaskedWords(card, graph, threads=threads)
    except Exception as error:  # the runtime's own errors have no common type
        raise MASKED.damaged(found.with_suffix(".onnx"), "the runtime cannot load it") from error
