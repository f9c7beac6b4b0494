from sayso.core import Attribute, Scorer, Scores
from sayso.scoring.calibration import Isotonic, PerspectiveMap
from sayso.scoring.optional_roles import close_scorer, find_scale_map, put_on_perspective
from sayso.testing import FakeScorer


class Connected(FakeScorer):
    is_closed = False

    def close(self) -> None:
        self.is_closed = True


class Mapped(FakeScorer):
    scale_map = PerspectiveMap({})


def test_a_scorer_that_can_be_closed_is() -> None:
    scorer = Connected()
    close_scorer(scorer)
    assert scorer.is_closed


def test_a_scorer_without_connections_needs_no_closing() -> None:
    scorer: Scorer = FakeScorer()
    close_scorer(scorer)
    assert scorer.score(["silly"]).row(0)[Attribute.TOXICITY] == 0.4


def test_the_map_is_the_scorers_own_or_none() -> None:
    assert find_scale_map(Mapped()) is Mapped.scale_map
    assert find_scale_map(FakeScorer()) is None


def test_an_answer_of_the_models_own_comes_before_its_map_and_the_map_before_nothing() -> None:
    half = PerspectiveMap({Attribute.TOXICITY: Isotonic(((0.0, 0.0), (0.8, 0.4), (1.0, 1.0)))})
    plain = Scores("m", {Attribute.TOXICITY: [0.8]}, {0: "unreadable"})
    answered = Scores("m", {Attribute.TOXICITY: [0.8]}, perspective={Attribute.TOXICITY: [0.1]})
    assert put_on_perspective(plain, None) is plain
    assert put_on_perspective(plain, half) == Scores("m", {Attribute.TOXICITY: [0.4]}, {0: "unreadable"})
    assert put_on_perspective(answered, half).columns == {Attribute.TOXICITY: [0.1]}
