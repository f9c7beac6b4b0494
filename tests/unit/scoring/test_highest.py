"""The worst that several scorers say."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Attribute, Evidence, Scorer, Scores, Span, WordWeight
from sayso.core.errors import BadInput
from sayso.scoring.highest import HighestScorer, build
from sayso.scoring.registry import ScorerContext
from sayso.testing import FakeScorer

INSULT, THREAT, TOXICITY = Attribute.INSULT, Attribute.THREAT, Attribute.TOXICITY


class Doubling:
    """A map onto another scale, for these tests."""

    def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
        return [min(1.0, 2 * score) for score in scores]


class Examining(FakeScorer):
    """A fake that also says why, has a map, and notes that it was closed."""

    def __init__(self, evidence: Evidence, *, name: str = "examining.v1") -> None:
        super().__init__(name=name)
        self.evidence = evidence
        self.scale_map = Doubling()
        self.closed = False

    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        return [self.evidence for _ in texts]

    def close(self) -> None:
        self.closed = True


def make_part(name: str, words: dict[str, float], attributes: set[Attribute]) -> FakeScorer:
    return FakeScorer(words, name=name, attributes=frozenset(attributes), floor=0.1)


CATS = make_part("cats.v1", {"cat": 0.8, "cow": 0.3}, {INSULT, TOXICITY})
COWS = make_part("cows.v2", {"cat": 0.2, "cow": 0.9}, {THREAT, TOXICITY})


def test_each_attribute_is_the_maximum_of_the_parts_that_have_it() -> None:
    scores = HighestScorer([CATS, COWS]).score(["cat", "cow", "dog"])
    assert scores.model == "highest(cats.v1+cows.v2)"
    assert scores.columns == {
        INSULT: [0.8, 0.3, 0.1],  # only the first part has it
        THREAT: [0.2, 0.9, 0.1],  # only the second
        TOXICITY: [0.8, 0.9, 0.1],
    }


def test_no_texts_give_no_rows() -> None:
    assert len(HighestScorer([CATS, COWS]).score([])) == 0


@given(st.lists(st.text(max_size=20), max_size=5))
def test_the_order_of_the_parts_changes_no_score(texts: list[str]) -> None:
    there, back = HighestScorer([CATS, COWS]), HighestScorer([COWS, CATS])
    assert there.score(texts).columns == back.score(texts).columns


def test_evidence_is_put_together_in_the_order_of_the_text() -> None:
    early = WordWeight(Span(0, 3), 0.5, "cat")
    late = WordWeight(Span(4, 7), 0.9, "cow")
    one = Examining(Evidence((late,), targets={"cats": 0.2, "cows": 0.7}, implied={"lazy": 0.1}))
    two = Examining(Evidence((early,), targets={"cats": 0.6}))
    found = HighestScorer([one, CATS, two]).examine(["cat cow"])
    assert found == [Evidence((early, late), targets={"cats": 0.6, "cows": 0.7}, implied={"lazy": 0.1})]


def test_parts_that_cannot_say_why_leave_empty_evidence() -> None:
    assert HighestScorer([CATS, COWS]).examine(["cat", "cow"]) == [Evidence(), Evidence()]


def test_the_map_onto_perspectives_scale_is_the_first_there_is() -> None:
    first, second = Examining(Evidence()), Examining(Evidence())
    assert HighestScorer([CATS, first, second]).scale_map is first.scale_map
    assert HighestScorer([CATS, COWS]).scale_map is None


def test_closing_closes_the_parts_that_can_be() -> None:
    part = Examining(Evidence())
    HighestScorer([CATS, part]).close()
    assert part.closed


def test_parts_are_created_from_their_specs() -> None:
    def create(spec: str) -> Scorer:
        return FakeScorer(name=spec)

    scorer = build(" linear , blocklist:my words.txt,", ScorerContext(), create)
    assert scorer.name == "highest(linear+blocklist:my words.txt)"
    assert isinstance(scorer.score(["x"]), Scores)


@pytest.mark.parametrize(("argument", "count"), [("", 0), ("linear", 1), ("linear,", 1), (" , ", 0)])
def test_fewer_than_two_parts_are_refused_with_an_example(argument: str, count: int) -> None:
    with pytest.raises(BadInput) as caught:
        build(argument, ScorerContext(), lambda spec: FakeScorer(name=spec))
    assert caught.value.message == f"'highest' needs at least two scorers, not {count}."
    assert caught.value.hint == "Write them after a colon, with commas: highest:linear,blocklist:words.txt"
