import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Span
from sayso.text.ngrams import content_words, make_ngrams
from sayso.text.stopwords import is_stop_word
from sayso.text.words import split_words

ANY_TEXT = st.text(st.characters(exclude_categories=()) | st.sampled_from("ab the not \u0301😀\ud83d"))


def texts(text: str) -> list[str]:
    return [ngram.text for ngram in make_ngrams(content_words(split_words(text)))]


@given(ANY_TEXT)
def test_the_span_of_an_ngram_begins_and_ends_with_its_words(text: str) -> None:
    for ngram in make_ngrams(content_words(split_words(text))):
        covered = text[ngram.span.begin : ngram.span.end]
        assert covered.startswith(ngram.words[0].text)
        assert covered.endswith(ngram.words[-1].text)
        assert ngram.text.split(" ") == [word.text for word in ngram.words]
        assert not any(is_stop_word(word.text) for word in ngram.words)


@given(ANY_TEXT, st.sets(st.integers(1, 4), min_size=1))
def test_there_is_one_ngram_per_size_and_place(text: str, sizes: set[int]) -> None:
    words = split_words(text)
    expected = sum(max(0, len(words) - size + 1) for size in sizes)
    assert len(make_ngrams(words, sizes=tuple(sizes))) == (expected or bool(words))


def test_stop_words_are_left_out_between_the_words_of_an_ngram() -> None:
    text = "You are the worst of all liars"
    ngrams = make_ngrams(content_words(split_words(text)))
    assert [ngram.text for ngram in ngrams] == ["worst all", "worst all liars", "all liars"]
    assert [ngram.span for ngram in ngrams] == [Span(12, 24), Span(12, 30), Span(21, 30)]


def test_negations_stay_in_an_ngram() -> None:
    assert texts("she is not stupid") == ["not stupid"]


def test_a_single_word_is_an_ngram_of_its_own() -> None:
    assert texts("You idiot!") == ["idiot"]


def test_nothing_but_stop_words_makes_no_ngrams() -> None:
    assert texts("it is what it is") == []


@pytest.mark.parametrize("sizes", [(), (0, 2)])
def test_sizes_that_make_no_sense_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="sizes of 1 or more"):
        make_ngrams(split_words("a b"), sizes=sizes)
