import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.errors import BadInput
from sayso.text.terms import normalise_term


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Silly Dog", "silly dog"),
        ("  silly\n dog! ", "silly dog"),
        ("sílly, “dog”", "silly dog"),
        ("gender-fluid", "gender fluid"),
        ("ѕіllу", "silly"),  # Cyrillic ѕ, і and у
        ("si\u200blly", "silly"),
        ("👍", "👍"),
        ("ДУРАК", "дурак"),
    ],
)
def test_the_same_words_have_the_same_form(text: str, same: str) -> None:
    assert normalise_term(text) == normalise_term(same)


@pytest.mark.parametrize(
    ("one", "other"), [("silly dog", "dog silly"), ("silly", "sillier"), ("silly", "the silly"), ("👍", "👎")]
)
def test_other_words_have_another_form(one: str, other: str) -> None:
    assert normalise_term(one) != normalise_term(other)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "There is no word here. Accepted: at least one letter, digit or emoji."),
        (" ?! ", "There is no word here. Accepted: at least one letter, digit or emoji."),
        ("\ud800", "There is no word here. Accepted: at least one letter, digit or emoji."),
        ("x" * 201, "These words are 201 characters long. Accepted: up to 200."),
        ("a " * 11, "These are 11 words. Accepted: 1 to 10."),
    ],
)
def test_what_cannot_be_a_term_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadInput) as raised:
        normalise_term(text)
    assert raised.value.message == message
    assert raised.value.hint


def test_the_most_there_can_be() -> None:
    assert normalise_term("a " * 9 + "a") == "a a a a a a a a a a"
    assert normalise_term("x" * 200) == "x" * 200


@given(st.text(max_size=60))
def test_what_is_a_term_has_a_form_and_white_space_around_it_says_nothing(text: str) -> None:
    try:
        form = normalise_term(text)
    except BadInput:
        return
    assert form
    assert normalise_term(f" {text}\n") == form
