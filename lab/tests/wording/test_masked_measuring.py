"""The measure, on guessers whose answers are known."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import pytest

from sayso.core import Blank
from sayso_lab.wording.masked_measuring import measure_guesser

WORDS = ("the", "cat", "dog", "sat", "on", "mat")


@dataclass(frozen=True)
class FixedOdds:
    words: Sequence[str]

    def find_likeliest(self, count: int) -> Sequence[str]:
        return self.words[:count]

    def weigh(self, wording: str) -> float:
        return float(wording in self.words)


@dataclass(frozen=True)
class FixedGuesser:
    """Says the same words in the same order everywhere."""

    words: Sequence[str]
    name: str = "fixed.v1"

    def guess(self, blanks: Sequence[Blank]) -> list[list[FixedOdds]]:
        return [[FixedOdds(self.words) for _ in blank.spans] for blank in blanks]


def test_a_word_counts_as_found_if_it_is_among_the_likeliest() -> None:
    """Of `The cat sat on the zebra`, zebra is not known; the, cat and the are among the first three."""
    results = measure_guesser(FixedGuesser(WORDS), ["The cat sat on the zebra"], seed=1, count=3)
    assert (results.all.words, results.all.share.value) == (5, 3 / 5)
    assert (results.content.words, results.content.share.value) == (2, 1 / 2)  # cat and sat
    assert (results.model, results.count, results.texts) == ("fixed.v1", 3, 1)


def test_texts_without_context_are_left_out() -> None:
    results = measure_guesser(FixedGuesser(WORDS), ["the cat sat", "cat", ""], seed=1)
    assert (results.all.words, results.texts) == (0, 0)
    assert isnan(results.all.share.value)


def test_words_are_drawn_by_the_seed_and_the_interval_encloses_the_share() -> None:
    texts = ["the cat sat on the mat", "the dog sat on the mat"] * 40
    first, again = (
        measure_guesser(FixedGuesser(WORDS), texts, seed=3, count=2, most_words=100) for _ in range(2)
    )
    assert first == again
    assert first.all.words == 100
    assert 0 < first.all.share.low < first.all.share.value < first.all.share.high < 1


def test_results_are_told_in_a_sentence_and_as_a_line_of_a_card() -> None:
    results = measure_guesser(FixedGuesser(WORDS), ["the cat sat on the mat"] * 2, seed=1, count=6)
    assert str(results).startswith("The right word among the 6 likeliest: 1.000 [")
    assert "of 6 content words, in 2 texts" in str(results)
    line = results.to_json(what="dev texts")
    assert (line["what"], line["texts"], line["all"]["words"]) == ("dev texts", 2, 12)
    assert line["content"]["share"][0] == pytest.approx(1)
