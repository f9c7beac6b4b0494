"""What a scorer may have beside what every one must: a map onto Perspective's scale, evidence in the same
pass as the scores, connections to close."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from sayso.core import Evidence, Examiner, ScaleMap, Scorer, Scores


@runtime_checkable
class Judge(Protocol):
    """An `Examiner` whose scores and evidence come from one pass."""

    def judge(self, texts: Sequence[str]) -> tuple[Scores, Sequence[Evidence]]: ...


def find_languages(scorer: Scorer) -> frozenset[str] | None:
    """The languages that the scorer knows, such as `en`; None: it does not say."""
    return getattr(scorer, "languages", None)


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


def put_on_perspective(scores: Scores, scale_map: ScaleMap | None) -> Scores:
    """The scores on Perspective's scale: what the model says Perspective would answer, else by its map, else
    as they are."""
    if scores.perspective is not None:
        return replace(scores, columns=scores.perspective)
    if scale_map is None:
        return scores
    columns = {
        name: [float(score) for score in scale_map.apply(name, column)]
        for name, column in scores.columns.items()
    }
    return replace(scores, columns=columns)


def close_scorer(scorer: Scorer) -> None:
    """A scorer that holds connections has `close`; the others need none."""
    close: Callable[[], None] | None = getattr(scorer, "close", None)
    if close is not None:
        close()
