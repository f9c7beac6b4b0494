"""Texts through the encoder's graph: reading, tokens, windows, batches of one length.

Padding makes a batch of mixed lengths slower than its texts one by one, and how much of it there is changes
the order in which numbers are added up, so that a rounding further on may fall otherwise. So a window is
always filled up to the same length, and its batch is of that length: its outputs are then the same, to the
last bit, alone and in any company. Lengths go in steps, because the runtime prepares for every new shape.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sayso.core.errors import BadInput
from sayso.scoring.encoder_file import EncoderMetadata, TokenWindows
from sayso.scoring.encoder_tokenizer import EncoderTokenizer, ReadText
from sayso.scoring.graph import Graph, round_up

Array = NDArray[np.float32]
BATCH_TOKENS = 512
"""Tokens in one batch, padding included: more does not get faster on a CPU, and memory stays small."""
TEXT_HEADS = ("attributes", "classes", "groups", "implied", "perspective")
WORD_HEADS = ("words_hatexplain", "words_toxicspans")
ATTENTION = "attention"
"""The last layer's attention from the first token, mean over its heads; older graphs do not have it."""


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens `[begin, begin + len(ids))` of a text, with the two that mark begin and end around them."""

    text: int
    begin: int
    ids: list[int]


@dataclass(frozen=True, slots=True)
class JudgedWindow:
    """The raw outputs of one window, and which tokens of its text it holds."""

    tokens: slice
    attributes: Array
    groups: Array


@dataclass(frozen=True, slots=True)
class TokenMarks:
    """For each token its place in the original, and the raw outputs of both heads that mark words; for each
    window what was said of it, because a mark depends on what stands around the word."""

    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    hatexplain: Array
    toxicspans: Array
    windows: tuple[JudgedWindow, ...]


@dataclass(frozen=True, slots=True)
class TokenAttention:
    """For each token its place in the original, and its share of the attention."""

    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    shares: Array


@dataclass(frozen=True, slots=True)
class Outputs:
    """One row per text for each head of the graph that judges texts; marks and attention where asked for.

    `unknown` is the share of each text that the vocabulary does not have.
    """

    heads: Mapping[str, Array]
    unknown: tuple[float, ...] = ()
    marks: tuple[TokenMarks, ...] = ()
    attention: tuple[TokenAttention, ...] = ()


class EncoderRun:
    """A loaded graph."""

    def __init__(self, metadata: EncoderMetadata, graph: bytes, *, threads: int = 0) -> None:
        self._windows = metadata.windows
        self._read = EncoderTokenizer(metadata).read
        self._graph = Graph(graph, threads=threads)
        self._name = metadata.name

    def run(self, texts: Sequence[str], *, words: bool = False, attention: bool = False) -> Outputs:
        """The outputs for each text; with `words`, the marks of its tokens too, from the same pass, and with
        `attention` where the model looked."""
        names = (*TEXT_HEADS, *(WORD_HEADS if words else ()), *((ATTENTION,) if attention else ()))
        self._refuse_missing(names)
        reads = [self._read(text) for text in texts]
        windows = [one for index, read in enumerate(reads) for one in self._cut(index, read.ids)]
        rows = self._run_windows(windows, names)
        by_text: list[list[int]] = [[] for _ in texts]
        for place, window in enumerate(windows):
            by_text[window.text].append(place)
        heads = {name: self._join(rows[name], by_text) for name in TEXT_HEADS}
        parts = [
            (read, [(windows[place], place) for place in places])
            for read, places in zip(reads, by_text, strict=True)
        ]
        return Outputs(
            heads,
            tuple(read.unknown for read in reads),
            tuple(_mark(read, found, rows) for read, found in parts) if words else (),
            tuple(
                TokenAttention(*read.find_places(), _spread(read, found, rows[ATTENTION]))
                for read, found in parts
            )
            if attention
            else (),
        )

    def _refuse_missing(self, names: Sequence[str]) -> None:
        if missing := [name for name in names if name not in self._graph.outputs]:
            raise BadInput(
                f"The graph of {self._name} has no output {missing[0]!r}.",
                hint="Use a newer version of the model, or another method: --methods rationale,occlusion",
            )

    def run_apart(self, texts: Sequence[str]) -> list[Array]:
        """The attributes of each text's windows, a row per window, not joined: to choose how to join them."""
        found: list[list[Window]] = [list(self._cut(0, self._read(text).ids)) for text in texts]
        return [np.stack(self._run_windows(windows, ["attributes"])["attributes"]) for windows in found]

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(self._read(text).ids) for text in texts]

    def _cut(self, text: int, ids: list[int]) -> Iterator[Window]:
        first, *body, last = ids
        room = self._windows.size - 2
        step = room - self._windows.overlap
        for begin in range(0, max(len(body) - self._windows.overlap, 1), step):
            yield Window(text, begin, [first, *body[begin : begin + room], last])

    def _run_windows(self, windows: Sequence[Window], names: Sequence[str]) -> dict[str, list[Array]]:
        rows: dict[str, list[Array]] = {name: [np.empty(0, np.float32)] * len(windows) for name in names}
        for batch in _group([len(window.ids) for window in windows]):
            found = self._run_batch([windows[place].ids for place in batch], names)
            for name, values in zip(names, found, strict=True):
                for place, row in zip(batch, values, strict=True):
                    rows[name][place] = row
        return rows

    def _run_batch(self, batch: Sequence[list[int]], names: Sequence[str]) -> list[Array]:
        length = round_up(max(map(len, batch)))
        ids = np.zeros((len(batch), length), np.int64)
        mask = np.zeros_like(ids)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens)] = tokens
            mask[row, : len(tokens)] = 1
        return self._graph.run(list(names), {"ids": ids, "mask": mask})

    def _join(self, rows: Sequence[Array], by_text: Sequence[Sequence[int]]) -> Array:
        joined = [
            rows[places[0]]
            if len(places) == 1
            else join_windows(np.stack([rows[i] for i in places]), self._windows)
            for places in by_text
        ]
        return np.stack(joined) if joined else np.empty((0, 0), np.float32)


def join_windows(rows: Array, rule: TokenWindows) -> Array:
    """The windows of one text to one row: log(mean(exp(s z))) / s, computed from the highest down."""
    top = rows.max(axis=0)
    return (top + np.log(np.exp(rule.sharpness * (rows - top)).mean(axis=0)) / rule.sharpness).astype(
        np.float32
    )


def _group(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of windows that share a batch: of one length once filled up, and not too many."""
    by_length: dict[int, list[int]] = {}
    for place, length in enumerate(lengths):
        by_length.setdefault(round_up(length), []).append(place)
    for length, places in by_length.items():
        most = max(1, BATCH_TOKENS // length)
        yield from (places[begin : begin + most] for begin in range(0, len(places), most))


def _mark(
    read: ReadText, windows: Sequence[tuple[Window, int]], rows: Mapping[str, Sequence[Array]]
) -> TokenMarks:
    hatexplain, toxicspans = (_spread(read, windows, rows[name]) for name in WORD_HEADS)
    judged = tuple(
        JudgedWindow(_find_body(window), rows["attributes"][place], rows["groups"][place])
        for window, place in windows
    )
    return TokenMarks(*read.find_places(), hatexplain, toxicspans, judged)


def _find_body(window: Window) -> slice:
    """The tokens of the text that it holds, without the two that open and close it."""
    return slice(window.begin, window.begin + len(window.ids) - 2)


def _spread(read: ReadText, windows: Sequence[tuple[Window, int]], rows: Sequence[Array]) -> Array:
    """One output, the first, for each token of the text; tokens that two windows share get the higher."""
    # Five tokens a b c d e, read as the windows [a b c] from place 0 and [c d e] from place 2, each between
    # the two tokens that open and close a window: outputs (- 1 2 3 -) and (- 4 5 6 -) become 1 2 4 5 6.
    values = np.full(len(read.ids) - 2, -np.inf, np.float32)
    for window, place in windows:
        span = _find_body(window)
        found = rows[place].reshape(len(rows[place]), -1)[1 : len(window.ids) - 1, 0]
        values[span] = np.maximum(values[span], found)
    return values
