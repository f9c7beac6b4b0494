from dataclasses import dataclass

import numpy as np
import pytest

from sayso.core import Attribute
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.rows import make_row
from sayso_lab.encoder.disguise import Way
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.disguise import (
    PER_SOURCE,
    WAYS,
    HateText,
    disguise_all,
    gather_hate,
    measure_disguise,
)

ATTACK = Attribute.IDENTITY_ATTACK
TEXTS = [
    HateText("they are vermin", True, "1"),
    HateText("vermin, all", True, "2"),
    HateText("out", False, "t"),
]


@dataclass(frozen=True)
class Line:
    kind: str
    text: str
    template: str = "t"
    group: str = ""


def answer(*scores: float) -> Answers:
    return Answers("m", {ATTACK: np.array(scores)})


def test_clear_hate_of_the_sets_and_every_other_plain_sentence_is_taken() -> None:
    clear = [make_row("stormfront", f"hate {place}", {"IDENTITY_ATTACK": 0.95}) for place in range(200)]
    other = [make_row("stormfront", "no", {"IDENTITY_ATTACK": 0.7}), make_row("stormfront", "unknown", {})]
    elsewhere = [make_row("edos", "not of this", {"IDENTITY_ATTACK": 1.0})]
    lines = [
        Line("plain_hate", "a"),
        Line("plain_hate", "b"),
        Line("plain_hate", "c"),
        Line("implied_hate", "d"),
    ]
    found = gather_hate({"stormfront": [*other, *clear], "edos": elsewhere}, lines)
    assert len([one for one in found if one.is_real]) == PER_SOURCE
    assert found[0] == HateText("hate 0", True, "hate 0")
    assert [one for one in found if not one.is_real] == [HateText("a", False, "t"), HateText("c", False, "t")]


@pytest.mark.parametrize("way", WAYS)
def test_charged_words_are_disguised_the_same_way_each_time(way: Way) -> None:
    first, second = (disguise_all(TEXTS, way, charged=frozenset({"vermin"}), seed=1) for _ in range(2))
    assert first == second
    assert all("vermin" not in text for text in first)


def test_a_loss_is_what_was_found_plain_and_no_longer_is() -> None:
    disguised = {Way.LEET: answer(0.9, 0.1, 0.9), Way.MASKED: answer(0.1, 0.1, 0.9)}
    rows = measure_disguise(TEXTS, answer(0.9, 0.8, 0.2), disguised, bootstrap=Bootstrap(20))
    found = {row.what: (row.interval.value, row.texts, row.is_met) for row in rows}
    assert found == {
        "disguise, real hate: found plain": (1.0, 2, None),
        "disguise, real hate: lost by leet": (0.5, 2, False),
        "disguise, real hate: lost by masked": (1.0, 2, None),
        "disguise, template hate: found plain": (0.0, 1, None),
        "disguise, template hate: lost by leet": (-1.0, 1, True),
        "disguise, template hate: lost by masked": (-1.0, 1, None),
    }
    assert rows[1].note == "50.0% found; held-out texts, texts redrawn"


def test_without_hate_or_its_score_the_rows_are_left_out() -> None:
    real, template = measure_disguise([], answer(), {}, bootstrap=Bootstrap(20))
    assert (real.note, template.note) == ("left out: no such texts",) * 2
    (only,) = measure_disguise(TEXTS, Answers("m", {}), {}, bootstrap=Bootstrap(20))
    assert only.note == "left out: m does not score IDENTITY_ATTACK"
