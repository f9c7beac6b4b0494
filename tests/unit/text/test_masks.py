from string import ascii_lowercase

import pytest

from sayso.text.folded import Folded
from sayso.text.masks import Vocabulary, fill_masks, find_masked

VOCABULARY = Vocabulary(["stupid", "idiot", "twit", "twat", "go away", "x" * 50])


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("id**t", ("idiot",)),
        ("tw*t", ("twit", "twat")),  # both fit: in the order of the list
        ("s#@pid", ("stupid",)),
        ("idiot", ("idiot",)),
        ("id*t", ()),  # a star stands for one letter
        ("ab**t", ()),
        ("****", ()),
        ("x" * 20 + "*" * 30, ()),
    ],
)
def test_a_mask_is_filled_by_the_terms_that_fit(word: str, terms: tuple[str, ...]) -> None:
    assert VOCABULARY.unmask(word) == terms


@pytest.mark.parametrize(
    ("letters", "cuts"),
    [
        ("youidiot", {3}),
        ("youareanidiot", {3, 6, 8}),
        ("intoidiot", {4}),  # "into" before "in to"
        ("idiot", set[int]()),
        ("youarehere", set[int]()),  # no term among them
        ("classidiot", set[int]()),  # a word it does not know
        ("you" * 100 + "idiot", set[int]()),  # too long to be a disguise
    ],
)
def test_a_run_of_letters_is_cut_into_stop_words_and_terms(letters: str, cuts: set[int]) -> None:
    assert set(VOCABULARY.cut(letters)) == cuts


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("you id**t!", "you idiot!"),
        ("tw** or t**t", "twit or twit"),
        ("a twi* with a footnote", "a twi* with a footnote"),
        ("2*3 = 6", "2*3 = 6"),
        ("plain", "plain"),
    ],
)
def test_masked_words_in_a_text_are_filled(text: str, filled: str) -> None:
    assert fill_masks(Folded.unchanged(text), VOCABULARY).text == filled


def test_an_empty_vocabulary_fills_nothing() -> None:
    assert Vocabulary([]).unmask("id**t") == ()
    assert Vocabulary([]).cut("youidiot") == ()


def test_all_terms_that_fit_a_masked_word_are_found_with_its_place() -> None:
    assert list(find_masked("a tw*t, id**t or x*z", VOCABULARY)) == [
        (2, 6, ("twit", "twat")),
        (8, 13, ("idiot",)),
    ]
    assert list(find_masked("no mask", VOCABULARY)) == []


def test_a_mask_that_fits_a_whole_list_stands_for_its_first_terms_only() -> None:
    terms = [f"s{first}{second}" for first in ascii_lowercase for second in ascii_lowercase]
    assert Vocabulary(terms).unmask("s**") == Vocabulary(terms).unmask("s#_") == tuple(terms[:200])
