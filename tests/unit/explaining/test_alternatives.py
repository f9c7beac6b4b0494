"""Words, phrases and sentences: what is offered, in which order, and at what cost."""

from collections.abc import Sequence

import numpy as np
import pytest

from sayso.core import Span
from sayso.explaining import alternatives
from sayso.explaining.alternatives import AlternativeFinder, Found, count_each
from sayso.explaining.candidates import Proposer
from sayso.explaining.people_edits import PeopleEdits
from sayso.explaining.phrasebook import Phrasebook, read_rules
from sayso.explaining.rewording import Rewriter
from sayso.explaining.word_vectors import WordVectors
from sayso.testing import FakeGuesser, FakeScorer

SCORES = {"stupid": 0.85, "idiot": 0.95, "moron": 0.9, "foolish": 0.35, "odd": 0.2, "shut": 0.8}
RUDE = FakeScorer({"stupid": 0.9, "idiot": 0.9})
VECTORS = WordVectors(
    ["stupid", "foolish", "odd", "moron"], np.array([[1, 0], [0.9, 0.1], [0.8, 0.2], [0.95, 0.1]])
)
RULES = {
    "words": {"fool": "(?:idiot|moron)"},
    "rules": [
        {"find": ", you {fool}", "say": [""], "least": 3},
        {"find": "shut up", "say": ["please stop", "be quiet"], "least": 2},
    ],
}


class Level:
    """Everything reads alike."""

    def weigh(self, texts: Sequence[str]) -> list[float]:
        return [0.0] * len(texts)


def make_finder(scorer: FakeScorer | None = None, *, second: FakeScorer | None = None) -> AlternativeFinder:
    likely = {"foolish": 0.6, "odd": 0.5, "moron": 0.8}
    return AlternativeFinder(
        scorer=scorer or FakeScorer(SCORES),
        cheap=RUDE,
        second=second or FakeScorer({}, name="second.v1"),
        proposer=Proposer(vectors=VECTORS, guesser=FakeGuesser(likely)),
        rewriter=Rewriter(
            phrasebook=Phrasebook(read_rules(RULES)),
            people=PeopleEdits({"idiot": {"": {"person": 3}}}),
            fluency=Level(),
        ),
        vectors=VECTORS,
    )


def find(text: str, *words: str, score: float = 0.85, finder: AlternativeFinder | None = None) -> Found:
    weights = {Span(text.index(word), text.index(word) + len(word)): 0.9 for word in words}
    return (finder or make_finder()).find(text, weights, score=score)


def list_words(found: Found) -> list[list[str]]:
    return [[one.text for one in some] for some in found.words.values()]


def test_a_word_gets_what_is_near_and_likely_and_mild_alone() -> None:
    # "moron" is near and likely, and scores .9 alone.
    assert [set(texts) for texts in list_words(find("a stupid plan", "stupid"))] == [{"foolish", "odd", ""}]


def test_what_the_second_opinion_finds_toxic_is_no_alternative() -> None:
    finder = make_finder(second=FakeScorer({"odd": 0.6}, name="second.v1"))
    assert "odd" not in list_words(find("a stupid plan", "stupid", finder=finder))[0]


def test_the_gain_is_judged_in_odds_so_that_a_saturated_text_has_steps() -> None:
    # From .999 to .998 the odds halve: a gain of .69, though the score falls by a thousandth.
    scorer = FakeScorer(SCORES | {"stupid": 0.999, "plan": 0.998})
    found = find("a stupid plan", "stupid", score=0.999, finder=make_finder(scorer))
    assert {one.score_after for one in next(iter(found.words.values()))} == {0.998}


def test_what_does_not_lower_the_odds_is_no_alternative() -> None:
    assert list_words(find("a stupid plan", "stupid", score=0.02)) == [[]]


def test_the_score_is_that_of_the_text_with_its_article_mended() -> None:
    scorer = FakeScorer(SCORES | {"an": 0.6})
    found = find("what a stupid dog", "stupid", finder=make_finder(scorer))
    after = {one.text: one.score_after for one in next(iter(found.words.values()))}
    assert (after["odd"], after["foolish"]) == (0.6, 0.35)  # an odd dog, a foolish dog


def test_a_word_is_left_out_only_where_a_sentence_is_left() -> None:
    assert "" not in list_words(find("the plan is stupid", "stupid"))[0]
    assert "" not in list_words(find("he is a stupid", "stupid"))[0]


def test_one_suggestion_takes_every_flagged_word() -> None:
    found = find("stop it, you idiot", "idiot", score=0.95)
    first = found.rewordings[0]
    assert (first.begin, first.end, first.text, first.score_after) == (0, 18, "stop it", 0.02)


def test_several_sentences_are_reworded_together_first() -> None:
    text = "Stop it, you idiot. Now. Now listen, you moron."
    found = find(text, "idiot", "moron", score=0.95)
    assert found.rewordings[0].text == "Stop it. Now. Now listen."
    assert len(found.rewordings) <= 3


def test_a_known_phrase_is_reworded_where_nothing_in_it_is_flagged() -> None:
    text = "Would you shut up now"
    phrase = make_finder().find(text, {}, score=0.8, selection=Span(10, 17)).phrase
    assert [one.text for one in phrase] == ["please stop", "be quiet"]


def test_a_selection_without_a_known_phrase_has_the_candidates_of_its_words() -> None:
    found = make_finder().find("a stupid plan", {Span(2, 8): 0.9}, score=0.85, selection=Span(0, 13))
    assert {"a foolish plan", "an odd plan"} <= {one.text for one in found.phrase}


def test_all_are_scored_in_one_batch_and_own_scores_are_remembered() -> None:
    scorer = FakeScorer(SCORES)
    finder = make_finder(scorer)
    find("a stupid plan", "stupid", finder=finder)
    find("a stupid plan", "stupid", finder=finder)
    own, exact, again = scorer.calls
    assert own == 3  # moron, foolish, odd
    assert exact == again


def test_a_full_memory_is_emptied_between_drafts_not_within_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alternatives, "MEMORY", 0)
    finder = make_finder()
    for _ in range(2):
        assert "odd" in list_words(find("a stupid plan", "stupid", finder=finder))[0]


@pytest.mark.parametrize(("length", "least"), [(10, 2), (20_000, 1)])
def test_in_a_long_text_fewer_words_get_alternatives(length: int, least: int) -> None:
    text = " ".join(["stupid"] * (length // 7 + 1))
    spans = [Span(7 * i, 7 * i + 6) for i in range(length // 7 + 1)][:12]
    scorer = FakeScorer({"stupid": 0.85})
    found = make_finder(scorer).find(text, dict.fromkeys(spans, 0.9), score=0.85)
    assert len(found.words) >= least
    assert scorer.calls[-1] * len(text) <= 120_000


@pytest.mark.parametrize(
    ("words", "share", "each"),
    [(0, 1000, 0), (1, 1000, 6), (2, 1000, 6), (3, 1000, 4), (12, 1000, 2), (4, 8, 2)],
)
def test_the_more_words_are_flagged_the_fewer_wordings_each_tries(words: int, share: int, each: int) -> None:
    assert count_each(words, share=share) == each
