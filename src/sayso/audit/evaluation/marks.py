"""Words that a scorer marked, held against the words or characters that people marked."""

from collections.abc import Sequence

import numpy as np

from sayso.audit.evaluation.cases import TokenMarks
from sayso.audit.evaluation.report import Measure
from sayso.core import Evidence, Span
from sayso.stats.classification import f1_from_counts
from sayso.stats.overlap import character_f1
from sayso.stats.resampling import Bootstrap, mean


def find_marked(evidence: Evidence, *, threshold: float) -> list[Span]:
    """The words at or over the threshold, from left to right."""
    return sorted(word.span for word in evidence.words if word.weight >= threshold)


def list_characters(text: str, spans: Sequence[Span]) -> frozenset[int]:
    """The characters of marked words, and the white space between two that are neighbours.

    People mark a phrase in one stroke, spaces included, while evidence comes by the word.
    """
    marked: set[int] = set()
    last_end = -1
    for span in spans:
        if last_end >= 0 and not text[last_end : span.begin].strip():
            marked.update(range(last_end, span.begin))
        marked.update(range(span.begin, span.end))
        last_end = max(last_end, span.end)
    return frozenset(marked)


def measure_characters(
    texts: Sequence[str],
    gold: Sequence[frozenset[int]],
    evidence: Sequence[Evidence],
    *,
    threshold: float,
    bootstrap: Bootstrap,
) -> Measure:
    """The mean of the texts' character F1."""
    values = [
        character_f1(wanted, list_characters(text, find_marked(one, threshold=threshold)))
        for text, wanted, one in zip(texts, gold, evidence, strict=True)
    ]
    interval = bootstrap.interval(mean, np.array(values, np.float64))
    return Measure("character F1", interval, len(values))


def measure_tokens(
    tokens: TokenMarks, evidence: Sequence[Evidence], *, threshold: float, bootstrap: Bootstrap
) -> Measure:
    """F1 of the tokens, counted over all texts together; texts are redrawn whole for the interval."""
    counts = [
        _count_tokens(spans, marked, find_marked(one, threshold=threshold))
        for spans, marked, one in zip(tokens.spans, tokens.marked, evidence, strict=True)
        if spans
    ]
    columns = [np.array(column, np.float64) for column in zip(*counts, strict=True)] or [np.zeros(0)] * 3
    interval = bootstrap.interval(
        lambda *drawn: f1_from_counts(*(float(column.sum()) for column in drawn)), *columns
    )
    return Measure("token F1", interval, len(counts))


def _count_tokens(
    spans: Sequence[Span], marked: Sequence[bool], found: Sequence[Span]
) -> tuple[int, int, int]:
    """Hits, false alarms and misses; a token is marked by evidence that overlaps it."""
    guesses = [any(span.overlaps(one) for one in found) for span in spans]
    hits = sum(guess and mark for guess, mark in zip(guesses, marked, strict=True))
    return hits, sum(guesses) - hits, sum(marked) - hits
