"""What words say; whole texts through the shipped models: tests/unit/author/test_refusal_cases.py."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Span, WordWeight
from sayso.explaining.refusals import hear


@pytest.mark.parametrize(
    "text",
    [
        "k y s",
        "K.Y.S",
        "k1ll yourself",
        "kill ur self",
        "**kill** yourself",
        "k*ll yourself",
        "кill yourself",
    ],
)
def test_disguises_are_read(text: str) -> None:
    assert hear(text).threat


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("I want to die.", "I do not want to die."),
        ("I will kill you.", "I will not kill you."),
        ("Kill yourself.", "Do not kill yourself."),
        ("You should die.", "You should not die."),
        ("I will hurt you.", "He said I will hurt you."),
    ],
)
def test_what_is_denied_or_reported_is_not_said(text: str, denied: str) -> None:
    assert hear(text).self_harm or hear(text).threat
    found = hear(denied)
    assert not found.self_harm
    assert not found.threat


def test_a_testimony_that_turns_on_a_group_is_none() -> None:
    assert hear("They called me a racist.").testimony == (Span(0, 24),)
    assert hear("They called me a racist because all of these people are vermin.").testimony == ()


def mark(text: str, *words: str) -> list[WordWeight]:
    return [WordWeight(Span(text.index(word), text.index(word) + len(word)), 0.9, word) for word in words]


def keep(text: str, *words: str) -> list[str]:
    return [word.term for word in hear(text).leave_alone(mark(text, *words))]


def test_marks_are_left_out_in_a_testimony_and_in_a_figure_but_not_beside_it() -> None:
    assert keep("He called me a fool. You are a clown.", "fool", "clown") == ["clown"]
    assert keep("This heat is killing me, you clown.", "killing", "clown") == ["clown"]
    assert keep("I want to die, you clown.", "die", "clown") == []


@given(st.text(max_size=200))
def test_any_text_can_be_heard(text: str) -> None:
    hear(text)


@pytest.mark.parametrize("part", ["i want ", "you should ", "kill all ", "a b ", "i will not ", ". , "])
def test_a_long_text_takes_no_more_than_its_length(part: str) -> None:
    """Eight times the text may take sixteen times as long, not sixty-four."""
    times: list[float] = []
    for length in (2_500, 20_000):
        text = (part * length)[:length]
        began_at = time.perf_counter()
        hear(text)
        times.append(time.perf_counter() - began_at)
    assert times[1] < 16 * times[0] + 0.5
