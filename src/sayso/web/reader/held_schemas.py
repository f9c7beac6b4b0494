"""The bodies of `/api/v1/readers/me/held…`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, Field

from sayso.core import Attribute, Cause, Outcome, Ruling
from sayso.storage import HeldState, Scope
from sayso.web.http.values import Body, Flag


class CategoryAnswer(BaseModel):
    attribute: Attribute
    score: float


class KeptAnswer(BaseModel):
    """A reply that was held back or replaced, and why."""

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


class HeldAnswer(KeptAnswer):
    """A reply that was held back or replaced, and why; with a page for its questions."""

    url: Annotated[str, Field(description="A page on which this reader can answer; it expires.")]


class ExportedHeldAnswer(KeptAnswer):
    """A reply that was held back or replaced, and why; with a page while a question is open."""

    url: Annotated[str | None, Field(description="A page on which to answer, while a question is open.")]


class HeldListAnswer(BaseModel):
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
