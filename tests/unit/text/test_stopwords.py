import pytest

from sayso.text.stopwords import STOP_WORDS, is_stop_word


@pytest.mark.parametrize(
    "word", ["the", "The", "YOU", "you're", "You’re", "of", "would", "because", "themselves"]
)
def test_function_words_are_stop_words(word: str) -> None:
    assert is_stop_word(word)


@pytest.mark.parametrize(
    "word", ["not", "no", "never", "nothing", "without", "don't", "can’t", "nor", "none"]
)
def test_negations_are_not_stop_words(word: str) -> None:
    assert not is_stop_word(word)


@pytest.mark.parametrize("word", ["all", "every", "only", "against", "women", "idiot", "", "😀"])
def test_words_that_say_something_of_someone_are_not_stop_words(word: str) -> None:
    assert not is_stop_word(word)


def test_the_list_is_lower_case_words_without_spaces() -> None:
    assert all(word == word.lower().strip() and word.replace("'", "").isalpha() for word in STOP_WORDS)
