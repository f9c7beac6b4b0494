"""What a scorer may have beside what every one must: a map onto Perspective's scale, evidence in the same
pass as the scores, connections to close."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from sayso.core import Evidence, Examiner, ScaleMap, Scorer, Scores


@runtime_checkable
class Judge(Protocol):
    """An `Examiner` whose scores and evidence come from one pass."""

    def judge(self, texts: Sequence[str]) -> tuple[Scores, Sequence[Evidence]]: ...


def judge_texts(
    scorer: Scorer, examiner: Examiner, texts: Sequence[str]
) -> tuple[Scores, Sequence[Evidence]]:
    """Scores and evidence, in one pass where the scorer, which is the `examiner` too, has one for both."""
    if isinstance(scorer, Judge):
        return scorer.judge(texts)
    return scorer.score(texts), examiner.examine(texts)


def find_scale_map(scorer: Scorer) -> ScaleMap | None:
    """The scorer's own map onto Perspective's scale; without one its scores are passed on as they are."""
    return getattr(scorer, "scale_map", None)


def close_scorer(scorer: Scorer) -> None:
    """A scorer that holds connections has `close`; the others need none."""
    close: Callable[[], None] | None = getattr(scorer, "close", None)
    if close is not None:
        close()
