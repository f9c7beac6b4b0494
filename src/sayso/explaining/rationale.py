"""The model's own account: the words it learned that readers mark."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from sayso.core import Examiner, Explainer, Scorer, WordWeight
from sayso.explaining.occlusion import OcclusionExplainer


class RationaleExplainer:
    """Passes on the words of the evidence, whose weights are calibrated to the cut `FLAGGED`."""

    name = "rationale"

    def __init__(self, examiner: Examiner) -> None:
        self._examiner = examiner

    def explain(self, texts: Sequence[str]) -> list[tuple[WordWeight, ...]]:
        return [evidence.words for evidence in self._examiner.examine(texts)]


def choose_explainer(scorer: Scorer) -> Explainer:
    """The scorer's own evidence where it has any; else its words are taken out one by one."""
    return RationaleExplainer(scorer) if isinstance(scorer, Examiner) else OcclusionExplainer(scorer)


@runtime_checkable
class Attender(Protocol):
    """A scorer that can say how much of its attention went to each word."""

    def attend(self, texts: Sequence[str]) -> Sequence[tuple[WordWeight, ...]]:
        """For each text its words and their shares of the attention, in order."""
        ...


class AttentionExplainer:
    """Shares of a text's attention are small where there are many words, so the cut is not `FLAGGED`."""

    name = "attention"

    def __init__(self, attender: Attender) -> None:
        self._attender = attender

    def explain(self, texts: Sequence[str]) -> list[tuple[WordWeight, ...]]:
        return list(self._attender.attend(texts))
