"""Words that people marked, against those that authors see flagged: HateXplain's rationales by the word,
ToxicSpans by the character; and words that should not be flagged."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sayso.stats.classification import f1_from_counts
from sayso.stats.overlap import character_f1
from sayso.stats.resampling import Bootstrap
from sayso.text.stopwords import is_stop_word
from sayso_lab.data.rows import FULL_MARK, Row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.marks import WordMarks
from sayso_lab.measuring.row import Aim, AimRow, leave_out

Array = NDArray[np.float64]
TOKENS, TOKEN_AIM = "HateXplain, flagged words: token F1, micro", Aim(0.62)
CONTENT = "HateXplain, flagged words: token F1 without stop words"
SPANS, SPAN_AIM = "ToxicSpans, trial, flagged words: character F1", Aim(0.66)
MOST_STOP_WORDS = 0.03
STOPS, STOP_AIM = "Stop words among flagged words", Aim(MOST_STOP_WORDS, "at most")
_WORD = re.compile(r"[\w'’*@$#!-]+")
_LOOSE_ENDS = "!'’-"
_GAP = re.compile(r"[\s,]{1,2}")
Counts = tuple[int, int, int]
"""Hits, false alarms, misses."""


def measure_tokens(rows: Sequence[Row], answers: Answers, *, bootstrap: Bootstrap) -> list[AimRow]:
    """Over all words of all posts that have rationales; posts are redrawn whole for the interval."""
    if not rows or answers.words is None:
        return [leave_out(TOKENS, _say_why(rows, answers), aim=TOKEN_AIM)]
    pairs = [
        (row, marks) for row, marks in zip(rows, answers.words, strict=True) if row.word_marks is not None
    ]
    note = "majority rationale; words as the set splits them; the rule was chosen on other posts"
    return [
        AimRow(what, bootstrap.interval(sum_f1, *_gather(pairs, stop_words)), len(pairs), aim, said)
        for what, aim, stop_words, said in (
            (TOKENS, TOKEN_AIM, True, note),
            (
                CONTENT,
                None,
                False,
                "a third of what people marked are stop words; we flag few",
            ),
        )
    ]


def _gather(pairs: Sequence[tuple[Row, WordMarks]], stop_words: bool) -> list[Array]:
    counts = [count_tokens(row, marks, stop_words=stop_words) for row, marks in pairs]
    return [np.array(column, np.float64) for column in zip(*counts, strict=True)] or [np.zeros(0)] * 3


def _say_why(rows: Sequence[Row], answers: Answers) -> str:
    return f"{answers.model} marks no words" if rows else "no texts"


def count_tokens(row: Row, marks: WordMarks, *, stop_words: bool = True) -> Counts:
    """A word is gold if at least half of those who gave reasons marked it."""
    gold = row.word_marks
    words = [
        (begin, end)
        for begin, end in _split_words(row.text)
        if stop_words or not is_stop_word(row.text[begin:end])
    ]
    wanted = [gold is not None and int(gold[begin]) * 2 >= FULL_MARK for begin, _ in words]
    found = [marks.highest(begin, end) >= 0 for begin, end in words]
    hits = sum(one and other for one, other in zip(wanted, found, strict=True))
    return hits, sum(found) - hits, sum(wanted) - hits


def _split_words(text: str) -> Iterator[tuple[int, int]]:
    """The set's own words, which its texts were joined from."""
    yield from ((match.start(), match.end()) for match in re.finditer(r"[^ ]+", text))


def sum_f1(hits: Array, false_alarms: Array, misses: Array) -> float:
    return f1_from_counts(float(hits.sum()), float(false_alarms.sum()), float(misses.sum()))


def measure_spans(rows: Sequence[Row], answers: Answers, *, bootstrap: Bootstrap) -> AimRow:
    """The mean of the texts' character F1."""
    if not rows or answers.words is None:
        return leave_out(SPANS, _say_why(rows, answers), aim=SPAN_AIM)
    values = [score_spans(row, one) for row, one in zip(rows, answers.words, strict=True)]
    note = "all toxic_spans_trial; the rule was chosen on other texts"
    interval = bootstrap.interval(_mean, np.array(values, np.float64))
    return AimRow(SPANS, interval, len(values), SPAN_AIM, note)


def _mean(values: Array) -> float:
    return float(values.mean())


def measure_stop_words(sets: Sequence[tuple[Sequence[Row], Answers]], *, bootstrap: Bootstrap) -> AimRow:
    """In all texts of these sets together."""
    counts = [
        count_stop_words(row.text, one)
        for rows, answers in sets
        for row, one in zip(rows if answers.words else (), answers.words or (), strict=True)
    ]
    if not counts:
        return leave_out(STOPS, "no texts with flagged words", aim=STOP_AIM)
    stops, flagged = (np.array(column, np.float64) for column in zip(*counts, strict=True))
    note = "the same posts and comments; stop words are flagged only between flagged words"
    return AimRow(STOPS, bootstrap.share(stops, flagged), len(counts), STOP_AIM, note)


def count_stop_words(text: str, marks: WordMarks) -> tuple[int, int]:
    """Stop words among the flagged words, and all flagged words."""
    flagged = np.flatnonzero(marks.over >= 0).tolist()
    return sum(is_stop_word(text[marks.begins[one] : marks.ends[one]]) for one in flagged), len(flagged)


def score_spans(row: Row, marks: WordMarks) -> float:
    gold: list[int] = (
        [] if row.span_marks is None else np.flatnonzero(row.span_marks[0] * 2.0 >= FULL_MARK).tolist()
    )
    return character_f1(gold, find_characters(row.text, marks))


def find_characters(text: str, marks: WordMarks) -> set[int]:
    """Whole marked words without loose ends, and the gap between two that are neighbours.

    People mark a phrase in one stroke, spaces included.
    """
    found: set[int] = set()
    last_end = 0
    for match in _WORD.finditer(text):
        if marks.highest(match.start(), match.end()) < 0:
            continue
        word = match[0].rstrip(_LOOSE_ENDS) or match[0][0]
        begin, end = match.start(), match.start() + len(word)
        joined = bool(found) and _GAP.fullmatch(text, last_end, begin)
        found.update(range(last_end if joined else begin, end))
        last_end = end
    return found
