"""Answers on Perspective's scale: curves, and a gate for texts without a charged word."""

from math import tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Attribute
from sayso.scoring.calibration import Isotonic, PerspectiveMap
from sayso.scoring.embedded import load_embedded
from sayso.scoring.imitation import Gate, Imitation, find_open
from sayso.scoring.weight_files import ENCODER

TOXICITY = Attribute.TOXICITY
GATE = Gate(0.2, 0.8, ceiling=0.2)
HALVING = PerspectiveMap({TOXICITY: Isotonic(((0.0, 0.0), (0.8, 0.4), (1.0, 1.0)))})
SHARES = st.floats(0, 1)


def hold(answer: float, worst: float) -> float:
    return float(GATE.hold(np.array([answer]), np.array([worst]))[0])


def test_a_closed_gate_holds_and_an_open_one_lets_through() -> None:
    assert hold(0.6, 0.1) == hold(0.6, 0.2) == pytest.approx(0.2 * tanh(3))
    assert hold(0.6, 0.8) == hold(0.6, 0.99) == pytest.approx(0.6)
    # 0.5 is half way between 0.2 and 0.8 in logits.
    assert hold(0.6, 0.5) == pytest.approx((0.6 + 0.2 * tanh(3)) / 2)


@given(SHARES, SHARES, SHARES, SHARES)
def test_more_never_becomes_less(answer: float, higher: float, worst: float, worse: float) -> None:
    low, high = sorted((answer, higher)), sorted((worst, worse))
    assert hold(low[0], high[0]) <= hold(low[1], high[0]) + 1e-12
    assert hold(low[0], high[0]) <= hold(low[0], high[1]) + 1e-12


def test_small_answers_stay_nearly_as_they_are_behind_the_gate() -> None:
    assert hold(0.03, 0.01) == pytest.approx(0.03, abs=0.001)


@pytest.mark.parametrize(("low", "high"), [(0.0, 0.5), (0.5, 0.5), (0.6, 0.5), (0.5, 1.0)])
def test_a_gate_opens_between_two_scores(low: float, high: float) -> None:
    with pytest.raises(ValueError, match="a gate opens between two scores"):
        Gate(low, high)


def test_charged_words_and_one_or_two_words_pass_by_the_gate() -> None:
    texts = ["You are an Idiot, really.", "kys", "go home", "Happy birthday to you", "👍", ""]
    assert find_open(texts, frozenset({"idiot"})).tolist() == [True, True, True, False, False, False]


def test_the_curve_comes_first_and_the_gate_after_it() -> None:
    imitation = Imitation(HALVING, GATE)
    answers = imitation.answer({TOXICITY: [0.8, 0.8]}, worst=[0.1, 0.1], is_open=[True, False])
    assert answers == {TOXICITY: pytest.approx([0.4, 0.2 * tanh(2)])}
    without = Imitation(HALVING).answer({TOXICITY: [0.8]}, worst=[0.1], is_open=[False])
    assert without == {TOXICITY: pytest.approx([0.4])}


@pytest.mark.parametrize("imitation", [Imitation(HALVING, GATE), Imitation(HALVING)])
def test_it_survives_json(imitation: Imitation) -> None:
    assert Imitation.from_json(imitation.to_json()) == imitation


def test_the_shipped_model_gives_pleasantries_little_and_insults_much() -> None:
    scorer = load_embedded(ENCODER.find("", None))
    kind = ["You are a wonderful person.", "👍", "Happy birthday grandma", "Thanks!", "🎉🎉"]
    scores = scorer.score([*kind, "You are a stupid idiot.", "Shut up, you moron."])
    assert scores.perspective is not None
    highest = np.max(list(scores.perspective.values()), axis=0)
    assert highest[: len(kind)].max() < 0.2
    assert min(scores.perspective[TOXICITY][len(kind) :]) > 0.8
