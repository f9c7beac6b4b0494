"""All data sets as one: texts, labels with gaps, weights, and the part each text belongs to."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sayso_lab.examples import LEARNED, Example, Source
from sayso_lab.files import FileRecord, draw_sample, read_set
from sayso_lab.splits import Part, choose_part, make_key


@dataclass(frozen=True)
class Corpus:
    """Row by row: `labels` has a column per learned attribute, `nan` where nobody judged."""

    texts: list[str]
    sources: NDArray[np.str_]
    labels: NDArray[np.float32]
    weights: NDArray[np.float32]
    parts: NDArray[np.str_]
    files: tuple[FileRecord, ...] = ()

    def __len__(self) -> int:
        return len(self.texts)

    def select(self, rows: NDArray[np.intp]) -> "Corpus":
        texts = [self.texts[int(row)] for row in rows]
        return Corpus(
            texts, self.sources[rows], self.labels[rows], self.weights[rows], self.parts[rows], self.files
        )

    def part(self, part: Part) -> "Corpus":
        return self.select(np.flatnonzero(self.parts == part))


def gather_corpus(
    sources: Sequence[Source],
    data_dir: Path,
    *,
    seed: int,
    limit: int | None = None,
    reserved: Collection[int] = (),
    on_source: Callable[[str], None] = lambda _: None,
) -> Corpus:
    """Reads the sets; `reserved` are keys of texts that must not be learned from."""
    kept_apart = set(reserved)
    drawn: list[tuple[Source, list[Example]]] = []
    files: list[FileRecord] = []
    for source in sources:
        on_source(source.name)
        examples, records = read_set(source, data_dir)
        sample = draw_sample(examples, _least(limit, source.at_most), seed=seed)
        drawn.append((source, sample))
        files += records
        if source.held_out:
            kept_apart.update(make_key(example.text) for example in sample)
    return _assemble(drawn, kept_apart, tuple(files))


def _least(*limits: int | None) -> int | None:
    return min((limit for limit in limits if limit is not None), default=None)


def _assemble(
    drawn: Sequence[tuple[Source, list[Example]]], kept_apart: set[int], files: tuple[FileRecord, ...]
) -> Corpus:
    rows = [(source, example) for source, examples in drawn for example in examples]
    return Corpus(
        texts=[example.text for _, example in rows],
        sources=np.array([source.name for source, _ in rows], dtype=np.str_),
        labels=make_labels([example for _, example in rows]),
        weights=np.array([source.weight for source, _ in rows], np.float32),
        parts=np.array([_choose(example, kept_apart) for _, example in rows], dtype=np.str_),
        files=files,
    )


def make_labels(examples: Sequence[Example]) -> NDArray[np.float32]:
    """A row per example, a column per learned attribute."""
    rows = [[example.labels.get(name, np.nan) for name in LEARNED] for example in examples]
    return np.array(rows, np.float32).reshape(-1, len(LEARNED))


def _choose(example: Example, kept_apart: set[int]) -> Part:
    keys = {make_key(example.text), make_key(example.origin or example.text)}
    if keys & kept_apart:
        return Part.HELD_OUT
    return choose_part(make_key(example.origin or example.text))
