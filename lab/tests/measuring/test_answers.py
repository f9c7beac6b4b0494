"""Numbers are worked out by hand: sayso/testing/counting_encoder.py says what each word adds."""

from math import exp

import numpy as np
import pytest

from sayso.core import Attribute, Evidence, Span, WordWeight
from sayso.scoring.calibration import Temperature
from sayso.testing import FakeScorer
from sayso.testing.counting_encoder import make_scorer
from sayso_lab.measuring import answers as asking
from sayso_lab.measuring.answers import Answers, ask

INSULT, TOXICITY = Attribute.INSULT, Attribute.TOXICITY


class MarkingScorer(FakeScorer):
    """Marks the first three letters at 0.5."""

    def examine(self, texts: list[str]) -> list[Evidence]:
        return [Evidence((WordWeight(Span(0, 3), 0.5, text[:3]),)) for text in texts]


def test_the_embedded_model_gives_all_it_has_from_one_pass() -> None:
    scorer = make_scorer(temperatures=(Temperature(2.0, 1.0), Temperature()))
    found = ask(scorer, ["idiot", "you"], words=True, classes=True)
    assert found.model == "embedded.v1"
    assert found.logits is not None
    assert found.perspective is not None
    assert found.classes is not None
    assert found.words is not None
    assert found.logits[TOXICITY].tolist() == [1.0, -3.0]
    assert found.scores[TOXICITY] == pytest.approx([1 / (1 + exp(-1.5)), 1 / (1 + exp(0.5))])
    assert found.perspective == pytest.approx([1 / (1 + exp(-1)), 1 / (1 + exp(1))])
    assert found.classes["offensive"][0] > found.classes["offensive"][1]
    assert found.words[0].over == pytest.approx([0.0])  # `idiot` is right at its cut


def test_what_was_not_asked_for_is_not_there() -> None:
    found = ask(make_scorer(), ["idiot"])
    assert (found.classes, found.words) == (None, None)


def test_another_scorer_gives_scores_and_no_more() -> None:
    found = ask(FakeScorer(), ["idiot", "hello"], words=True, classes=True)
    assert found.scores[INSULT].tolist() == [0.95, 0.02]
    assert (found.logits, found.perspective, found.classes, found.words) == (None,) * 4


def test_another_scorer_may_mark_words_too() -> None:
    found = ask(MarkingScorer(), ["idiot"], words=True)
    assert found.words is not None
    assert found.words[0].highest(0, 1) == pytest.approx(0.3)  # 0.5, flagged from 0.2
    assert found.words[0].highest(3, 5) == -np.inf


def test_texts_are_handed_over_in_blocks_and_the_answers_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "BLOCK", 2)
    scorer, done = FakeScorer(), list[int]()
    found = ask(scorer, ["hello", "idiot", "stupid"], watch=done.append)
    assert found.scores[TOXICITY].tolist() == [0.02, 0.95, 0.92]
    assert (scorer.calls, done) == ([2, 1], [2, 1])


def test_no_texts_give_empty_columns() -> None:
    found = ask(FakeScorer(), [])
    assert found.scores[TOXICITY].tolist() == []


def test_an_alarm_needs_one_attribute_at_a_half() -> None:
    found = Answers("m", {TOXICITY: np.array([0.5, 0.4]), INSULT: np.array([0.1, 0.49])})
    flags = found.flag([TOXICITY, INSULT])
    assert flags is not None
    assert flags.tolist() == [True, False]
    assert found.flag([TOXICITY, Attribute.THREAT]) is None
