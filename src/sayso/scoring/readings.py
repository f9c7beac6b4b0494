"""Texts as people see them, on their way through a scorer: all readings in one batch, the highest counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, Evidence, Scores, UnjudgedReason
from sayso.text.folded import Folded
from sayso.text.seen import is_plain, list_readings


@dataclass(frozen=True, slots=True)
class Readings:
    """`texts` is what the model reads: the readings of all texts, one text's after the other's.

    Text i's begin at `first[i]`; `folds` lead back to the originals, and are left out where all are plain.
    """

    texts: Sequence[str] = field(repr=False)
    first: NDArray[np.intp]
    folds: tuple[Folded, ...] = field(default=(), repr=False)

    def join(self, scores: Scores) -> Scores:
        """A row per text again: for each attribute the highest score of its readings.

        A text is unjudged only if none of its readings was judged.
        """
        if len(self.texts) == len(self.first):
            return scores
        columns = self._join_columns(scores.columns)
        perspective = None if scores.perspective is None else self._join_columns(scores.perspective)
        judged = np.ones(len(self.texts), bool)
        judged[list(scores.unjudged)] = False
        unjudged = np.flatnonzero(~np.logical_or.reduceat(judged, self.first)).tolist()
        reasons: dict[int, UnjudgedReason] = {row: scores.unjudged[int(self.first[row])] for row in unjudged}
        return Scores(scores.model, columns, reasons, perspective)

    def _join_columns(self, columns: Mapping[Attribute, Sequence[float]]) -> dict[Attribute, list[float]]:
        return {
            name: np.maximum.reduceat(np.asarray(column, np.float64), self.first).tolist()
            for name, column in columns.items()
        }

    def choose(self, highest: Sequence[float]) -> list[int]:
        """For each text the reading that scores highest, the first of equals: whose evidence counts."""
        ends = [*self.first.tolist(), len(self.texts)][1:]
        spans = zip(self.first.tolist(), ends, strict=True)
        return [max(range(begin, end), key=lambda place: (highest[place], -place)) for begin, end in spans]

    def place(self, reading: int, evidence: Evidence) -> Evidence:
        """The evidence found in a reading, in the offsets of the original."""
        if not self.folds or isinstance(self.folds[reading].begins, range):
            return evidence
        folded = self.folds[reading]
        words = (
            replace(word, span=folded.original_span(word.span.begin, word.span.end))
            for word in evidence.words
        )
        return replace(evidence, words=tuple(sorted(words, key=lambda word: word.span)))


def read_texts(texts: Sequence[str]) -> Readings:
    """Every reading of every text."""
    if is_plain("".join(texts)):
        return Readings(texts, np.arange(len(texts)))
    by_text = [list_readings(text) for text in texts]
    first = np.cumsum([0, *map(len, by_text)])[:-1]
    folds = tuple(folded for folds in by_text for folded in folds)
    return Readings([folded.text for folded in folds], first, folds)
