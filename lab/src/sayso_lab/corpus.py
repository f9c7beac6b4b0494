"""The rows of the data sets as the linear scorer learns from them: labels with gaps, weights, parts."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.old_split import make_key
from sayso_lab.data.rows import Row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table

WEIGHTS: Mapping[str, float] = MappingProxyType(
    dict.fromkeys(
        ("davidson", "toxic_spans_raters", "implicit_hate", "toxigen", "hatemoji", "edos", "stormfront"), 0.5
    )
    | dict.fromkeys(("ruddit", "paradetox", "reviews", "everyday"), 0.7)
    | {"paradetox_cannot": 0.5}
)
"""What a text of a source counts, where it is not 1."""


@dataclass(frozen=True)
class Corpus:
    """Row by row: `labels` has a column per learned attribute, `nan` where nobody judged."""

    texts: list[str]
    sources: NDArray[np.str_]
    labels: NDArray[np.float32]
    weights: NDArray[np.float32]
    parts: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.texts)

    def select(self, rows: NDArray[np.intp]) -> "Corpus":
        texts = [self.texts[int(row)] for row in rows]
        return Corpus(texts, self.sources[rows], self.labels[rows], self.weights[rows], self.parts[rows])

    def part(self, part: Part) -> "Corpus":
        return self.select(np.flatnonzero(self.parts == part))


def make_corpus(table: Table, *, reserved: Collection[int] = ()) -> Corpus:
    """The table's rows; what nobody judged is only measured on. `reserved` are keys of texts that must not be
    learned from, whatever their part."""
    chosen = [
        (row, _choose(row, part, reserved))
        for row, part in zip(table.rows, table.parts, strict=True)
        if part is Part.HELD_OUT or not np.isnan(row.attributes).all()
    ]
    return Corpus(
        texts=[row.text for row, _ in chosen],
        sources=np.array([row.source for row, _ in chosen], dtype=np.str_),
        labels=np.array([row.attributes for row, _ in chosen], np.float32).reshape(-1, len(ATTRIBUTES)),
        weights=np.array([WEIGHTS.get(row.source, 1.0) for row, _ in chosen], np.float32),
        parts=np.array([part for _, part in chosen], dtype=np.str_),
    )


def _choose(row: Row, part: Part, reserved: Collection[int]) -> Part:
    return Part.HELD_OUT if reserved and make_key(row.text) in reserved else part


def make_labels(labels: Sequence[Mapping[str, float]]) -> NDArray[np.float32]:
    """A row per text, a column per learned attribute."""
    rows = [[one.get(str(name), np.nan) for name in ATTRIBUTES] for one in labels]
    return np.array(rows, np.float32).reshape(-1, len(ATTRIBUTES))
