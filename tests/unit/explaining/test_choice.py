from collections.abc import Sequence

from sayso.core import Evidence, Span, WordWeight
from sayso.explaining.occlusion import OcclusionExplainer
from sayso.explaining.rationale import RationaleExplainer, choose_explainer
from sayso.testing import FakeScorer

WORDS = (WordWeight(Span(4, 9), 0.7, "silly"),)


class ExaminedScorer(FakeScorer):
    def examine(self, texts: Sequence[str]) -> list[Evidence]:
        return [Evidence(words=WORDS) if "silly" in text else Evidence() for text in texts]


def test_a_scorer_with_evidence_explains_itself() -> None:
    explainer = choose_explainer(ExaminedScorer())
    assert isinstance(explainer, RationaleExplainer)
    assert explainer.name == "rationale"
    assert explainer.explain(["you silly", "hello"]) == [WORDS, ()]


def test_any_other_is_explained_by_taking_words_out() -> None:
    explainer = choose_explainer(FakeScorer())
    assert isinstance(explainer, OcclusionExplainer)
    assert explainer.name == "occlusion"
