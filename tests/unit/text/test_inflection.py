"""Endings and case."""

import pytest

from sayso.text.inflection import agrees, find_form, match_case


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("idiot", "plain"),
        ("idiots", "s"),
        ("Running", "ing"),
        ("wanted", "ed"),
        ("badly", "ly"),
        ("silly", "plain"),
        ("greatest", "est"),
        ("people", "s"),
        ("thing", "plain"),
        ("nothing", "plain"),
        ("red", "plain"),
        ("less", "plain"),
        ("famous", "plain"),
        ("us", "plain"),
        ("", "plain"),
    ],
)
def test_an_ending_says_which_form_a_word_has(word: str, form: str) -> None:
    assert find_form(word) == form


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("idiots", "fools", True),
        ("idiots", "fool", False),
        ("idiots", "kind people", True),
        ("idiot", "naive person", True),
        ("fucking", "messing", True),
        ("fucking", "mess", False),
        ("idiots", "", True),
    ],
)
def test_the_last_word_of_a_wording_must_have_the_ending(word: str, other: str, expected: bool) -> None:
    assert agrees(word, other) is expected


@pytest.mark.parametrize(
    ("word", "like", "expected"),
    [
        ("thing", "SHIT", "THING"),
        ("thing", "Shit", "Thing"),
        ("thing", "shit", "thing"),
        ("thing", "I", "Thing"),
        ("iPhone", "phone", "iPhone"),
        ("", "Shit", ""),
    ],
)
def test_a_word_is_written_as_the_one_it_replaces(word: str, like: str, expected: str) -> None:
    assert match_case(word, like) == expected
