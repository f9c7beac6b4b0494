"""The model's own account: the words it learned that readers mark."""

from collections.abc import Sequence

from sayso.core import Examiner, WordWeight


class RationaleExplainer:
    """Passes on the words of the evidence, whose weights are calibrated to the cut `FLAGGED`."""

    name = "rationale"

    def __init__(self, examiner: Examiner) -> None:
        self._examiner = examiner

    def explain(self, texts: Sequence[str]) -> list[tuple[WordWeight, ...]]:
        return [evidence.words for evidence in self._examiner.examine(texts)]
