import numpy as np
import pytest

from sayso.core import Attribute
from sayso.stats.resampling import Bootstrap
from sayso.testing import FakeScorer
from sayso_lab.data.rows import make_row
from sayso_lab.measuring.answers import Answers, ask
from sayso_lab.measuring.dynahate import measure_dynahate
from sayso_lab.measuring.sentences import AskedSentences
from sayso_lab.measuring.taken_back import (
    BY_WORD,
    OTHERS,
    make_all_pairs,
    make_sentences,
    measure_dialect,
    measure_taken_back,
)
from sayso_lab.suites.taken_back import SUITES, list_kinds

BOOTSTRAP = Bootstrap(20)


def answer(**columns: list[float]) -> Answers:
    return Answers("m", {Attribute(name): np.array(column) for name, column in columns.items()})


def test_every_kind_that_is_measured_is_one_that_is_written() -> None:
    written = {kind for name in SUITES for kind in list_kinds(name)}
    assert {kind for _, kinds, *_ in (*BY_WORD, *OTHERS) for kind in kinds} <= written


def test_alarms_are_counted_by_words_that_training_had_and_had_not() -> None:
    known, unseen = make_sentences("learn", seed=5)[:3], make_sentences("held_out", seed=5)[:2]
    asked = {
        "learn": AskedSentences(known, answer(TOXICITY=[0.9, 0.1, 0.1], IDENTITY_ATTACK=[0.1] * 3)),
        "held_out": AskedSentences(unseen, answer(TOXICITY=[0.9, 0.6], IDENTITY_ATTACK=[0.9, 0.1])),
    }
    rows = {row.what: row for row in measure_taken_back(asked, bootstrap=BOOTSTRAP)}
    first = rows["false alarms: words taken back, TOXICITY, known words"]
    assert (first.interval.value, first.texts, first.is_met) == (pytest.approx(1 / 3), 3, False)
    assert rows["false alarms: words taken back, TOXICITY, unseen words"].interval.value == 1.0
    assert rows["false alarms: words taken back, IDENTITY_ATTACK, unseen words"].interval.value == 0.5
    assert rows["found: a slur alone, IDENTITY_ATTACK, known words"].note == "left out: no such sentences"


def test_dialect_is_measured_by_the_difference_within_pairs() -> None:
    sides = (answer(TOXICITY=[0.4, 0.2]), answer(TOXICITY=[0.1, 0.1]))
    (row,) = measure_dialect({"dialect_rough": sides}, bootstrap=BOOTSTRAP)
    assert row.what.startswith("dialect, rough: ")
    assert (row.interval.value, row.texts, row.is_met) == (pytest.approx(0.2), 2, False)
    (left_out,) = measure_dialect({"dialect": (answer(), answer())}, bootstrap=BOOTSTRAP)
    assert left_out.note == "left out: no pairs, or not scored"


def test_all_sentences_can_be_asked_about() -> None:
    pairs = make_all_pairs(seed=5)
    texts = [pair.dialect.text for some in pairs.values() for pair in some]
    assert len(ask(FakeScorer(), texts).scores[Attribute.TOXICITY]) == len(texts) >= 30


def test_dynahate_is_measured_both_ways() -> None:
    """Two of three hateful texts found, the harmless one let through: F1 .8 and .667."""
    rows = [make_row("dynahate", "text", {}, gold=gold) for gold in (1.0, 1.0, 1.0, 0.0)]
    found = measure_dynahate(rows, answer(IDENTITY_ATTACK=[0.9, 0.8, 0.2, 0.1]), bootstrap=BOOTSTRAP)
    assert [row.interval.value for row in found] == pytest.approx([(0.8 + 2 / 3) / 2, 2 / 3, 1.0])
    assert [row.texts for row in found] == [4, 3, 1]
    assert measure_dynahate([], None, bootstrap=BOOTSTRAP)[0].note.startswith("left out: ")
