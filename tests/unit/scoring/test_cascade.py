from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest

from sayso.core import Attribute, Examiner, Scorer, Scores
from sayso.core.errors import BadInput, BadWeights
from sayso.scoring.calibration import Isotonic, PerspectiveMap, Temperature
from sayso.scoring.cascade import CascadeScorer, build
from sayso.scoring.embedded import EmbeddedScorer
from sayso.scoring.encoder_file import EncoderMetadata, SettledRange
from sayso.scoring.folding import TABLE_SIZE, FoldTable
from sayso.scoring.hashing import HashingScheme
from sayso.scoring.imitation import Imitation
from sayso.scoring.linear import LinearScorer
from sayso.scoring.linear_weights import LinearWeights, WindowRule
from sayso.scoring.registry import ScorerContext
from sayso.testing import FakeScorer
from sayso.testing.counting_encoder import make_card, make_graph

INSULT, THREAT, TOXICITY = Attribute.INSULT, Attribute.THREAT, Attribute.TOXICITY
LIMITS = {TOXICITY: SettledRange(0.1, 0.9), INSULT: SettledRange(0.2, 0.8)}
ANSWERS: Mapping[str, tuple[float, float]] = {
    "surely fine": (0.05, 0.1),
    "surely rude": (0.95, 0.85),
    "fine at the limit": (0.1, 0.2),
    "rude at the limit": (0.9, 0.8),
    "rude, no insult": (0.95, 0.1),
    "toxicity unsure idiot": (0.5, 0.1),
    "insult unsure idiot": (0.05, 0.5),
    "just inside idiot": (0.1001, 0.1),
}
"""What the first scorer says: TOXICITY and INSULT."""
SETTLED = [text for text in ANSWERS if "idiot" not in text]


class KnownFirst(LinearScorer):
    """A linear scorer with the answers above, and a THREAT that the second does not score."""

    def __init__(self, *, attributes: Sequence[Attribute] = (TOXICITY, INSULT, THREAT)) -> None:
        lanes = len(attributes)
        super().__init__(
            LinearWeights(
                name="linear.v7",
                attributes=tuple(attributes),
                scheme=HashingScheme((2,), 4),
                folds=FoldTable.from_values(np.arange(TABLE_SIZE, dtype=np.uint32)),
                table=np.zeros((16, lanes), np.int8),
                scales=(1.0,) * lanes,
                biases=(0.0,) * lanes,
                damping=0.0,
                windows=WindowRule(),
                temperatures=(Temperature(),) * lanes,
            )
        )

    def score(self, texts: Sequence[str]) -> Scores:
        toxicity, insult = ([ANSWERS[text][lane] for text in texts] for lane in (0, 1))
        return Scores(self.name, {TOXICITY: toxicity, INSULT: insult, THREAT: [0.3] * len(texts)})


class ListeningSecond(EmbeddedScorer):
    """Keeps the texts that it was asked to score."""

    def __init__(self, card: EncoderMetadata) -> None:
        super().__init__(card, make_graph(), threads=1)
        self.asked: list[str] = []

    def score(self, texts: Sequence[str]) -> Scores:
        self.asked.extend(texts)
        return super().score(texts)


@pytest.fixture
def second() -> ListeningSecond:
    return ListeningSecond(make_card(cascade=LIMITS))


@pytest.fixture
def cascade(second: ListeningSecond) -> CascadeScorer:
    return CascadeScorer(KnownFirst(), second)


def test_it_scores_what_both_score_under_the_names_of_both(cascade: CascadeScorer) -> None:
    assert isinstance(cascade, Scorer)
    assert isinstance(cascade, Examiner)
    assert cascade.attributes == {TOXICITY, INSULT}
    assert cascade.name == "cascade(linear.v7+embedded.v1)"


def test_a_text_is_settled_if_each_score_is_at_or_beyond_a_limit(cascade: CascadeScorer) -> None:
    settled = cascade.find_settled(KnownFirst().score(list(ANSWERS)))
    assert settled.tolist() == [True] * 5 + [False] * 3


def test_settled_texts_never_reach_the_second(cascade: CascadeScorer, second: ListeningSecond) -> None:
    cascade.score(list(ANSWERS))
    assert second.asked == [text for text in ANSWERS if text not in SETTLED]
    second.asked.clear()
    cascade.score(SETTLED)
    assert second.asked == []


def test_each_text_has_the_answer_of_the_one_who_settled_it(
    cascade: CascadeScorer, second: ListeningSecond
) -> None:
    texts = list(ANSWERS)[::-1]
    scores = cascade.score(texts)
    assert scores.model == cascade.name
    for index, text in enumerate(texts):
        toxicity, insult = ANSWERS[text]
        expected = {TOXICITY: toxicity, INSULT: insult} if text in SETTLED else second.score([text]).row(0)
        assert scores.row(index) == expected


def test_what_the_second_could_not_judge_is_unjudged_where_it_stands(cascade: CascadeScorer) -> None:
    """Of these texts the second knows the last word alone."""
    texts = list(ANSWERS)
    unjudged = {place for place, text in enumerate(texts) if text not in SETTLED}
    assert cascade.score(texts).unjudged.keys() == unjudged
    assert cascade.score(SETTLED).unjudged == {}


def test_no_texts_give_no_rows(cascade: CascadeScorer) -> None:
    scores = cascade.score([])
    assert len(scores) == 0
    assert frozenset(scores.columns) == cascade.attributes


def test_the_evidence_is_the_seconds_settled_or_not(cascade: CascadeScorer, second: ListeningSecond) -> None:
    texts = list(ANSWERS)
    assert cascade.examine(texts) == second.examine(texts)


def test_the_map_is_the_seconds() -> None:
    scale_map = PerspectiveMap({TOXICITY: Isotonic(((0.0, 0.0), (1.0, 1.0)))})
    second = ListeningSecond(make_card(cascade=LIMITS, scale_map=scale_map))
    assert CascadeScorer(KnownFirst(), second).scale_map == scale_map


def test_on_perspectives_scale_what_is_settled_goes_by_the_map_and_the_rest_by_the_seconds_answer() -> None:
    """`idiot` makes the second's output 1, and its curve makes that 0.7."""
    scale_map = PerspectiveMap({TOXICITY: Isotonic(((0.0, 0.0), (0.05, 0.02), (1.0, 1.0)))})
    at_one = float(1 / (1 + np.exp(-1.0)))
    imitation = Imitation(PerspectiveMap({TOXICITY: Isotonic(((0.0, 0.0), (at_one, 0.7), (1.0, 1.0)))}))
    second = ListeningSecond(make_card(cascade=LIMITS, scale_map=scale_map, imitation=imitation))
    scores = CascadeScorer(KnownFirst(), second).score(["surely fine", "toxicity unsure idiot"])
    assert scores.perspective is not None
    assert scores.perspective[TOXICITY] == pytest.approx([0.02, 0.7])


def offer(**parts: Scorer) -> Callable[[str], Scorer]:
    return parts.__getitem__


def test_it_is_built_of_what_linear_and_embedded_mean(second: ListeningSecond) -> None:
    built = build("", ScorerContext(), offer(linear=KnownFirst(), embedded=second))
    assert built.name == "cascade(linear.v7+embedded.v1)"


def test_an_argument_is_refused(second: ListeningSecond) -> None:
    with pytest.raises(BadInput, match="The scorer 'cascade' takes no argument, not 'x'"):
        build("x", ScorerContext(), offer(linear=KnownFirst(), embedded=second))


def test_other_parts_are_refused(second: ListeningSecond) -> None:
    for parts in (
        offer(linear=FakeScorer(), embedded=second),
        offer(linear=KnownFirst(), embedded=FakeScorer()),
    ):
        with pytest.raises(BadInput, match=r"A cascade is made of linear and embedded, not of .*fake\.v1"):
            build("", ScorerContext(), parts)


def test_an_encoder_without_limits_is_refused() -> None:
    second = ListeningSecond(make_card(cascade={}))
    with pytest.raises(BadWeights, match=r"embedded\.v1 was trained without limits for a cascade"):
        build("", ScorerContext(), offer(linear=KnownFirst(), embedded=second))


def test_limits_for_what_the_first_does_not_score_are_refused(second: ListeningSecond) -> None:
    first = KnownFirst(attributes=(TOXICITY,))
    with pytest.raises(
        BadWeights, match=r"embedded\.v1 has limits for INSULT, which linear\.v7 does not score"
    ):
        build("", ScorerContext(), offer(linear=first, embedded=second))


class FarLower(EmbeddedScorer):
    """Sees nothing in any text: the first is not believed over it, and it is not believed over the first."""

    def __init__(self) -> None:
        super().__init__(make_card(cascade=LIMITS), make_graph(), threads=1)

    def score(self, texts: Sequence[str]) -> Scores:
        return Scores(self.name, {TOXICITY: [0.1] * len(texts), INSULT: [0.1] * len(texts)})


def test_a_text_on_which_the_second_is_far_lower_than_the_first_is_unjudged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = {"unsure": (0.79, 0.1), "disputed": (0.81, 0.1), "rude": (0.9, 0.9)}
    monkeypatch.setitem(globals(), "ANSWERS", answers)
    scores = CascadeScorer(KnownFirst(), FarLower()).score(list(answers))
    assert scores.unjudged == {1: "disputed"}
    assert scores.columns[TOXICITY] == [0.1, 0.1, 0.9]
