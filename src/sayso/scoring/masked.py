"""The masked-word model: which words could stand in a place, from those around it."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from sayso.core import Blank, Span
from sayso.scoring.graph import Graph, round_up
from sayso.scoring.masked_file import MaskedCard, load_masked_file
from sayso.scoring.weight_files import MASKED

ROOM = 62
"""Tokens around a hidden word that are read: farther ones hardly change the guess."""
Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class MaskedRow:
    """Tokens of a text with some hidden, and the places of those."""

    ids: list[int]
    hidden: list[int]


def make_readable(text: str) -> str:
    """Tokenizers refuse halves of a character, which JSON can bring in; offsets stay as they are."""
    return text.encode(errors="replace").decode()


def hide_words(
    blank: Blank, ids: Sequence[int], offsets: Sequence[tuple[int, int]], *, sign: int
) -> MaskedRow:
    """Each span becomes one hidden token; of a long text, what stands around the first.

    The first and the last of the ids are the tokens that begin and end a text.
    """
    kept: list[int] = []
    places: dict[Span, int] = {}
    for token, offset in zip(ids[1:-1], offsets[1:-1], strict=True):
        hidden = next((span for span in blank.spans if span.overlaps(Span(*offset))), None)
        if hidden is None:
            kept.append(token)
        elif hidden not in places:
            places[hidden] = len(kept)
            kept.append(sign)
    hidden_places = [places.get(span, min(len(kept) - 1, 0)) for span in blank.spans]
    begin = max(0, min(hidden_places, default=0) - ROOM // 2)
    near = kept[begin : begin + ROOM]
    shown = [1 + min(place - begin, len(near) - 1) for place in hidden_places]
    return MaskedRow([ids[0], *near, ids[-1]], shown)


def fill_up(rows: Sequence[MaskedRow], *, pad: int = 0) -> tuple[Ids, Ids]:
    """Ids and mask, both [texts, tokens]."""
    length = round_up(max(len(row.ids) for row in rows))
    ids = np.full((len(rows), length), pad, np.int64)
    mask = np.zeros_like(ids)
    for index, row in enumerate(rows):
        ids[index, : len(row.ids)] = row.ids
        mask[index, : len(row.ids)] = 1
    return ids, mask


def list_places(rows: Sequence[MaskedRow]) -> tuple[list[int], list[int]]:
    """The hidden places of all rows: in which row, and where in it."""
    found = [(index, place) for index, row in enumerate(rows) for place in row.hidden]
    return [index for index, _ in found], [place for _, place in found]


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
        encoded = [self._tokenizer.encode(make_readable(blank.text)) for blank in blanks]
        rows = [
            hide_words(blank, one.ids, one.offsets, sign=self._mask)
            for blank, one in zip(blanks, encoded, strict=True)
        ]
        if not rows:
            return []
        ids, mask = fill_up(rows)
        states = self._graph.run(["states"], {"words": self._vectors[ids], "mask": mask})[0]
        odds = iter(self._weigh_up(states[list_places(rows)]))
        return [[next(odds) for _ in row.hidden] for row in rows]

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
