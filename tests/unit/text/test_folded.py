import pytest

from sayso.core import Span
from sayso.text.disguise import fold
from sayso.text.folded import Edit, Folded


def test_edits_keep_the_way_back() -> None:
    folded = Folded.unchanged("aXXXbcd").edit([Edit(1, 4, ""), Edit(4, 5, "12"), Edit(5, 7, "yz")])
    assert folded.text == "a12yz"
    spans = [folded.original_span(index, index + 1) for index in range(5)]
    assert spans == [Span(0, 1), Span(4, 5), Span(4, 5), Span(5, 6), Span(6, 7)]
    assert folded.original_span(0, 2) == Span(0, 5)


def test_edits_that_change_nothing_give_the_same_object() -> None:
    folded = Folded.unchanged("abc")
    assert folded.edit([Edit(0, 1, "a")]) is folded
    assert folded.replace_text("abc") is folded


def test_an_accent_is_part_of_the_span_of_its_letter() -> None:
    assert fold("cafe\u0301 au lait").original_span(0, 4) == Span(0, 5)


def test_a_letter_that_folds_to_two_keeps_one_span() -> None:
    assert fold("Straße").text == "strasse"
    assert fold("Straße").original_span(4, 6) == Span(4, 5)


def test_an_empty_folded_span_is_empty_in_the_original() -> None:
    folded = Folded.unchanged("ab")
    assert [folded.original_span(index, index) for index in range(3)] == [Span(0, 0), Span(1, 1), Span(2, 2)]
    assert fold("").original_span(0, 0) == Span(0, 0)


def test_a_folded_span_outside_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\[1, 4\) does not lie in a folded text of 3 characters"):
        fold("abc").original_span(1, 4)


def test_the_repr_of_a_folded_text_does_not_show_it() -> None:
    assert "idiot" not in repr(fold("idiot"))
