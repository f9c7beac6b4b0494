"""Words that people marked: HateXplain's rationales by the word, ToxicSpans by the character."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sayso.stats.classification import f1_from_counts
from sayso.stats.overlap import character_f1
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.rows import FULL_MARK, Row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.marks import WordMarks
from sayso_lab.measuring.row import Aim, AimRow, leave_out

Array = NDArray[np.float64]
TOKENS, TOKEN_AIM = "HateXplain, words: token F1, micro", Aim(0.66)
SPANS, SPAN_AIM = "ToxicSpans, trial: character F1", Aim(0.71)
_WORD = re.compile(r"[\w'’*@$#!-]+")
_LOOSE_ENDS = "!'’-"
_GAP = re.compile(r"[\s,]{1,2}")
Counts = tuple[int, int, int]
"""Hits, false alarms, misses."""


def measure_tokens(rows: Sequence[Row], answers: Answers, *, bootstrap: Bootstrap) -> AimRow:
    """Over all words of all posts that have rationales; posts are redrawn whole for the interval."""
    marks = answers.words_hatexplain
    if not rows:
        return leave_out(TOKENS, "no posts", aim=TOKEN_AIM)
    if marks is None:
        return leave_out(TOKENS, f"{answers.model} marks no words", aim=TOKEN_AIM)
    counts = [
        count_tokens(row, one) for row, one in zip(rows, marks, strict=True) if row.word_marks is not None
    ]
    columns = [np.array(column, np.float64) for column in zip(*counts, strict=True)] or [np.zeros(0)] * 3
    note = "majority rationale; words as the set splits them; the cut was chosen on other posts"
    return AimRow(TOKENS, bootstrap.interval(sum_f1, *columns), len(counts), TOKEN_AIM, note)


def count_tokens(row: Row, marks: WordMarks, *, cut: float = 0.0) -> Counts:
    """A word is gold if at least half of those who gave reasons marked it."""
    gold = row.word_marks
    words = list(_split_words(row.text))
    wanted = [gold is not None and int(gold[begin]) * 2 >= FULL_MARK for begin, _ in words]
    found = [marks.highest(begin, end) >= cut for begin, end in words]
    hits = sum(one and other for one, other in zip(wanted, found, strict=True))
    return hits, sum(found) - hits, sum(wanted) - hits


def _split_words(text: str) -> Iterator[tuple[int, int]]:
    """The set's own words, which its texts were joined from."""
    yield from ((match.start(), match.end()) for match in re.finditer(r"[^ ]+", text))


def sum_f1(hits: Array, false_alarms: Array, misses: Array) -> float:
    return f1_from_counts(float(hits.sum()), float(false_alarms.sum()), float(misses.sum()))


def measure_spans(rows: Sequence[Row], answers: Answers, *, bootstrap: Bootstrap) -> AimRow:
    """The mean of the texts' character F1."""
    marks = answers.words_toxicspans
    if not rows:
        return leave_out(SPANS, "no texts", aim=SPAN_AIM)
    if marks is None:
        return leave_out(SPANS, f"{answers.model} marks no words", aim=SPAN_AIM)
    values = [score_spans(row, one) for row, one in zip(rows, marks, strict=True)]
    note = "all toxic_spans_trial; the cut was chosen on other texts"
    interval = bootstrap.interval(_mean, np.array(values, np.float64))
    return AimRow(SPANS, interval, len(values), SPAN_AIM, note)


def _mean(values: Array) -> float:
    return float(values.mean())


def score_spans(row: Row, marks: WordMarks, *, cut: float = 0.0) -> float:
    gold: list[int] = (
        [] if row.span_marks is None else np.flatnonzero(row.span_marks[0] * 2.0 >= FULL_MARK).tolist()
    )
    return character_f1(gold, find_characters(row.text, marks, cut=cut))


def find_characters(text: str, marks: WordMarks, *, cut: float = 0.0) -> set[int]:
    """Whole marked words without loose ends, and the gap between two that are neighbours.

    People mark a phrase in one stroke, spaces included.
    """
    found: set[int] = set()
    last_end = 0
    for match in _WORD.finditer(text):
        if marks.highest(match.start(), match.end()) < cut:
            continue
        word = match[0].rstrip(_LOOSE_ENDS) or match[0][0]
        begin, end = match.start(), match.start() + len(word)
        joined = bool(found) and _GAP.fullmatch(text, last_end, begin)
        found.update(range(last_end if joined else begin, end))
        last_end = end
    return found
