"""Two scorers that must agree."""

from sayso.core import Attribute
from sayso.scoring.agreed import AgreedScorer
from sayso.testing import FakeScorer


def agree(first: FakeScorer, second: FakeScorer, *texts: str) -> list[float]:
    return AgreedScorer(first, second).score(texts).column(Attribute.TOXICITY)


def test_the_lower_score_holds() -> None:
    first = FakeScorer({"rubbish": 0.9, "silly": 0.31})
    second = FakeScorer({"rubbish": 0.4, "silly": 0.8}, floor=0.0)
    assert agree(first, second, "rubbish", "silly") == [0.4, 0.31]


def test_what_the_first_settles_the_second_is_not_asked() -> None:
    first = FakeScorer({"rubbish": 0.9, "dull": 0.29, "daft": 0.3})
    second = FakeScorer({"dull": 0.0, "daft": 0.1})
    assert agree(first, second, "dull", "rubbish", "daft") == [0.29, 0.02, 0.1]
    assert second.calls == [2]


def test_nothing_is_asked_of_the_second_where_all_is_settled() -> None:
    second = FakeScorer()
    assert agree(FakeScorer({}), second, "a cup of tea") == [0.02]
    assert agree(FakeScorer({}), second) == []
    assert second.calls == []


def test_it_scores_what_both_can_and_names_both() -> None:
    both = frozenset({Attribute.TOXICITY, Attribute.INSULT})
    scorer = AgreedScorer(FakeScorer(name="a.v1", attributes=both), FakeScorer(name="b.v2"))
    assert scorer.attributes == both
    assert scorer.name == "agreed(a.v1+b.v2)"
    assert scorer.score(["silly"]).columns.keys() == both


def test_a_text_scores_the_same_whatever_its_neighbours() -> None:
    first, second = FakeScorer({"rubbish": 0.9, "silly": 0.31}), FakeScorer({"rubbish": 0.4})
    texts = ["rubbish", "tea", "silly"]
    assert agree(first, second, *texts) == [agree(first, second, text)[0] for text in texts]


def test_where_the_second_cannot_read_the_first_is_not_held_down_by_it() -> None:
    first, second = FakeScorer({"rubbish": 0.9}, unreadable="-"), FakeScorer({})
    scores = AgreedScorer(first, second).score(["rubbish \u2400", "rubbish"])
    assert scores.column(Attribute.TOXICITY) == [0.9, 0.02]
    assert scores.unjudged == {}


def test_what_the_first_cannot_read_the_second_is_asked() -> None:
    first, second = FakeScorer({}), FakeScorer({"rubbish": 0.9}, unreadable="-")
    scores = AgreedScorer(first, second).score(["tea", "rubbish \u2400"])
    assert scores.column(Attribute.TOXICITY) == [0.02, 0.9]
    assert scores.unjudged == {}


def test_what_neither_can_read_is_unjudged() -> None:
    assert AgreedScorer(FakeScorer(), FakeScorer()).score(["tea", "silly \u2400"]).unjudged == {
        1: "unreadable"
    }
