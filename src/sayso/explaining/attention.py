"""Where the model looked: RECAST's method, kept to be compared.

Attention is a weak proxy of what a score rests on (Serrano and Smith 2019); docs/explanation/explanations.md
has the comparison.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from sayso.core import WordWeight


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
