from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from sayso.audit.evaluation.asking import BLOCK, ask, prepare
from sayso.audit.evaluation.cases import Cases, ClassLabels, TokenMarks, judge
from sayso.core import Attribute, Classifier, Span
from sayso.core.errors import BadInput
from sayso.scoring.blocklist import BlocklistScorer, read_terms
from sayso.testing import FakeScorer

TEXTS = ("you idiot", "hello")


@pytest.fixture
def marking(tmp_path: Path) -> BlocklistScorer:
    path = tmp_path / "words.txt"
    path.write_text("idiot\n")
    return BlocklistScorer(read_terms(path))


class ClassingScorer(FakeScorer):
    """Says hateful of long texts."""

    def classify(self, texts: Sequence[str]) -> Mapping[str, Sequence[float]]:
        hateful = [min(len(text) / 10, 1.0) for text in texts]
        return {"normal": [1 - one for one in hateful], "hateful": hateful}


def make_cases(*, tokens: TokenMarks | None = None, classes: ClassLabels | None = None) -> Cases:
    judgements = judge("rude", [Attribute.INSULT, Attribute.SEXUALLY_EXPLICIT], [1, 0])
    return Cases("generic", "set.csv", TEXTS, judgements, tokens=tokens, classes=classes)


def test_scores_come_back_for_the_attributes_that_have_labels() -> None:
    scorer = FakeScorer()
    answers = ask(prepare(make_cases(), scorer), scorer)
    assert answers.model == "fake.v1"
    assert {attribute: column.tolist() for attribute, column in answers.scores.items()} == {
        Attribute.INSULT: [0.95, 0.02]
    }
    assert (answers.evidence, answers.classes) == (None, None)


def test_what_a_scorer_does_not_score_is_left_out_with_a_note() -> None:
    prepared = prepare(make_cases(), FakeScorer())
    assert [one.attribute for one in prepared.judgements] == ["INSULT"]
    assert prepared.notes == ("fake.v1 does not score SEXUALLY_EXPLICIT.",)


def test_a_scorer_that_scores_nothing_asked_for_is_refused() -> None:
    scorer = FakeScorer(attributes=frozenset({Attribute.THREAT}))
    with pytest.raises(
        BadInput, match=r"fake.v1 scores nothing that set.csv has labels for. It scores THREAT."
    ):
        prepare(make_cases(), scorer)


def test_texts_are_handed_over_in_blocks_and_progress_is_told() -> None:
    scorer, seen = FakeScorer(), list[int]()
    texts = ("hello",) * (BLOCK + 3)
    cases = Cases("generic", "set.csv", texts, judge("rude", [Attribute.INSULT], [0.0] * len(texts)))
    answers = ask(cases, scorer, watch=seen.append)
    assert scorer.calls == [BLOCK, 3]
    assert seen == [BLOCK, BLOCK + 3]
    assert len(answers.scores[Attribute.INSULT]) == BLOCK + 3


def test_evidence_is_asked_for_where_words_were_marked(marking: BlocklistScorer) -> None:
    cases = Cases("toxicspans", "set.csv", TEXTS, characters=[frozenset({4}), frozenset()])
    answers = ask(prepare(cases, marking), marking)
    assert answers.evidence is not None
    assert [[word.span for word in one.words] for one in answers.evidence] == [[Span(4, 9)], []]
    assert answers.scores == {}


def test_a_scorer_without_evidence_is_refused_where_nothing_else_is_asked() -> None:
    cases = Cases("toxicspans", "set.csv", TEXTS, characters=[frozenset(), frozenset()])
    with pytest.raises(BadInput, match=r"'fake.v1' gives scores but no evidence") as caught:
        prepare(cases, FakeScorer())
    assert "--scorer" in caught.value.hint


def test_tokens_and_classes_are_left_out_with_notes_where_a_scorer_has_none() -> None:
    classes = ClassLabels(("normal", "hateful"), np.array([1, 0]))
    prepared = prepare(make_cases(tokens=TokenMarks([(), ()], [(), ()]), classes=classes), FakeScorer())
    assert (prepared.tokens, prepared.classes) == (None, None)
    assert prepared.notes[1:] == (
        "No token F1: fake.v1 gives scores but no evidence of words.",
        "No macro-F1 over classes: fake.v1 does not tell apart normal, hateful.",
    )


def test_a_scorer_that_tells_classes_apart_is_asked_for_them() -> None:
    scorer = ClassingScorer()
    assert isinstance(scorer, Classifier)
    cases = make_cases(classes=ClassLabels(("normal", "hateful"), np.array([1, 0])))
    answers = ask(prepare(cases, scorer), scorer)
    assert answers.classes is not None
    assert answers.classes["hateful"].tolist() == [0.9, 0.5]
