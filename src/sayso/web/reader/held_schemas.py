"""The bodies of `/api/v1/readers/me/held…`, `/export` and `/api/v1/policies/…`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Self

from pydantic import BaseModel, Field

from sayso.core import Attribute, Cause, Method, Outcome, Ruling, Streaming
from sayso.core.policy import DEFAULT_MESSAGE
from sayso.core.policy_document import LONGEST_MESSAGE
from sayso.deciding.held_replies import HeldState, Scope
from sayso.reader.explanations import ExplainedReply
from sayso.storage import Side
from sayso.storage.columns import format_moment
from sayso.storage.reader.term_rows import Act
from sayso.web.http.values import Flag, Limit, Whole
from sayso.web.reader.schemas import Body, LimitsAnswer, ReaderAnswer, TermAnswer

Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]


@dataclass(frozen=True, slots=True)
class CategoryAnswer:
    attribute: Attribute
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedHeldAnswer:
    """A reply that was held back or replaced, and why; with a page while a question is open."""

    id: str
    conversation: str
    created_at: Moment
    expires_at: Annotated[Moment, Field(description="Until when it is kept, and can be answered.")]
    decision: Annotated[
        Outcome, Field(description="Replaced also where a held reply, judged again, may no longer be seen.")
    ]
    cause: Cause
    message: Annotated[str, Field(description="What happened, why, and what can be done, in plain words.")]
    terms: Annotated[Sequence[str], Field(description="The worst n-grams, the worst first.")]
    categories: Annotated[Sequence[CategoryAnswer], Field(description="Of the worst n-gram, highest first.")]
    score: Annotated[float, Field(description="The highest score of any n-gram.")]
    model: str
    policy: Annotated[int, Field(description="The version of the policy that held.")]
    state: Annotated[
        HeldState,
        Field(description="Which question is open; none: it is replaced, and there is nothing to ask."),
    ]
    view: Annotated[bool | None, Field(description="Whether the reader wanted to see it; null: not said.")]
    future: Annotated[Ruling | None, Field(description="What the reader said of such replies.")]
    scope: Annotated[Scope | None, Field(description="Where that holds.")]
    reply: Annotated[str | None, Field(description="The reply, while the reader may see it; else null.")] = (
        None
    )
    url: Annotated[str | None, Field(description="A page on which to answer, while a question is open.")]

    @classmethod
    def of(cls, explained: ExplainedReply, *, url: str | None) -> Self:
        reply, question = explained.reply, explained.reply.question
        return cls(
            id=reply.id,
            conversation=reply.conversation,
            created_at=format_moment(question.created_at),
            expires_at=format_moment(question.expires_at),
            decision=reply.outcome,
            cause=reply.cause,
            message=explained.message,
            terms=reply.named,
            categories=[CategoryAnswer(name, score) for name, score in reply.categories],
            score=reply.score,
            model=reply.model,
            policy=reply.policy_version,
            state=reply.state,
            view=question.view,
            future=question.future,
            scope=question.scope,
            reply=reply.reply,
            url=url,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldAnswer(ExportedHeldAnswer):
    """A reply that was held back or replaced, and why; with a page for its questions."""

    url: Annotated[str, Field(description="A page on which this reader can answer; it expires.")]


@dataclass(frozen=True, slots=True)
class HeldListAnswer:
    held: Annotated[Sequence[HeldAnswer], Field(description="Newest first.")]
    total: Annotated[int, Field(description="How many there are on all pages.")]


class ViewRequest(Body):
    view: Annotated[Flag, Field(description="See it; no blocks the named words in this conversation.")]


class FutureRequest(Body):
    future: Annotated[
        Ruling,
        Field(description="permit: do not filter these words. block: filter them. ask: ask me again."),
    ]
    scope: Annotated[Scope, Field(description="In this conversation, or for good.")] = "conversation"


class WordChangeAnswer(BaseModel):
    """One change of the word bank; `held` is the reply whose answer made it."""

    seq: int
    at: datetime
    act: Act
    words: Sequence[TermAnswer]
    held: str | None
    undoes: Sequence[int]


class MessageAnswer(BaseModel):
    """A message that was recorded, with agreement; `number` counts from 1 in each conversation."""

    conversation: str
    number: int
    at: datetime
    side: Side
    text: Annotated[
        str | None, Field(description="Null once erased, and of a reply that the reader may not see.")
    ]
    decision: Outcome | None
    cause: Cause | None
    score: float | None
    scores: Mapping[str, float]
    model: str
    policy: int | None
    upstream_model: str
    held: str | None


class ExportAnswer(BaseModel):
    """Everything that is kept about a reader."""

    reader: ReaderAnswer
    limits: LimitsAnswer
    words: Annotated[Sequence[TermAnswer], Field(description="In force now, oldest first.")]
    words_over_time: Annotated[Sequence[WordChangeAnswer], Field(description="Oldest first.")]
    held: Annotated[Sequence[ExportedHeldAnswer], Field(description="Newest first.")]
    messages: Annotated[Sequence[MessageAnswer], Field(description="Empty without agreement to records.")]


class PolicyRequest(Body):
    """The whole document: what is left out gets its default."""

    attributes: Annotated[
        list[Attribute],
        Field(min_length=1, description="What is watched.", json_schema_extra={"uniqueItems": True}),
    ] = [Attribute.TOXICITY]  # noqa: RUF012  # pydantic copies it
    soft_limit: Annotated[Limit, Field(description="h*: from here on the reader is asked.")] = 0.35
    hard_limit: Annotated[Limit, Field(description="h^max: never shown from here on.")] = 0.7
    flag_limit: Annotated[Limit, Field(description="Where /v1/moderations flags.")] = 0.5
    default_message: Annotated[str, Field(min_length=1, max_length=LONGEST_MESSAGE)] = DEFAULT_MESSAGE
    strict: Flag = True
    method: Method = "dynamic"
    streaming: Streaming = "sentence"
    judges_prompts: Flag = False
    shows_unjudged: Flag = False
    version: Annotated[
        Whole | None,
        Field(description="The version you read; if another is in force, nothing changes."),
    ] = None


class PolicyAnswer(BaseModel):
    """A community's policy as it is in force."""

    community: str
    version: Annotated[int, Field(description="0 where nobody has set a policy.")]
    attributes: Sequence[Attribute]
    soft_limit: float
    hard_limit: float
    flag_limit: float
    default_message: str
    strict: bool
    method: Method
    streaming: Streaming
    judges_prompts: bool
    shows_unjudged: bool
