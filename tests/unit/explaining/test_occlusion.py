"""Odds are worked out by hand: a score of 0.8 has odds of 4, of 0.5 odds of 1, of 0.2 odds of 0.25."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Attribute, Explainer, Scores, Span
from sayso.core.scores import FLAGGED
from sayso.explaining.occlusion import MOST_PARTS, OcclusionExplainer, leave_out
from sayso.testing import FakeScorer

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=200)


class TableScorer:
    """Scores the texts of a table, and everything else by `otherwise`."""

    name = "table.v1"
    attributes = frozenset({Attribute.TOXICITY})

    def __init__(self, table: Mapping[str, float], otherwise: float = 0.0) -> None:
        self._table, self._otherwise = table, otherwise

    def score(self, texts: Sequence[str]) -> Scores:
        return Scores(
            self.name, {Attribute.TOXICITY: [self._table.get(text, self._otherwise) for text in texts]}
        )


def explain(scorer: FakeScorer | TableScorer, text: str) -> dict[str, float]:
    (words,) = OcclusionExplainer(scorer).explain([text])
    return {word.term: word.weight for word in words}


def test_it_is_an_explainer() -> None:
    assert isinstance(OcclusionExplainer(FakeScorer()), Explainer)


def test_a_word_weighs_the_share_of_the_odds_that_goes_with_it() -> None:
    # Without `dull` the odds are 1 of 4, without `old` 0.25 of 4, without `you` they rise.
    scorer = TableScorer({"you dull old": 0.8, "you old": 0.5, "you dull ": 0.2, "dull old": 0.9})
    assert explain(scorer, "you dull old") == {
        "dull": pytest.approx(1 - 1 / 4),
        "old": pytest.approx(1 - 0.25 / 4),
    }


def test_in_a_text_that_is_fine_weights_shrink_with_the_score() -> None:
    """0.2 is two thirds of 0.3; without `dull` the odds are a quarter of what they were: 1/17 for 1/4."""
    scorer = TableScorer({"dull you": 0.2, "you": 1 / 17, "dull ": 0.2})
    assert explain(scorer, "dull you") == {"dull": pytest.approx(0.2 * 2 / 3 * 0.75)}


def test_a_word_among_other_insults_is_flagged_though_the_score_hardly_falls() -> None:
    """From 0.98 to 0.97 the odds fall from 49 to 32.3, by a third."""
    scorer = TableScorer({"a b": 0.98, "a ": 0.97, "b": 0.97})
    weights = explain(scorer, "a b")
    assert weights == {word: pytest.approx(1 - (0.97 / 0.03) / 49) for word in "ab"}
    assert min(weights.values()) > FLAGGED


def test_all_variants_of_a_text_go_in_one_batch() -> None:
    scorer = FakeScorer()
    OcclusionExplainer(scorer).explain(["you silly thing", "hello"])
    assert scorer.calls == [4, 2]


def test_a_scorer_without_toxicity_is_read_by_its_highest_attribute() -> None:
    scorer = FakeScorer(attributes=frozenset({Attribute.INSULT, Attribute.THREAT}))
    assert list(explain(scorer, "you idiot")) == ["idiot"]


@pytest.mark.parametrize("text", ["", "   ", "..."])
def test_a_text_without_words_has_no_weights_and_asks_nobody(text: str) -> None:
    scorer = FakeScorer()
    assert OcclusionExplainer(scorer).explain([text]) == [()]
    assert scorer.calls == []


@pytest.mark.parametrize("place", [0, 70, 399])
def test_a_long_text_is_searched_by_runs_first(place: int) -> None:
    scorer = FakeScorer()
    words = ["fine"] * 400
    words[place] = "idiot"
    text = " ".join(words)
    (found,) = OcclusionExplainer(scorer).explain([text])
    assert [(word.term, word.span) for word in found] == [("idiot", Span(5 * place, 5 * place + 5))]
    # Runs of 400 / 64, rounded up, are 58 of seven words; 64 / 7 of them are looked into word by word.
    assert len(scorer.calls) == 2
    assert scorer.calls[0] == 1 + 58
    assert scorer.calls[1] <= 1 + MOST_PARTS


def test_even_a_text_of_thousands_of_words_takes_two_bounded_batches() -> None:
    scorer = FakeScorer()
    OcclusionExplainer(scorer).explain(["fine " * 5000 + "idiot"])
    assert max(scorer.calls) <= 1 + MOST_PARTS
    assert len(scorer.calls) == 2


@pytest.mark.parametrize(
    ("text", "span", "rest"),
    [
        ("a b c", Span(2, 3), "a c"),
        ("a b", Span(0, 1), "b"),
        ("a b", Span(2, 3), "a "),
        ("a, b!", Span(3, 4), "a, !"),
        ("ab", Span(0, 1), "b"),
    ],
)
def test_a_word_takes_one_space_with_it(text: str, span: Span, rest: str) -> None:
    assert leave_out(text, span) == rest


@given(ANY_TEXT)
def test_weights_lie_between_0_and_1_in_any_text(text: str) -> None:
    (words,) = OcclusionExplainer(FakeScorer({"a": 0.7, "e": 0.999, "1": 1.0}, floor=0.0)).explain([text])
    assert all(0 <= word.weight <= 1 and text[word.span.begin : word.span.end] == word.term for word in words)
