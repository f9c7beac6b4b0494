"""The worst that several scorers say."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Attribute, Evidence, Examiner, ScaleMap, Scorer, Scores, Span, WordWeight
from sayso.core.errors import BadInput
from sayso.scoring.highest import ExaminingHighestScorer, HighestScorer, build, combine
from sayso.scoring.linear import load_linear
from sayso.scoring.registry import ScorerContext
from sayso.scoring.weight_files import LINEAR
from sayso.testing import FakeScorer

INSULT, THREAT, TOXICITY = Attribute.INSULT, Attribute.THREAT, Attribute.TOXICITY


@dataclass(frozen=True)
class Halving:
    """Perspective's scale as half of ours; cannot be undone."""

    def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
        return [score / 2 for score in scores]


@dataclass(frozen=True)
class HalvingBothWays(Halving):
    """The same, there and back."""

    def invert(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
        return [score * 2 for score in scores]


class Mapped(FakeScorer):
    """A fake with a map onto Perspective's scale."""

    def __init__(self, words: dict[str, float], scale_map: ScaleMap | None) -> None:
        super().__init__(words, name="mapped.v1", floor=0.0)
        self.scale_map = scale_map


class Examining(FakeScorer):
    """A fake that also says why, and notes that it was closed."""

    def __init__(self, evidence: Evidence, *, name: str = "examining.v1") -> None:
        super().__init__(name=name)
        self.evidence = evidence
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
    found = ExaminingHighestScorer([one, CATS, two]).examine(["cat cow"])
    assert found == [Evidence((early, late), targets={"cats": 0.6, "cows": 0.7}, implied={"lazy": 0.1})]


@pytest.mark.parametrize(
    ("parts", "can_examine"),
    [([CATS, COWS], False), ([CATS, Examining(Evidence())], True), ([Examining(Evidence()), COWS], True)],
)
def test_it_says_why_only_if_a_part_does(parts: list[Scorer], *, can_examine: bool) -> None:
    assert isinstance(combine(parts), Examiner) is can_examine
    assert isinstance(
        build("a,b", ScorerContext(), dict(zip("ab", parts, strict=True)).__getitem__), Examiner
    ) is (can_examine)


def on_both_scales(scorer: HighestScorer, text: str) -> tuple[float, float]:
    """The TOXICITY of a text on the scorer's own scale and on Perspective's."""
    column = scorer.score([text]).columns[TOXICITY]
    return column[0], scorer.scale_map.apply(TOXICITY, column)[0] if scorer.scale_map else column[0]


@pytest.mark.parametrize("is_mapped_first", [True, False])
@pytest.mark.parametrize(
    ("mapped", "plain", "expected"),
    [
        (0.8, 0.3, (0.8, 0.4)),  # 0.8 is 0.4 on Perspective's scale, and higher than 0.3
        (0.8, 0.45, (0.9, 0.45)),  # on that scale 0.45 is higher, whatever the numbers look like
        (0.2, 0.0, (0.2, 0.1)),
    ],
)
def test_a_part_without_a_map_is_on_perspectives_scale_already(
    mapped: float, plain: float, expected: tuple[float, float], *, is_mapped_first: bool
) -> None:
    parts = [Mapped({"cat": mapped}, HalvingBothWays()), Mapped({"cat": plain}, None)]
    scorer = HighestScorer(parts if is_mapped_first else parts[::-1])
    assert on_both_scales(scorer, "cat") == pytest.approx(expected)


def test_parts_with_one_map_are_compared_as_they_are() -> None:
    for scale_map in (Halving(), HalvingBothWays()):
        scorer = HighestScorer([Mapped({"cat": 0.8}, scale_map), Mapped({"cat": 0.6}, scale_map)])
        assert (scorer.scale_map, scorer.score(["cat"]).columns[TOXICITY]) == (scale_map, [0.8])


def test_a_map_that_does_not_lead_back_is_not_used_for_the_scores_of_others() -> None:
    scorer = HighestScorer([Mapped({"cat": 0.8}, Halving()), Mapped({"cat": 0.45}, None)])
    assert (scorer.scale_map, on_both_scales(scorer, "cat")) == (None, (0.8, 0.8))


def test_the_highest_answer_on_perspectives_scale_is_the_answer_of_the_whole() -> None:
    """One part answers 0.1 for itself, the other 0.6 by its map: 0.3. On its own scale 0.8 is higher."""

    class Answering(Mapped):
        def score(self, texts: Sequence[str]) -> Scores:
            return replace(super().score(texts), perspective={name: [0.1] for name in self.attributes})

    parts = [Answering({"cat": 0.8}, HalvingBothWays()), Mapped({"cat": 0.6}, HalvingBothWays())]
    scores = HighestScorer(parts).score(["cat"])
    assert scores.perspective is not None
    assert (scores.columns[TOXICITY], scores.perspective[TOXICITY]) == ([0.8], [0.3])


def test_perspectives_own_scores_reach_perspectives_scale_unchanged_beside_the_shipped_model() -> None:
    linear, theirs = load_linear(LINEAR.find("", None)), Mapped({"": 0.73}, None)
    scorer = HighestScorer([linear, theirs])
    assert on_both_scales(scorer, "Have a nice day.")[1] == pytest.approx(0.73)


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


def test_what_one_part_could_not_read_is_unjudged() -> None:
    """The highest of the others is only the least that it may be."""
    scorer = combine([FakeScorer(), FakeScorer({"tea": 0.9}, unreadable="-")])
    scores = scorer.score(["tea", "tea \u2400"])
    assert scores.unjudged == {1: "unreadable"}
    assert scores.column(TOXICITY) == [0.9, 0.9]
