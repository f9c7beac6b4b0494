"""What a screen shows of a text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Span
from sayso.text.screen import see

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=[]))
HOSTILE = st.text(alphabet="ab \u2065\u3164\u202e\u202c\u200b\ufff0\U000e0fff\n-")


@pytest.mark.parametrize(
    "hidden",
    "\u00ad\u034f\u061c\u180e\u200b\u200d\u2060\u2065\u206a\ufe0f\ufeff\ufff0\ufff8\ufff9"
    "\U0001bca0\U0001d173\U000e0002\U000e0061\U000e0080\U000e0100\U000e01f0\U000e0fff\x00\x07\x7f\u0378",
)
def test_what_shows_nothing_is_gone(hidden: str) -> None:
    assert see(f"i{hidden}diot").text == "idiot"


@pytest.mark.parametrize("blank", "\u00a0\u115f\u1160\u1680\u2003\u2800\u3000\u3164\uffa0")
def test_what_shows_a_gap_is_a_space(blank: str) -> None:
    assert see(f"you{blank}idiot").text == "you idiot"


@pytest.mark.parametrize(
    "text", ["", "plain", "two\nlines\tand\r\nmore", "naïve", "שלום", "\u0663\u0600\u0663"]
)
def test_what_shows_something_stays(text: str) -> None:
    assert see(text).text == text


def test_text_under_an_override_is_read_as_it_is_shown() -> None:
    seen = see("a \u202etoidi\u202c z")
    assert seen.text == "a idiot z"
    assert seen.original_span(2, 7) == Span(3, 8)


def test_places_lead_back_over_what_is_gone() -> None:
    seen = see("x i\u2065di\u200bot")
    assert seen.text == "x idiot"
    assert seen.original_span(2, 7) == Span(2, 9)


@given(ANY_TEXT | HOSTILE)
def test_seeing_what_was_seen_changes_nothing(text: str) -> None:
    once = see(text).text
    assert see(once).text == once


@given(ANY_TEXT | HOSTILE)
def test_every_place_lies_in_the_original(text: str) -> None:
    seen = see(text)
    assert len(seen.text) == len(seen.begins) == len(seen.ends)
    for begin, end in zip(seen.begins, seen.ends, strict=True):
        assert 0 <= begin < end <= len(text)


@given(ANY_TEXT)
def test_letters_are_never_lost(text: str) -> None:
    def letters(one: str) -> int:
        return sum(unicodedata.category(each) in ("Ll", "Lu", "Nd") for each in one)

    assert letters(see(text).text) == letters(text)
