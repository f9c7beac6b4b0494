from collections.abc import Sequence

import pytest

from sayso.core import Evidence, WordWeight
from sayso.stats.resampling import Bootstrap
from sayso.testing import FakeScorer
from sayso.text.words import split_words
from sayso_lab.measuring.reports import COUNT, INSULTS, WORDS, make_report, measure_reports


def test_a_report_is_long_and_ends_with_its_one_insult() -> None:
    text, insult = make_report(1)
    assert len(text.split()) >= WORDS
    assert text[insult.begin : insult.end] == INSULTS[1]
    assert text == make_report(1)[0] != make_report(1 + len(INSULTS))[0]


class MarkingScorer(FakeScorer):
    """Flags `idiot`, and in every text its first words."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first

    def examine(self, texts: Sequence[str]) -> list[Evidence]:
        return [
            Evidence(
                tuple(
                    WordWeight(word.span, 0.2, word.text)
                    for place, word in enumerate(split_words(text))
                    if place < self._first or word.text == "idiot"
                )
            )
            for text in texts
        ]


@pytest.mark.parametrize(("first", "is_met"), [(0, True), (5, True), (6, False)])
def test_words_flagged_outside_the_insult_are_counted(first: int, is_met: bool) -> None:
    row = measure_reports(MarkingScorer(first), bootstrap=Bootstrap(20))
    assert (row.interval.value, row.texts, row.is_met) == (first, COUNT, is_met)
    assert row.note.endswith(f"flagged in {COUNT // len(INSULTS)}")  # those that end with the first insult


def test_a_scorer_without_marks_is_left_out() -> None:
    assert measure_reports(FakeScorer(), bootstrap=Bootstrap(20)).note.startswith("left out: fake.v1")
