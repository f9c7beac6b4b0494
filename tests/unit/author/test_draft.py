"""A draft read."""

import json
from collections.abc import Sequence

import numpy as np
import pytest

from sayso.author.draft import MAX_BYTES, DraftAnalyzer
from sayso.core import Attribute, Evidence, Scores, Span, WordWeight
from sayso.core.errors import BadInput, TextTooLong
from sayso.core.json_text import render_json
from sayso.explaining.alternatives import AlternativeFinder
from sayso.explaining.candidates import Proposer
from sayso.explaining.people_edits import PeopleEdits
from sayso.explaining.phrasebook import Phrasebook
from sayso.explaining.rationale import choose_explainer
from sayso.explaining.rewording import Rewriter
from sayso.explaining.word_vectors import WordVectors
from sayso.scoring.known_languages import LanguageCheck
from sayso.testing import FakeGuesser, FakeScorer

TEXT = "you are a stupid person"


class ExaminingScorer(FakeScorer):
    """Marks the words it knows, and "you" a little."""

    def examine(self, texts: Sequence[str]) -> list[Evidence]:
        return [Evidence(tuple(self._mark(text))) for text in texts]

    def _mark(self, text: str) -> list[WordWeight]:
        weights = {"you": 0.21, "stupid": 0.8, "person": 0.1}
        found = [(text.find(word), word, weight) for word, weight in weights.items() if word in text]
        return [WordWeight(Span(at, at + len(word)), weight, word) for at, word, weight in sorted(found)]


class Level:
    """Everything reads alike."""

    def weigh(self, texts: Sequence[str]) -> list[float]:
        return [0.0] * len(texts)


class FixedLanguage:
    def __init__(self, code: str) -> None:
        self.code = code

    def detect(self, text: str, *, least: float = 0.0) -> Sequence[str]:
        return [self.code]


class GroupScorer(ExaminingScorer):
    def score(self, texts: Sequence[str]) -> Scores:
        scores = super().score(texts)
        return Scores(scores.model, {**scores.columns, Attribute.IDENTITY_ATTACK: [0.8] * len(texts)})


def make_reader(scorer: FakeScorer | None = None, *, language: str = "en") -> DraftAnalyzer:
    chosen = scorer or ExaminingScorer(attributes=frozenset({Attribute.TOXICITY}))
    second = FakeScorer(name="second.v1", words={"stupid": 0.6})
    vectors = WordVectors(["stupid", "foolish", "odd"], np.array([[1, 0], [0.9, 0.1], [0.8, 0.2]]))
    finder = AlternativeFinder(
        scorer=chosen,
        cheap=FakeScorer({"stupid": 0.9}),
        second=second,
        proposer=Proposer(vectors=vectors, guesser=FakeGuesser({"foolish": 0.9, "odd": 0.5})),
        rewriter=Rewriter(
            phrasebook=Phrasebook([]),
            people=PeopleEdits({"stupid": {"": {"": 3, "unwise": 2}}}),
            fluency=Level(),
        ),
        vectors=vectors,
    )
    return DraftAnalyzer(
        scorer=chosen,
        explainer=choose_explainer(chosen),
        second=second,
        finder=finder,
        languages=LanguageCheck.of(chosen, FixedLanguage(language)),
    )


def test_a_draft_has_scores_words_and_a_second_opinion() -> None:
    draft = make_reader().read(TEXT)
    assert draft.model == "fake.v1"
    assert draft.scores == {Attribute.TOXICITY: 0.92}
    assert (draft.second_opinion.model, draft.second_opinion.score) == ("second.v1", 0.6)
    assert [(word.text, word.weight, word.flagged, word.highlighted) for word in draft.words] == [
        ("you", 0.21, True, False),
        ("stupid", 0.8, True, True),
        ("person", 0.1, False, False),
    ]
    assert draft.selection is None
    assert draft.refused is None


def test_a_highlighted_word_has_alternatives_and_a_stop_word_never() -> None:
    words = {word.text: word for word in make_reader().read(TEXT).words}
    assert {one.text for one in words["stupid"].alternatives} == {"foolish", "odd", "unwise"}
    assert words["you"].alternatives == ()


def test_a_sentence_has_suggestions_for_the_whole_of_it() -> None:
    draft = make_reader().read(f"Well. {TEXT}")
    first = draft.rewordings[0]
    assert (first.begin, first.end, first.text) == (6, 29, "you are an unwise person")
    assert first.score_after == 0.02


def test_where_readers_would_hardly_mind_nothing_is_offered() -> None:
    mild = ExaminingScorer({"stupid": 0.29}, attributes=frozenset({Attribute.TOXICITY}))
    draft = make_reader(mild).read(TEXT)
    assert not any(word.alternatives for word in draft.words)
    assert draft.rewordings == ()


def test_without_alternatives_nothing_is_highlighted() -> None:
    draft = make_reader().read(TEXT, alternatives=False)
    assert not any(word.highlighted for word in draft.words)


def test_a_selection_has_its_own_score_and_wordings_for_the_whole_of_it() -> None:
    draft = make_reader().read(TEXT, selection=Span(8, 23))
    assert draft.selection is not None
    assert draft.selection.score == 0.92
    assert "a foolish person" in {one.text for one in draft.selection.alternatives}


def test_a_harmless_selection_has_a_score_and_no_wordings() -> None:
    draft = make_reader().read(TEXT, selection=Span(17, 23))
    assert draft.selection is not None
    assert draft.selection.score == 0.02
    assert draft.selection.alternatives == ()


def test_hate_against_a_group_gets_the_reason_and_no_alternatives() -> None:
    draft = make_reader(GroupScorer()).read(TEXT, selection=Span(8, 23))
    assert draft.refused is not None
    assert draft.refused.code == "group"
    assert not any(word.alternatives for word in draft.words)
    assert draft.selection is not None
    assert draft.selection.alternatives == ()


def test_a_language_that_the_model_does_not_know_is_unjudged_and_not_reworded() -> None:
    draft = make_reader(language="fr").read(TEXT)
    assert draft.refused is not None
    assert (draft.refused.code, draft.unjudged) == ("language", "language")
    assert draft.words == ()


def test_a_language_other_than_english_that_the_model_knows_is_scored_and_not_reworded() -> None:
    knowing = ExaminingScorer(attributes=frozenset({Attribute.TOXICITY}), languages=frozenset({"en", "fr"}))
    draft = make_reader(knowing, language="fr").read(TEXT)
    assert draft.refused is not None
    assert (draft.refused.code, draft.unjudged) == ("not_english", None)
    assert draft.scores[Attribute.TOXICITY] == 0.92


def test_a_scorer_without_evidence_is_explained_by_taking_words_out() -> None:
    draft = make_reader(FakeScorer(attributes=frozenset({Attribute.TOXICITY}))).read(TEXT)
    assert [word.text for word in draft.words if word.highlighted] == ["stupid"]


@pytest.mark.parametrize("text", ["", "   ", "😀" * 50, "a \ud800 b", "<b>you</b>", "שלום"])
def test_odd_texts_have_an_answer(text: str) -> None:
    draft = make_reader().read(text)
    assert 0 <= draft.scores[Attribute.TOXICITY] <= 1


@pytest.mark.parametrize("selection", [Span(0, 24), Span(30, 40), Span(3, 3)])
def test_a_selection_outside_the_text_is_refused(selection: Span) -> None:
    with pytest.raises(BadInput, match="does not lie in the text"):
        make_reader().read(TEXT, selection=selection)


def test_a_draft_of_20_kb_is_read_and_a_longer_one_refused() -> None:
    reader = make_reader()
    assert reader.read("word " * (MAX_BYTES // 5)).refused is None
    with pytest.raises(TextTooLong, match="at most 20480"):
        reader.read("x" * (MAX_BYTES + 1))


def test_a_draft_is_as_long_as_its_bytes_not_its_characters() -> None:
    with pytest.raises(TextTooLong, match="has 20481 bytes; at most 20480"):
        make_reader().read("€" * 6_827)


def test_the_answer_as_json_has_the_shape_that_was_promised() -> None:
    data = json.loads(render_json(make_reader().read(TEXT, selection=Span(8, 23))))
    assert list(data) == [
        "scores", "words", "rewordings", "selection", "refused", "second_opinion", "model", "unjudged",
    ]  # fmt: skip
    word = data["words"][1]
    assert list(word) == ["begin", "end", "text", "weight", "flagged", "highlighted", "alternatives"]
    assert list(word["alternatives"][0]) == [
        "text",
        "score_after",
        "own_score",
        "reads",
        "keeps_meaning",
        "second_opinion_after",
        "source",
    ]
    assert list(data["rewordings"][0]) == [
        "begin", "end", "text", "score_after", "reads", "keeps_meaning", "second_opinion_after",
    ]  # fmt: skip
    assert list(data["selection"]) == ["score", "alternatives"]


def test_a_draft_that_the_model_could_not_read_gets_no_other_words() -> None:
    draft = make_reader().read(f"{TEXT} \u2400")
    assert draft.refused is not None
    assert draft.refused.code == "unreadable"
    assert not any(word.alternatives for word in draft.words)
