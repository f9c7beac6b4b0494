"""Words by hand: one token a word, raw outputs as given, and the rule RULE."""

from math import exp

import numpy as np
import pytest

from sayso.core import Attribute
from sayso.core.scores import FLAGGED
from sayso.scoring.calibration import Temperature
from sayso.scoring.encoder_file import WordRule
from sayso.scoring.encoder_run import JudgedWindow, TokenMarks
from sayso.scoring.word_marker import UNFLAGGED, WordMarker
from sayso.testing.counting_encoder import make_card
from sayso.text.words import split_words

LOW = -9.0
RULE = WordRule(
    cut_hatexplain=-1.0,
    cut_toxicspans=1.0,
    least_toxicspans=-2.0,
    margin_toxicspans=1.0,
    gate_hatexplain=0.0,
    cut_stop=1.5,
)
MARKER = WordMarker(
    make_card(
        attributes=(Attribute.TOXICITY, Attribute.IDENTITY_ATTACK),
        temperatures=(Temperature(), Temperature()),
        words=RULE,
    )
)


def judge(tokens: slice, *, toxicity: float = 3.0, attack: float = -4.0, group: float = -4.0) -> JudgedWindow:
    return JudgedWindow(tokens, np.array([toxicity, attack]), np.array([LOW, group]))


def mark(
    text: str,
    toxicspans: dict[str, float],
    hatexplain: dict[str, float] | None = None,
    *,
    toxicity: float = 0.9,
    windows: tuple[JudgedWindow, ...] = (),
) -> dict[str, float]:
    words = split_words(text)
    marks = TokenMarks(
        np.array([word.span.begin for word in words]),
        np.array([word.span.end for word in words]),
        np.array([(hatexplain or {}).get(word.text, LOW) for word in words], np.float32),
        np.array([toxicspans.get(word.text, LOW) for word in words], np.float32),
        windows or (judge(slice(0, len(words))),),
    )
    return {word.term: word.weight for word in MARKER.mark(text, marks, toxicity=toxicity)}


def flag(*arguments: object, **options: object) -> list[str]:
    found = mark(*arguments, **options)  # pyright: ignore[reportArgumentType]
    return [word for word, weight in found.items() if weight >= FLAGGED]


def test_a_word_right_at_its_cut_weighs_as_much_as_flags_it() -> None:
    """`clown` is at the highest cut, 1, for `moron` at 3 puts the cut no higher."""
    assert mark("moron clown", {"moron": 3.0, "clown": 1.0}) == pytest.approx(
        {"moron": 1 / (1 + 4 * exp(-2)), "clown": FLAGGED}
    )


def test_the_cut_sinks_with_the_highest_word_and_not_below_the_lowest_cut() -> None:
    assert flag("silly little thing", {"silly": -0.5, "little": -1.6}) == ["silly"]
    assert flag("silly little thing", {"silly": -0.5, "little": -1.4}) == ["silly", "little"]
    assert flag("silly little thing", {"silly": -2.1}) == []


def test_the_highest_word_is_not_a_stop_word() -> None:
    """`you` at 3 would put the cut at 1."""
    assert flag("you silly thing", {"you": 3.0, "silly": -0.5}) == ["silly"]


@pytest.mark.parametrize(("attack", "is_marked"), [(-0.1, False), (0.0, True)])
def test_words_in_an_attack_are_marked_only_where_a_group_is_attacked(attack: float, is_marked: bool) -> None:
    """The gate is at 0: the logits of the attack and of the likeliest group, here 0, added up."""
    window = judge(slice(0, 3), attack=attack, group=0.0)
    found = flag("send them home", {}, {"send": 1.0, "home": 1.0}, windows=(window,))
    assert found == (["send", "home"] if is_marked else [])


def test_a_stop_word_is_not_flagged_on_its_own() -> None:
    weights = mark("you thing", {"you": 9.0})
    assert weights == {"you": UNFLAGGED}


@pytest.mark.parametrize(
    ("text", "of", "flagged"),
    [
        ("piece of junk", 2.5, ["piece", "of", "junk"]),
        ("piece of junk", 2.4, ["piece", "junk"]),
        ("piece. of junk", 2.5, ["piece", "junk"]),
        ("piece of a the an junk", 9.0, ["piece", "junk"]),
        ("piece of work junk", 9.0, ["piece", "junk"]),
    ],
    ids=["sure of it", "not sure", "another sentence", "too far", "a word between"],
)
def test_a_stop_word_is_flagged_between_flagged_words_where_the_model_is_sure(
    text: str, of: float, flagged: list[str]
) -> None:
    """The cut is 1 and a stop word must be 1.5 over it."""
    head = {"piece": 3.0, "junk": 3.0, "of": of, "a": of, "the": of, "an": of}
    assert flag(text, head) == flagged


def test_nothing_is_flagged_in_a_text_that_is_fine() -> None:
    """Under 0.3 every weight is under 0.2: in proportion, 0.2 · 0.15 / 0.3 of what it would be."""
    assert flag("silly thing", {"silly": 9.0}, toxicity=0.3) == ["silly"]
    assert mark("silly thing", {"silly": 30.0}, toxicity=0.15) == pytest.approx({"silly": 0.1})


def test_a_mark_in_a_long_text_depends_on_its_own_window() -> None:
    """The first window is harmless, the second is not; `garden` stands in both."""
    head = {"roof": 2.0, "garden": 2.0, "moron": 2.0}
    windows = (judge(slice(0, 2), toxicity=-4.0), judge(slice(1, 3)))
    assert flag("roof garden moron", head, windows=windows) == ["garden", "moron"]
