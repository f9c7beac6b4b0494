from datetime import UTC, datetime

import pytest
from tests.unit.deciding.banks import block, find_blocked, find_permitted, permit

from sayso.core import Ruling, Term
from sayso.core.errors import BadInput
from sayso.deciding import EMPTY_BANK, WordBank
from sayso.text import split_words


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("silly", "How SILLY of you"),
        ("silly", "sillier than most"),
        ("Silly", "a silly's hat"),
        ("idiot", "1d10ts"),
        ("idiot", "i d i o t"),
        ("idiot", "y o u i d i o t"),
        ("idiot", "i.d.i.o.t."),
        ("idiot", "idiooooot"),
        ("idiot", "id**t"),
        ("idiot", "i*iots"),
        ("idiot", "i*i*t"),
        ("idiot", "іdіоt"),  # Cyrillic і and о
        ("idiot", "ｉｄｉｏｔ"),
        ("idiot", "id\u200biot"),
        ("idiot", "#idiot"),
        ("idiot", "idiot-proof"),
        ("idiot", "**idiot**"),
        ("idiot", "id**io**t"),
        ("idiot", "\ud800 idiot \udc00"),
        ("1d10t", "idiot"),
        ("silly dog", "silly dogs"),
        ("silly dog", "the dog is silly"),
        ("silly dog", "silly, you dog"),
        ("silly dog", "s1lly d0g"),
        ("silly dog", "s i l l y d o g"),
        ("silly dog", "s*lly d0g"),
        ("silly dog", "s i l l y d.o.g"),
        ("silly dog", "the dog's s i l l y"),
        ("silly", "t h e c a t i s s i l l y"),
        ("do-over", "a do-over"),
        ("silly dog", "silly-dog"),
        ("kill all", "k1ll al1"),  # 1 is i here and l there
        ("the silly dog", "a dog, silly"),
        ("gender-fluid", "gender fluid"),
        ("gender fluid", "gender-fluid"),
        ("gender-fluid", "genderfluid"),
        ("genderfluid", "gender-fluid"),
        ("you are it", "YOU are it"),
        ("👍", "fine 👍🏽"),
        ("傻瓜", "你傻瓜"),
        ("แลน", "ไทยแลนด์"),
        ("schön", "Schon"),
    ],
)
def test_a_blocked_term_is_found(term: str, text: str) -> None:
    assert find_blocked(block(term), text) == [term]


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("numb", "a number"),
        ("ass", "to assess as much"),
        ("damn", "a **dam** here"),  # emphasis, no mask
        ("silly dog", "a silly cat and dog"),
        ("silly silly", "so silly"),
        ("silly do-over", "so silly"),
        ("you are it", "are you it"),
        ("you are it", "you are not it"),
        ("傻瓜", "瓜傻"),  # characters are no words that could be put in another order
        ("cat", "concatenate"),
    ],
)
def test_what_is_no_blocked_term_is_not_found(term: str, text: str) -> None:
    assert find_blocked(block(term), text) == []


def test_each_blocked_term_is_found_once() -> None:
    bank = block("silly", "dog", "cat")
    assert set(find_blocked(bank, "silly dog, silly dog, s1lly")) == {"silly", "dog"}


def test_terms_of_the_same_words_in_another_order_are_all_found() -> None:
    assert set(find_blocked(block("silly dog", "dog silly"), "a silly dog")) == {"silly dog", "dog silly"}


def test_a_mask_may_stand_for_any_of_the_terms_that_fit() -> None:
    bank = block("law suit", "spot check", "shot")
    assert find_blocked(bank, "sh*t") == ["shot"]
    assert find_blocked(bank, "s**t") == ["shot"]
    assert find_blocked(bank, "s**t law") == ["shot", "law suit"]


@pytest.mark.parametrize(
    ("term", "text", "permitted"),
    [
        ("silly dog", "You silly dogs bark", ["silly", "dogs"]),
        ("silly dog", "so silly a dog", ["silly", "dog"]),
        ("silly dog", "the dog is silly", []),
        ("silly dog", "silly cat and dog", []),
        ("silly dog", "s1lly d0g", ["s1lly", "d0g"]),
        ("gay", "g a y", ["g", "a", "y"]),
        ("gay", "gays' rights", ["gays"]),
        ("gay", "gay-bashing", []),  # one part of a word is not the word
        ("gay bashing", "gay-bashing", ["gay-bashing"]),
        ("gender-fluid", "Gender fluid people", ["Gender", "fluid"]),
        ("well", "well-to-do people", ["well-to-do"]),
        ("you are it", "well you are it", ["you", "are", "it"]),
        ("傻瓜", "你傻瓜", ["傻", "瓜"]),
        ("👍", "👍 👎", ["👍"]),
    ],
)
def test_the_words_of_a_permitted_term_are_marked(term: str, text: str, permitted: list[str]) -> None:
    assert find_permitted(permit(term), text) == permitted


def test_words_may_be_those_without_stop_words() -> None:
    text = "so silly a dog"
    words = [word for word in split_words(text) if word.text != "so"]
    assert permit("silly dog").search(text, words=words).permitted == {0, 2}


def test_what_is_left_closes_up_for_permitted_terms_and_for_blocked_ones() -> None:
    text = "silly brown dog"
    assert find_permitted(permit("brown", "silly dog"), text) == ["silly", "brown", "dog"]
    bank = WordBank([Term("brown", "permit"), Term("silly dog", "block")])
    assert find_blocked(bank, text) == ["silly dog"]


def test_blocked_wins_where_terms_overlap() -> None:
    bank = WordBank([Term("silly dog", "permit"), Term("dog", "block")])
    assert find_blocked(bank, "silly dog") == ["dog"]
    assert find_permitted(bank, "silly dog") == []


MORNING, NOON = datetime(2026, 5, 1, 8, tzinfo=UTC), datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("terms", "ruling"),
    [
        ([Term("silly", "permit"), Term("SILLY", "block")], "block"),
        ([Term("silly", "block"), Term("silly", "permit")], "permit"),
        ([Term("silly", "block"), Term("silly", "ask")], None),
        (
            [Term("silly", "block", created_at=NOON), Term("silly", "permit", created_at=MORNING)],
            "block",
        ),
        ([Term("silly", "block"), Term("silly", "permit", created_at=NOON)], "block"),
        ([Term("silly", "permit", conversation="c"), Term("silly", "block")], "permit"),
        ([Term("silly", "ask", conversation="c"), Term("silly", "block")], None),
        ([Term("silly", "permit", conversation="other"), Term("silly", "block")], "block"),
        ([Term("silly", "permit"), Term("silly", "block", source="community")], "permit"),
    ],
)
def test_of_rulings_on_the_same_words_one_counts(terms: list[Term], ruling: Ruling | None) -> None:
    bank = WordBank(terms, conversation="c")
    assert [term.ruling for term in bank.terms] == ([ruling] if ruling else [])


def test_outside_a_conversation_only_rulings_for_good_count() -> None:
    assert WordBank([Term("silly", "block", conversation="c")]).terms == ()


def test_an_empty_bank_finds_nothing() -> None:
    assert find_blocked(EMPTY_BANK, "silly") == []
    assert find_permitted(EMPTY_BANK, "silly") == []


def test_a_term_without_words_is_refused() -> None:
    with pytest.raises(BadInput, match="no word"):
        block(" - ")


def test_terms_inside_terms_end() -> None:
    text = "a1 " * 200 + "b1 " * 200
    assert 0 < len(find_permitted(permit("a1 b1"), text)) < 400


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("badger", "you@badger"),
        ("badger", "badger@you"),
        ("badger", "badger#1"),
        ("badger", "a badger#set"),
        ("badger", "100%badger"),
        ("badger", "badger%20you"),
        ("badger", "you%2Cbadger"),
        ("badger", "badger@x.example"),
        ("badger", "you*badger"),
        ("badger", "you$badger"),
        ("badger", "hey'badger"),
        ("badger", "hey’badger"),
        ("silly goose", "silly@goose"),
        ("silly goose", "silly%20goose"),
        ("badger", "1badger"),
        ("badger", "12badgers"),
        ("badger", "you2badger"),
        ("badger", "b\na\nd\ng\ne\nr"),
        ("badger", "you\n\nb\n\na\n\nd\n\ng\n\ne\n\nr"),
        ("badger", "b    a    d    g    e    r"),
        ("badger", "you@b\u200badger"),
        ("badger", "you@b4dger"),
    ],
)
def test_blocked_words_are_found_between_signs_and_beside_digits(term: str, text: str) -> None:
    assert find_blocked(block(term), text) == [term]


@pytest.mark.parametrize("text", ["you@badger", "badger@you", "1badger", "100%badger", "badger%20you"])
def test_permitted_words_are_not_found_between_signs(text: str) -> None:
    assert find_permitted(permit("badger"), text) == []


def test_permitted_letters_are_not_found_over_lines() -> None:
    assert find_permitted(permit("badger"), "b\na\nd\ng\ne\nr") == []


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("don", "I don't"),
        ("can", "you can't"),
        ("she", "she'll see"),
        ("men", "comment#1"),
        ("mp", "an mp3 file"),
        ("ass", "pass@word class%20room"),
        ("ass", "a\ns\n\nbig s"),
        ("cat", "con4cat5e"),
    ],
)
def test_ordinary_words_beside_signs_and_digits_are_not_found(term: str, text: str) -> None:
    assert find_blocked(block(term), text) == []
