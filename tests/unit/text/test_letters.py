import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.text.letters import LOOKALIKES, PLAIN_FORMS, PlainForms, plain_form


@given(st.characters(exclude_categories=()))
def test_a_plain_form_is_its_own_plain_form(character: str) -> None:
    form = plain_form(character)
    assert "".join(map(plain_form, form)) == form
    assert PLAIN_FORMS[ord(character)] == form


@pytest.mark.parametrize("character", string.printable)
def test_ascii_only_loses_its_case(character: str) -> None:
    assert plain_form(character) == character.lower()


@pytest.mark.parametrize(
    ("characters", "plain"),
    [
        ("аеорсух", "aeopcyx"),  # Cyrillic
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"),  # Greek capitals
        ("ϜϺ", "fm"),
        ("ＡＢＣ１", "abc1"),  # full width
        ("𝐀𝒃𝓒𝔡𝕖", "abcde"),  # mathematical
        ("ⒶⓑＣ🅓🅴🄵⒢", "abcdefg"),  # in circles, squares, brackets
        ("ᴀʙᴄᴅᴇ", "abcde"),  # small capitals
        ("øłđħɓɨ", "oldhbi"),  # with strokes and hooks
        ("Ɖʱ", "dh"),  # only at the second look
        ("éñüÅ", "enua"),
        ("ßæœﬁĳ", "ssaeoefiij"),
        ("ⅷ²", "viii2"),
        ("’‘ʼ", "'''"),
        ("ЁйЎ", "eиy"),
    ],
)
def test_letters_are_read_as_they_look(characters: str, plain: str) -> None:
    assert "".join(map(plain_form, characters)) == plain


@pytest.mark.parametrize(
    "character", "\0\x1b\u00ad\u200b\u200f\u202e\u2066\ufeff\u0301\u0336\u20dd\ufe0f\u3164\U000e0061"
)
def test_what_shows_nothing_is_nothing(character: str) -> None:
    assert plain_form(character) == ""


@pytest.mark.parametrize("character", "日あが한ักשُ™№¨😀🇺🏽\ud83d\u0600\n\u00a0"[:-1])
def test_other_characters_stay(character: str) -> None:
    assert plain_form(character) == character


def test_no_character_looks_like_two_letters() -> None:
    forms = "".join(LOOKALIKES.values())
    assert len(set(forms)) == len(forms)
    assert not any(form.isascii() for form in forms)


def test_the_table_stops_growing() -> None:
    table = PlainForms({-number: "" for number in range(50_000)})
    assert table[ord("É")] == "e"
    assert len(table) == 50_000
