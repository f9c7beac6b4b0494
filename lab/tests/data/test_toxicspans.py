from collections.abc import Callable
from typing import Any

import pytest

from sayso.core.errors import BadFile
from sayso_lab.data.define import Tables
from sayso_lab.data.rows import Row
from sayso_lab.data.toxicspans import TOXIC_SPANS, TOXIC_SPANS_TRIAL

Shares = Callable[[Row], dict[str, float]]
Spans = list[tuple[int, str | None, int, int]]


def make_tables(
    spans: Spans,
    *,
    raters: dict[int, int] | None = None,
    comments: dict[int, str] | None = None,
    gold: dict[str, list[int]] | None = None,
) -> Tables:
    """Spans as (annotation, type, start, end); raters as annotation -> comment."""
    raters, comments, gold = raters or {}, comments or {7: "you fool"}, gold or {}
    columns: list[list[Any]] = [list(column) for column in zip(*spans, strict=True)] or [[], [], [], []]
    return {
        "toxic_spans_comments": {"comment_id": list(comments), "comment_text": list(comments.values())},
        "toxic_spans_annotations": {"annotation": list(raters), "comment_id": list(raters.values())},
        "toxic_spans_spans": dict(zip(("annotation", "type", "start", "end"), columns, strict=True)),
        "toxic_spans_semeval": {"text": list(gold), "spans": list(gold.values())},
    }


def test_marks_are_shares_of_raters_by_kind() -> None:
    """Two of four marked `fool`, one of them as an insult."""
    spans: Spans = [(1, "Insult", 4, 8), (2, None, 4, 8)]
    (row,) = TOXIC_SPANS.read(make_tables(spans, raters={1: 7, 2: 7, 3: 7, 4: 7}))
    assert row.source == "toxic_spans_raters"
    assert row.span_marks is not None
    assert row.span_marks[0].tolist() == [0] * 4 + [125] * 4
    assert row.span_marks[1].tolist() == [0] * 4 + [62] * 4
    assert not row.span_marks[2:].any()


def test_a_rater_without_a_mark_still_counts_towards_toxicity(shares: Shares) -> None:
    """TOXICITY 0.4 + 0.6 * 2 / 4; of the two who marked something, one saw an insult, one a threat."""
    spans: Spans = [(1, "Insu", 4, 8), (2, "Threat", 4, 8)]
    (row,) = TOXIC_SPANS.read(make_tables(spans, raters={1: 7, 2: 7, 3: 7, 4: 7}))
    expected = {"TOXICITY": 0.7, "INSULT": 0.5, "PROFANITY": 0, "IDENTITY_ATTACK": 0, "THREAT": 0.5}
    assert shares(row) == expected


def test_one_rater_alone_says_nothing_about_kinds_nor_marks(shares: Shares) -> None:
    (row,) = TOXIC_SPANS.read(make_tables([(1, "Insult", 4, 8)], raters={1: 7}))
    assert shares(row) == {"TOXICITY": 1}
    assert row.span_marks is None


def test_gold_replaces_the_share_of_raters_but_not_the_kinds() -> None:
    tables = make_tables([(1, "Insult", 4, 8)], raters={1: 7, 2: 7}, gold={"you fool": [0, 1, 2]})
    (row,) = TOXIC_SPANS.read(tables)
    assert row.source == "toxic_spans_gold"
    assert row.span_marks is not None
    assert row.span_marks[0].tolist() == [250] * 3 + [0] * 5
    assert row.span_marks[1].tolist() == [0] * 4 + [125] * 4


def test_a_text_that_stands_twice_has_the_raters_of_both(shares: Shares) -> None:
    tables = make_tables([(1, "Insult", 0, 1)], raters={1: 7, 2: 8}, comments={7: "x", 8: "x"})
    (row,) = TOXIC_SPANS.read(tables)
    assert shares(row) == {"TOXICITY": 0.7}


def test_a_span_past_the_end_is_cut_there() -> None:
    (row,) = TOXIC_SPANS.read(make_tables([(1, "Insult", 4, 99)], raters={1: 7, 2: 7}))
    assert row.span_marks is not None
    assert row.span_marks.shape == (5, 8)


def test_a_span_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(BadFile, match=r"'end', row 0: an end after the start \(4\) is needed, not 2\."):
        list(TOXIC_SPANS.read(make_tables([(1, "Insult", 4, 2)])))


def test_the_trial_is_kept_apart(shares: Shares) -> None:
    table = {"text": ["you fool", "fine"], "spans": [[4, 5, 6, 7], []]}
    marked, clean = TOXIC_SPANS_TRIAL.read({"toxic_spans_trial": table})
    assert (marked.own, clean.own) == ("held", "held")
    assert shares(marked) == {"TOXICITY": 0.85}
    assert marked.span_marks is not None
    assert marked.span_marks[0].tolist() == [0] * 4 + [250] * 4
    assert clean.span_marks is not None
    assert not clean.span_marks.any()


def test_gold_outside_the_text_is_refused() -> None:
    table = {"text": ["fine", "you"], "spans": [[], [3]]}
    with pytest.raises(BadFile) as caught:
        list(TOXIC_SPANS_TRIAL.read({"toxic_spans_trial": table}))
    expected = "column 'spans', row 1: a place in the text is needed, not 3 in a text of 3 characters."
    assert caught.value.message == f"toxic_spans_trial.parquet, {expected}"
