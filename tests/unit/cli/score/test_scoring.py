from collections.abc import Sequence

import pytest

from sayso.cli.score.scoring import FEWEST_TEXTS, Pace, Question, make_question, score_lines
from sayso.core import Attribute, Evidence, Scores, Span, WordWeight
from sayso.core.errors import BadInput, RemoteQuota, RemoteRefused, SaysoError, StoreError, UnknownName
from sayso.files.source import EMPTY, Line, Problem
from sayso.scoring.highest import combine
from sayso.scoring.known_languages import LanguageCheck
from sayso.testing import FakeScorer


class FailingScorer(FakeScorer):
    """Fails on any batch that holds a text with `trouble` in it."""

    def __init__(self, error: SaysoError) -> None:
        super().__init__()
        self._error = error

    def score(self, texts: Sequence[str]) -> Scores:
        scores = super().score(texts)
        if any("trouble" in text for text in texts):
            raise self._error
        return scores


class ExaminingScorer(FakeScorer):
    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        return [Evidence((WordWeight(Span(0, len(text)), 0.5, text),)) for text in texts]


class Half:
    def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
        return [score / 2 for score in scores]


def ask(scorer: FakeScorer, *texts: str, question: Question | None = None) -> list[object]:
    lines = [Line(text, None if text else EMPTY) for text in texts]
    question = question or Question(scorer, (Attribute.TOXICITY,))
    results = [result for block in score_lines([lines], question) for result in block]
    assert [result.line for result in results] == lines
    return [
        result.problem.cause if result.problem else result.scores[Attribute.TOXICITY] for result in results
    ]


def test_every_line_is_answered_in_order_and_empty_ones_are_not_scored() -> None:
    scorer = FakeScorer()
    assert ask(scorer, "hello", "", "you idiot", "") == [0.02, "empty", 0.95, "empty"]
    assert scorer.calls == [2]


def test_lines_without_any_text_do_not_reach_the_scorer() -> None:
    scorer = FakeScorer()
    assert ask(scorer, "", "") == ["empty", "empty"]
    assert scorer.calls == []


def test_a_refused_text_is_told_apart_from_its_neighbours() -> None:
    scorer = FailingScorer(RemoteRefused("Not this one."))
    assert ask(scorer, "hello", "trouble", "you idiot") == [0.02, "remote-refused", 0.95]


def test_a_service_that_refuses_everything_is_not_asked_text_by_text_again() -> None:
    scorer = FailingScorer(RemoteRefused("Not with this key."))
    lines = [Line("trouble")] * 4
    blocks = list(score_lines([lines, lines], Question(scorer, (Attribute.TOXICITY,))))
    assert [result.problem is not None for block in blocks for result in block] == [True] * 8
    assert scorer.calls == [4, 1, 1, 1, 1, 4]


def test_a_used_up_quota_marks_its_chunk_and_the_run_goes_on() -> None:
    scorer = FailingScorer(RemoteQuota("Too many requests."))
    blocks = [[Line("trouble"), Line("hello")], [Line("hello")]]
    results = [r for block in score_lines(blocks, Question(scorer, (Attribute.TOXICITY,))) for r in block]
    assert [r.problem.message if r.problem else None for r in results] == ["Too many requests."] * 2 + [None]


def test_an_error_that_has_nothing_to_do_with_the_lines_ends_the_run() -> None:
    with pytest.raises(StoreError):
        ask(FailingScorer(StoreError("No.")), "trouble")


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        ([], "TOXICITY SEVERE_TOXICITY IDENTITY_ATTACK INSULT PROFANITY THREAT"),
        (["threat", "INSULT", "threat"], "INSULT THREAT"),
    ],
)
def test_attributes_are_asked_for_in_any_case_and_answered_in_one_order(
    wanted: list[str], chosen: str
) -> None:
    question = make_question(FakeScorer(), attributes=wanted, scale="sayso", has_evidence=False)
    assert " ".join(question.attributes) == chosen


def test_an_attribute_the_scorer_lacks_is_an_error_and_never_a_number() -> None:
    with pytest.raises(
        UnknownName, match=r"Unknown attribute of fake\.v1 'SEXUALLY_EXPLICIT'\. Known: IDENTITY_ATTACK"
    ):
        make_question(FakeScorer(), attributes=["SEXUALLY_EXPLICIT"], scale="sayso", has_evidence=False)


def test_evidence_is_refused_by_a_scorer_without_it() -> None:
    with pytest.raises(BadInput, match=r"'fake\.v1' gives scores but no evidence"):
        make_question(FakeScorer(), attributes=[], scale="sayso", has_evidence=True)


def test_evidence_is_refused_by_several_scorers_of_which_none_has_any() -> None:
    neither, one = combine([FakeScorer(), FakeScorer()]), combine([FakeScorer(), ExaminingScorer()])
    with pytest.raises(BadInput, match="gives scores but no evidence"):
        make_question(neither, attributes=[], scale="sayso", has_evidence=True)
    assert make_question(one, attributes=[], scale="sayso", has_evidence=True).examiner is one


def test_evidence_comes_with_each_result() -> None:
    scorer = ExaminingScorer()
    question = make_question(scorer, attributes=[], scale="sayso", has_evidence=True)
    ((first, second),) = score_lines([[Line("one"), Line("four")]], question)
    assert [result.evidence.words[0].term if result.evidence else "" for result in (first, second)] == [
        "one",
        "four",
    ]


@pytest.mark.parametrize(("scale", "score"), [("perspective", 0.475), ("sayso", 0.95)])
def test_the_scale_map_is_used_only_for_the_other_scale(scale: str, score: float) -> None:
    scorer = FakeScorer()
    scorer.scale_map = Half()  # pyright: ignore[reportAttributeAccessIssue]  # a scorer may have one
    question = make_question(
        scorer, attributes=[], scale="perspective" if scale == "perspective" else "sayso", has_evidence=False
    )
    assert ask(scorer, "idiot", question=question) == [score]


def test_more_texts_are_handed_over_while_the_scorer_is_quick() -> None:
    pace = Pace()
    pace.adapt(0.001)
    assert pace.texts == 2 * FEWEST_TEXTS
    pace.adapt(0.2)
    assert pace.texts == 2 * FEWEST_TEXTS
    pace.adapt(2.0)
    pace.adapt(2.0)
    assert pace.texts == FEWEST_TEXTS


def test_a_long_block_is_cut_and_nothing_is_lost() -> None:
    scorer = FakeScorer()
    assert ask(scorer, *["hello"] * 100) == [0.02] * 100
    assert scorer.calls[0] == FEWEST_TEXTS
    assert sum(scorer.calls) == 100


def test_what_the_model_could_not_read_is_marked() -> None:
    lines = [[Line("tea"), Line("\u2400")]]
    results = next(score_lines(lines, Question(FakeScorer(), (Attribute.TOXICITY,))))
    assert [result.problem and result.problem.cause for result in results] == [None, "unreadable"]
    assert results[1].scores == {}


class French:
    def detect(self, text: str, *, least: float = 0.0) -> list[str]:
        return ["fr" if "merci" in text else "en"]


def test_what_is_in_a_language_that_the_scorer_does_not_know_has_a_problem_and_no_scores() -> None:
    check = LanguageCheck(frozenset({"en"}), French())
    question = Question(FakeScorer(), (Attribute.TOXICITY,), languages=check)
    known, unknown = next(score_lines([[Line("tea"), Line("merci")]], question))
    assert (known.problem, known.scores) == (None, {Attribute.TOXICITY: 0.02})
    assert unknown.problem == Problem("language", "This text is in a language that the model does not know.")
    assert unknown.scores == {}
