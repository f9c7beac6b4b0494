"""The bodies of `/api/v1/readers/me/held…`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Self

from pydantic import Field

from sayso.core import Attribute, Cause, Outcome, Ruling
from sayso.deciding.held_replies import HeldState, Scope
from sayso.reader.explanations import ExplainedReply
from sayso.web.http.values import Body, Flag


@dataclass(frozen=True, slots=True)
class CategoryAnswer:
    attribute: Attribute
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedHeldAnswer:
    """A reply that was held back or replaced, and why; with a page while a question is open."""

    id: str
    conversation: str
    created_at: datetime
    expires_at: Annotated[datetime, Field(description="Until when it is kept, and can be answered.")]
    decision: Annotated[
        Outcome, Field(description="Replaced also where a held reply, judged again, may no longer be seen.")
    ]
    cause: Cause
    message: Annotated[str, Field(description="What happened, why, and what can be done, in plain words.")]
    terms: Annotated[Sequence[str], Field(description="The worst n-grams, the worst first.")]
    passages: Annotated[Sequence[str], Field(description="How these stand in the reply.")]
    words: Annotated[
        Sequence[str],
        Field(description="What an answer may be about; it is about the first. None: about the n-grams."),
    ]
    categories: Annotated[Sequence[CategoryAnswer], Field(description="Of what decided, highest first.")]
    score: Annotated[
        float, Field(description="Of what decided: the worst n-gram, a sentence or the whole reply.")
    ]
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
            created_at=question.created_at,
            expires_at=question.expires_at,
            decision=reply.outcome,
            cause=reply.cause,
            message=explained.message,
            terms=reply.named,
            passages=reply.passages,
            words=reply.words,
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
    view: Annotated[Flag, Field(description="See it; no blocks the word it turns on, in this conversation.")]


class FutureRequest(Body):
    future: Annotated[
        Ruling,
        Field(description="permit: do not filter this word. block: filter it. ask: ask me again."),
    ]
    scope: Annotated[Scope, Field(description="In this conversation, or for good.")] = "conversation"
    word: Annotated[
        str,
        Field(description="One of `words`, if the answer is about another than the first.", max_length=200),
    ] = ""
