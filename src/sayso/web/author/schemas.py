"""The bodies of `/api/v1/author/…`. The answer about a draft is `core.Draft` itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from sayso.author.draft import MAX_BYTES
from sayso.storage import ObjectionKind, ObjectionState, Verdict
from sayso.web.http.values import READ_WHOLE, Flag, Whole

LONGEST_COMMENT = 2000
LONGEST_SESSION = 200


class SpanBody(BaseModel):
    """A stretch of the text, in code points: from `begin` up to, but without, `end`."""

    model_config = ConfigDict(extra="forbid")

    begin: Whole
    end: Whole


class DraftRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(description="The draft, at most 20,480 bytes of UTF-8.")]
    selection: Annotated[SpanBody | None, Field(description="A phrase to score and to reword.")] = None
    alternatives: Annotated[Flag, Field(description="Also find other words; without, it is quicker.")] = True


def _check_comment(comment: str) -> str:
    return _check_length(comment, LONGEST_COMMENT)


def _check_session(session: str) -> str:
    return _check_length(session, LONGEST_SESSION)


def _check_length(text: str, longest: int) -> str:
    """By hand, because pydantic's own check of a length refuses half a surrogate pair."""
    if len(text) > longest:
        raise ValueError(f"at most {longest} characters are taken, not {len(text)}")
    return text


Place = Annotated[int, Field(strict=True, ge=0, le=MAX_BYTES), READ_WHOLE]


class ObjectionRequest(BaseModel):
    """What is wrong about the score of a text. Offsets count code points; both 0 mean the whole text."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[
        str,
        Field(
            description=f"The text, at most {MAX_BYTES:,} bytes of UTF-8.", json_schema_extra={"minLength": 1}
        ),
    ]
    begin: Annotated[Place, Field(description="Where the part begins that is meant.")] = 0
    end: Annotated[Place, Field(description="Where it ends.")] = 0
    kind: Annotated[
        ObjectionKind,
        Field(
            description="The score is too high, too low, or follows who is meant or how somebody speaks, "
            "not what is said."
        ),
    ]
    comment: Annotated[
        str,
        AfterValidator(_check_comment),
        Field(
            description="What the author has to say to it.", json_schema_extra={"maxLength": LONGEST_COMMENT}
        ),
    ] = ""
    session: Annotated[
        str,
        AfterValidator(_check_session),
        Field(
            description="A platform's own id of the author, under which what was said can be erased.",
            json_schema_extra={"maxLength": LONGEST_SESSION},
        ),
    ] = ""


@dataclass(frozen=True, slots=True)
class ObjectionReceipt:
    id: str
    url: Annotated[str, Field(description="Shows what became of it. Whoever has it can read and withdraw.")]


@dataclass(frozen=True, slots=True)
class ScoredBy:
    """What a model says of the text, on Sayso's own scale."""

    model: str
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class AnswerAnswer:
    verdict: Verdict
    text: Annotated[str | None, Field(description="Null once erased.")]
    answered_at: datetime


@dataclass(frozen=True, slots=True)
class ObjectionAnswer:
    """What was said and what became of it."""

    id: str
    state: ObjectionState
    kind: ObjectionKind
    begin: int
    end: int
    text: Annotated[str | None, Field(description="Null once erased.")]
    comment: Annotated[str | None, Field(description="Null once erased.")]
    created_at: datetime
    erased_at: datetime | None
    withdrawn_at: datetime | None
    then: ScoredBy
    now: Annotated[
        ScoredBy | None,
        Field(description="By the model in use now; null if the text is erased or cannot be scored."),
    ]
    answers: Annotated[tuple[AnswerAnswer, ...], Field(description="Oldest first; none is ever replaced.")]
