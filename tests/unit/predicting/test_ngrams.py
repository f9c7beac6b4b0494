"""The n-gram model: what it says of words in their order, and its file."""

from pathlib import Path

import pytest

from sayso.core.errors import BadWeights
from sayso.predicting.ngrams import NUMBER, NgramModel, load_ngrams, name_tokens, name_unknown


@pytest.fixture(scope="module")
def model() -> NgramModel:
    return load_ngrams()


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("He is a person.", "He is an person."),
        ("You are a waste of space.", "You are a of space."),
        ("Wait for five seconds.", "Wait for five really seconds."),
        ("I do not know what it means.", "I do not know the what means."),
    ],
)
def test_what_reads_better_weighs_more(model: NgramModel, better: str, worse: str) -> None:
    first, second = model.weigh([better, worse])
    assert first > second


def test_a_text_weighs_the_same_alone_and_in_any_company(model: NgramModel) -> None:
    texts = ["How are you?", "", "Not at all, thank you."]
    assert model.weigh(texts) == [model.weigh([text])[0] for text in texts]
    assert model.weigh([]) == []


@pytest.mark.parametrize("words", [("i", "am"), ("", ""), ("zebra", "crossing")])
def test_all_words_after_two_others_add_up_to_one(model: NgramModel, words: tuple[str, str]) -> None:
    from math import exp

    total = sum(exp(log) for log in model.log_probabilities(*words, model.words))
    assert total == pytest.approx(1, abs=0.05)  # eight bits round each of them


def test_an_unknown_word_counts_by_its_ending_and_a_number_as_any_number() -> None:
    assert [name_unknown(word) for word in ("blorping", "blorps", "blorp", "is")] == [
        "<-ing>",
        "<-s>",
        "<unknown>",
        "<unknown>",
    ]
    assert name_tokens("It 's 20 bucks") == ["it", "'s", NUMBER, "bucks"]


@pytest.mark.parametrize("content", [None, b"no archive"])
def test_a_lost_or_damaged_file_is_named_with_its_repair(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "ngrams.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadWeights, match=r"ngrams\.npz is missing or damaged") as caught:
        load_ngrams(path)
    assert caught.value.hint
