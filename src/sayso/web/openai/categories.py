"""OpenAI's thirteen categories and which of our attributes stand behind each."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from sayso.core import Attribute, UnjudgedReason
from sayso.core.json_text import left_out

SOURCES: Mapping[str, tuple[Attribute, ...]] = {
    "harassment": (Attribute.INSULT,),
    "harassment/threatening": (Attribute.INSULT, Attribute.THREAT),
    "hate": (Attribute.IDENTITY_ATTACK,),
    "hate/threatening": (Attribute.IDENTITY_ATTACK, Attribute.THREAT),
    "illicit": (),
    "illicit/violent": (),
    "self-harm": (),
    "self-harm/intent": (),
    "self-harm/instructions": (),
    "sexual": (Attribute.SEXUALLY_EXPLICIT,),
    "sexual/minors": (),
    "violence": (Attribute.THREAT,),
    "violence/graphic": (),
}
"""A category with two sources has the lower score of the two: it takes both. Without one it is not scored."""

CATEGORIES: tuple[str, ...] = tuple(SOURCES)
InputType = Literal["text", "image"]


@dataclass(frozen=True, slots=True)
class ModerationResult:
    """Every category is always there; a category without a model scores 0."""

    flagged: bool
    categories: Mapping[str, bool]
    category_scores: Mapping[str, float]
    category_applied_input_types: Mapping[str, Sequence[InputType]]
    unjudged: Annotated[
        UnjudgedReason | None, Field(description="A field of ours: why the text could not be judged.")
    ] = left_out()


def scored_categories(supported: Set[Attribute]) -> frozenset[str]:
    """The categories that a scorer with these attributes stands behind."""
    return frozenset(name for name, sources in SOURCES.items() if sources and supported >= frozenset(sources))


def categorize(row: Mapping[Attribute, float]) -> dict[str, float]:
    """The score of each category; 0 where there is no model behind it."""
    scored = scored_categories(row.keys())
    return {name: min(row[each] for each in SOURCES[name]) if name in scored else 0.0 for name in CATEGORIES}


def flag_unjudged(reason: UnjudgedReason, *, is_flagged: bool) -> ModerationResult:
    """A text of which nothing is known: no category applied to it."""
    return ModerationResult(
        is_flagged,
        dict.fromkeys(CATEGORIES, False),
        dict.fromkeys(CATEGORIES, 0.0),
        {name: [] for name in CATEGORIES},
        reason,
    )


def judge(
    row: Mapping[Attribute, float], *, limit: float, on_scale: Mapping[Attribute, float] | None = None
) -> ModerationResult:
    """One result as OpenAI writes it. `category_applied_input_types` is empty for what was not scored.

    What was not scored is never flagged, not even from 0 on. `on_scale` are the scores that the limit is
    held against, where it is on another scale.
    """
    scores = categorize(row)
    held = categorize(on_scale or row)
    scored = scored_categories(row.keys())
    flags = {name: name in scored and held[name] >= limit for name in scores}
    types: dict[str, Sequence[InputType]] = {name: ["text"] if name in scored else [] for name in CATEGORIES}
    return ModerationResult(any(flags.values()), flags, scores, types)
