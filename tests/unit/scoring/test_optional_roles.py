from sayso.core import Attribute, Scorer
from sayso.scoring.calibration import PerspectiveMap
from sayso.scoring.optional_roles import close_scorer, find_scale_map
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
