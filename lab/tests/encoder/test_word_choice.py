"""With the counting encoder: sayso/testing/counting_encoder.py says what each word adds."""

import numpy as np
import pytest

from sayso.scoring.encoder_file import WordRule
from sayso.testing.counting_encoder import make_scorer
from sayso_lab.data.rows import FULL_MARK, Row, make_row
from sayso_lab.encoder.word_choice import choose_words


def mark(text: str, *words: str) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    marks = np.zeros(len(text), np.uint8)
    for word in words:
        marks[text.index(word) : text.index(word) + len(word)] = FULL_MARK
    return marks


def make_post(text: str, *words: str) -> Row:
    return make_row("hatexplain", text, {}, word_marks=mark(text, *words), own="train")


def make_spans(text: str, *words: str, source: str = "toxic_spans_gold") -> Row:
    return make_row(source, text, {}, span_marks=np.tile(mark(text, *words), (5, 1)))


POST = make_post("muslims are stupid idiot", "stupid")
"""HateXplain's head says 0 of `stupid` and -2 of `idiot`; the likeliest group is at 2."""
SPANS = make_spans("idiot fool joy", "fool")
"""ToxicSpans' head says -1 of `fool`, -2 of `joy`, -5 of `idiot`. The likeliest group is at -2."""


def test_the_rule_serves_both_kinds_of_marks() -> None:
    rule, tried = choose_words(make_scorer(), [POST, SPANS, make_spans("idiot", source="toxic_spans_raters")])
    assert rule.least_toxicspans <= -1.0 - rule.margin_toxicspans or rule.margin_toxicspans < 1.0
    assert -2.0 < rule.cut_hatexplain <= 0.0  # `stupid` and not `idiot`
    assert (tried["hatexplain"]["texts"], tried["toxicspans"]["texts"]) == (1, 1)
    assert max(tried["toxicspans"]["f1"].values()) == 1.0
    best = max(tried["both"].values(), key=sum)
    assert best == [1.0, 1.0, 0.0]


def test_a_gate_is_chosen_where_it_matters() -> None:
    """`idiot` is marked where a group is attacked and not elsewhere: the gate lies between -2 and 2."""
    post = make_post("muslims are stupid idiot", "stupid", "idiot")
    rule, _ = choose_words(make_scorer(), [post, SPANS])
    assert -2.0 < rule.gate_hatexplain <= 2.0


@pytest.mark.parametrize("rows", [[POST], [SPANS], []], ids=["posts", "spans", "none"])
def test_without_both_kinds_the_rule_stays(rows: list[Row]) -> None:
    scorer = make_scorer(words=WordRule(-0.3, 0.7))
    assert choose_words(scorer, rows)[0] == WordRule(-0.3, 0.7)
