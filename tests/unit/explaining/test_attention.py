from collections.abc import Sequence

from sayso.core import Explainer, Span, WordWeight
from sayso.explaining.rationale import Attender, AttentionExplainer

WORDS = (WordWeight(Span(0, 3), 0.25, "you"), WordWeight(Span(4, 9), 0.5, "silly"))


class Looker:
    def attend(self, texts: Sequence[str]) -> list[tuple[WordWeight, ...]]:
        return [WORDS for _ in texts]


def test_the_shares_are_passed_on_for_every_text() -> None:
    looker = Looker()
    assert isinstance(looker, Attender)
    explainer = AttentionExplainer(looker)
    assert isinstance(explainer, Explainer)
    assert explainer.name == "attention"
    assert explainer.explain(["you silly", "you silly"]) == [WORDS, WORDS]
