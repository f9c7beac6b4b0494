"""Every way in which a person may come to see a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Span
from sayso.text.rendering import read_rendered
from sayso.text.screen import see
from sayso.text.seen import is_plain, list_readings

HOSTILE = st.text(alphabet="abо&#1;<>/*_`[]()\u202e\u202c\u2065\u02b9 \n")


def texts_of(text: str) -> list[str]:
    return [reading.text for reading in list_readings(text)]


@pytest.mark.parametrize(
    "text", ["", "Good morning!", "x < y & y > z", "naïve façade", "5 * 3 = 15", "snake_case"]
)
def test_a_plain_text_is_read_once(text: str) -> None:
    assert texts_of(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "&#105;&#100;&#105;&#111;&#116;",
        "&#x69;&#x64;&#x69;&#x6f;&#x74;",
        "i&shy;diot",
        "i&#8203;diot",
        "i<b></b>diot",
        "<i>i</i><i>d</i><i>i</i><i>o</i><i>t</i>",
        "i<!-- -->diot",
        "**idiot**",
        "_idiot_",
        "[idiot](https://example.org)",
        "\u202etoidi",
        "idiоt",
        "idiot\u02b9",
        "i\ua78cdiot",
    ],
)
def test_what_a_person_sees_is_among_the_readings(text: str) -> None:
    assert "idiot" in texts_of(text)


def test_the_first_reading_is_the_text_as_a_screen_shows_it() -> None:
    assert texts_of("<b>i\u2065diot</b>")[0] == "<b>idiot</b>"


def test_places_lead_back_through_markup_and_what_it_hides() -> None:
    reading = next(one for one in list_readings("an i&#8203;<b>d</b>iot!") if one.text == "an idiot!")
    assert reading.original_span(3, 8) == Span(3, 22)


@given(HOSTILE | st.text(alphabet=st.characters(exclude_categories=[])))
def test_no_two_readings_are_the_same_and_all_lead_back(text: str) -> None:
    readings = list_readings(text)
    assert len({reading.text for reading in readings}) == len(readings) <= 12
    for reading in readings:
        span = reading.original_span(0, len(reading.text))
        assert 0 <= span.begin <= span.end <= len(text)


def test_plain_is_what_a_keyboard_types_without_the_signs_of_markup() -> None:
    plain = {chr(code) for code in range(0x250) if is_plain(chr(code))}
    assert plain == {*"\t\n\r", *map(chr, range(0x20, 0x7F))} - {*"&<*_~`["}


@given(st.text(st.characters(max_codepoint=0xFF)))
def test_a_plain_text_has_no_reading_but_itself(text: str) -> None:
    if is_plain(text):
        assert read_rendered(text) == ()
        assert see(text).text == text
