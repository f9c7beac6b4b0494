"""Candidates filtered and ranked."""

import numpy as np
import pytest

from sayso.core import Span
from sayso.explaining import alternatives
from sayso.explaining.alternatives import PER_WORD, AlternativeFinder, Phrase, count_each
from sayso.explaining.candidates import Proposer
from sayso.explaining.substitutions import Substitutions
from sayso.explaining.word_vectors import WordVectors
from sayso.testing import FakeGuesser, FakeScorer

TEXT = "you stupid idiot"
STUPID, IDIOT = Span(4, 10), Span(11, 16)
SCORES = {
    "stupid": 0.85,
    "idiot": 0.95,
    "moron": 0.9,
    "foolish": 0.35,
    "silly": 0.2,
    "person": 0.02,
    "nasty": 0.1,
}


LIKELY = {"person": 0.9, "moron": 0.8, "nasty": 0.7}


def make_finder(
    scorer: FakeScorer | None = None,
    *,
    cheap: FakeScorer | None = None,
    second: FakeScorer | None = None,
    likely: dict[str, float] = LIKELY,
) -> AlternativeFinder:
    proposer = Proposer(
        vectors=WordVectors(["stupid", "foolish", "silly"], np.array([[1, 0], [0.9, 0.1], [0.8, 0.2]])),
        guesser=FakeGuesser(likely),
        people=Substitutions({}),
    )
    scorer = scorer or FakeScorer(SCORES)
    return AlternativeFinder(
        scorer=scorer,
        cheap=cheap or FakeScorer({}),
        second=second or FakeScorer({}, name="second.v1"),
        proposer=proposer,
    )


def test_only_what_lowers_the_score_is_an_alternative() -> None:
    # With "idiot" left in the text scores .95 whatever stands for "stupid".
    found, _ = make_finder().find(TEXT, [STUPID, IDIOT], score=0.95)
    assert found[STUPID] == ()
    assert {one.text for one in found[IDIOT]} == {"person", "nasty", ""}
    assert all(one.score_after == 0.85 for one in found[IDIOT])


def test_what_is_toxic_on_its_own_is_no_alternative() -> None:
    found, _ = make_finder().find("you stupid one", [STUPID], score=0.85)
    assert "moron" not in {one.text for one in found[STUPID]}
    assert {one.text: one.own_score for one in found[STUPID]}["foolish"] == 0.35


def test_what_the_second_opinion_finds_toxic_is_no_alternative() -> None:
    second = FakeScorer({"nasty": 0.6}, name="second.v1")
    found, _ = make_finder(second=second).find("you stupid one", [STUPID], score=0.85)
    assert "nasty" not in {one.text for one in found[STUPID]}


def test_lower_scores_come_first_and_within_a_tenth_what_fits_best() -> None:
    found, _ = make_finder().find("you stupid one", [STUPID], score=0.85)
    texts = [one.text for one in found[STUPID]]
    # 0.02: person (reads .9, near nothing), the omission; 0.1: nasty; 0.2: silly; 0.35: foolish
    assert set(texts[:2]) == {"person", ""}
    assert texts[2:] == ["nasty", "silly", "foolish"]


def test_every_alternative_says_where_both_scores_would_go() -> None:
    second = FakeScorer({"one": 0.3}, name="second.v1")
    found, _ = make_finder(second=second).find("you stupid one", [STUPID], score=0.85)
    silly = next(one for one in found[STUPID] if one.text == "silly")
    assert (silly.score_after, silly.second_opinion_after, silly.source) == (0.2, 0.3, "neighbour")


def test_what_the_cheap_scorer_finds_worse_is_not_scored_exactly() -> None:
    cheap = FakeScorer({"person": 0.9}, floor=0.1)
    found, _ = make_finder(cheap=cheap).find("you stupid one", [STUPID], score=0.85)
    assert "person" not in {one.text for one in found[STUPID]}


def test_where_the_best_fitting_are_found_worse_the_next_are_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(alternatives, "PER_WORD", 2)
    cheap = FakeScorer({"foolish": 0.9, "silly": 0.9, "person": 0.9, "nasty": 0.9}, floor=0.1)
    finder = make_finder(cheap=cheap, likely=LIKELY | {"grumpy": 0.1})
    found, _ = finder.find("you stupid one", [STUPID], score=0.85)
    assert {one.text for one in found[STUPID]} == {"grumpy", ""}
    assert cheap.calls == [1, 5, 1]  # the text itself; the best four and leaving it out; who was left


def test_the_cheap_scorer_is_asked_about_the_words_of_a_draft_together() -> None:
    cheap = FakeScorer({})
    make_finder(cheap=cheap).find(TEXT, [STUPID, IDIOT], score=1.0)
    assert len(cheap.calls) == 2  # the text itself, and both words' candidates


def test_all_candidates_are_scored_in_one_batch() -> None:
    scorer = FakeScorer(SCORES)
    found, _ = make_finder(scorer).find(TEXT, [STUPID, IDIOT], score=1.0)
    own, exact = scorer.calls
    assert exact == sum(len(one) for one in found.values())
    assert own == 5  # moron, person, nasty, foolish, silly
    make_finder(scorer).find(TEXT, [STUPID], score=1.0)


def test_own_scores_are_remembered() -> None:
    scorer = FakeScorer(SCORES)
    finder = make_finder(scorer)
    finder.find(TEXT, [STUPID], score=1.0)
    finder.find(TEXT, [STUPID], score=1.0)
    assert len(scorer.calls) == 3  # own and exact, then exact alone


def test_nothing_of_a_draft_is_remembered() -> None:
    scorer = FakeScorer(SCORES)
    finder = make_finder(scorer)
    whole = Phrase(Span(0, 16), (STUPID, IDIOT))
    finder.find(TEXT, [STUPID], score=1.0, phrase=whole)
    calls = len(scorer.calls)
    finder.find(TEXT, [STUPID], score=1.0, phrase=whole)
    # The words of the tables are known now; the phrases, which hold words of the draft, are scored again.
    assert len(scorer.calls) - calls == 2


def test_a_full_memory_is_emptied_between_drafts_not_within_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alternatives, "MEMORY", 0)
    finder = make_finder()
    for _ in range(2):
        found, _ = finder.find("you stupid one", [STUPID], score=0.85)
        assert {one.text for one in found[STUPID]} >= {"silly", ""}


def test_a_phrase_gets_wordings_for_all_its_words_at_once() -> None:
    finder = make_finder()
    _, joined = finder.find(TEXT, [STUPID, IDIOT], score=0.95, phrase=Phrase(Span(4, 16), (STUPID, IDIOT)))
    texts = [one.text for one in joined]
    assert "person nasty" in texts
    assert len(texts) == len(set(texts))
    assert "person person" not in texts
    assert all("idiot" not in text and "stupid" not in text for text in texts)
    assert len(joined) <= PER_WORD
    assert joined[0].score_after == min(one.score_after for one in joined)


@pytest.mark.parametrize(("length", "least"), [(10, 10), (20_000, 1)])
def test_in_a_long_text_fewer_words_get_alternatives(length: int, least: int) -> None:
    text = " ".join(["stupid"] * (length // 7 + 1))
    spans = [Span(7 * i, 7 * i + 6) for i in range(length // 7 + 1)][:12]
    scorer = FakeScorer({"stupid": 0.85})
    found, _ = make_finder(scorer).find(text, spans, score=2.0)
    assert len(found) >= min(least, len(spans))
    assert scorer.calls[-1] * len(text) <= 120_000


@pytest.mark.parametrize(
    ("words", "share", "each"),
    [
        (0, 1000, 6),
        (1, 1000, 6),
        (2, 1000, 6),
        (3, 1000, 4),
        (4, 1000, 3),
        (12, 1000, 3),
        (4, 8, 2),
        (1, 1, 2),
    ],
)
def test_the_more_words_are_flagged_the_fewer_wordings_each_tries(words: int, share: int, each: int) -> None:
    assert count_each(words, share=share) == each
