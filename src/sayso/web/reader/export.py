"""`/api/v1/readers/me/export`: everything that is kept about a reader, for the reader."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from sayso.core import Cause, Outcome
from sayso.deciding.held_replies import OPEN
from sayso.reader.explanations import ExplainedReply
from sayso.reader.rejudging import explain_now
from sayso.storage import Message, Side, Store, TermChange
from sayso.storage.reader.term_rows import Act
from sayso.web.access.callers import Bearer
from sayso.web.access.dependencies import AccessRoute, ReaderDep, ServiceDep, public_root
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import READER_FAILURES
from sayso.web.reader.held_schemas import ExportedHeldAnswer
from sayso.web.reader.limits import read_limits
from sayso.web.reader.readers import ME, make_answer
from sayso.web.reader.schemas import LimitsAnswer, ReaderAnswer, TermAnswer
from sayso.web.reader.words_file import name_file
from sayso.web.service import Service

router = APIRouter(tags=["Reader"], route_class=AccessRoute)


@dataclass(frozen=True, slots=True)
class WordChangeAnswer:
    """One change of the word bank; `held` is the reply whose answer made it."""

    seq: int
    at: datetime
    act: Act
    words: Sequence[TermAnswer]
    held: str | None
    undoes: Sequence[int]

    @classmethod
    def of(cls, change: TermChange) -> "WordChangeAnswer":
        words = [TermAnswer.of(term) for term in change.terms]
        return cls(change.seq, change.at, change.act, words, change.held_id, change.undoes)


@dataclass(frozen=True, slots=True)
class MessageAnswer:
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

    @classmethod
    def of(cls, message: Message, *, text: str | None) -> "MessageAnswer":
        return cls(
            conversation=message.conversation,
            number=message.number,
            at=message.at,
            side=message.side,
            text=text,
            decision=message.outcome,
            cause=message.cause,
            score=message.score,
            scores=dict(message.scores),
            model=message.model,
            policy=message.policy_version,
            upstream_model=message.upstream_model,
            held=message.held_id,
        )


@dataclass(frozen=True, slots=True)
class ExportAnswer:
    """Everything that is kept about a reader."""

    reader: ReaderAnswer
    limits: LimitsAnswer
    words: Annotated[Sequence[TermAnswer], Field(description="In force now, oldest first.")]
    words_over_time: Annotated[Sequence[WordChangeAnswer], Field(description="Oldest first.")]
    held: Annotated[Sequence[ExportedHeldAnswer], Field(description="Newest first.")]
    messages: Annotated[Sequence[MessageAnswer], Field(description="Empty without agreement to records.")]


@router.get(
    f"{ME}/export", response_model=ExportAnswer, responses=READER_FAILURES, operation_id="exportReader"
)
async def export_reader(request: Request, service: ServiceDep, reader: ReaderDep) -> Response:
    """Everything kept about this reader: limits, words now and over time, filtered replies, conversations."""
    root = public_root(request, service)
    held = await asyncio.to_thread(service.store.held.list, reader.reader.id)
    replies = await explain_now(service.guard, service.store, held)
    everything = await asyncio.to_thread(gather, service, reader, replies, root)
    return JsonResponse(everything, headers=name_file("sayso-reader.json"))


def gather(service: Service, reader: Bearer, replies: Sequence[ExplainedReply], root: str) -> ExportAnswer:
    store, reader_id = service.store, reader.reader.id
    return ExportAnswer(
        reader=make_answer(reader),
        limits=read_limits(store, reader.reader),
        words=[TermAnswer.of(term) for term in store.terms.list(reader_id)],
        words_over_time=[WordChangeAnswer.of(change) for change in store.terms.over_time(reader_id)],
        held=[describe_filtered(one, service, root=root) for one in replies],
        messages=list_messages(store, reader_id, replies),
    )


def describe_filtered(explained: ExplainedReply, service: Service, *, root: str) -> ExportedHeldAnswer:
    """A link is made only where there is something to answer."""
    reply = explained.reply
    link = service.readers.make_link(root, reader_id=reply.reader_id, held_id=reply.id)
    return ExportedHeldAnswer.of(explained, url=link if reply.state in OPEN else None)


def list_messages(store: Store, reader_id: str, replies: Sequence[ExplainedReply]) -> list[MessageAnswer]:
    """A record is no way around the guard: what the reader may not see is not in their export either."""
    seen = frozenset(one.reply.id for one in replies if one.reply.reply is not None)
    rows = store.conversations.rows(reader_id=reader_id)
    return [MessageAnswer.of(one, text=one.content if may_be_read(one, seen) else None) for one in rows]


def may_be_read(message: Message, seen: Collection[str]) -> bool:
    """`seen` are the held replies that the reader has asked to see, and may."""
    if message.outcome == "held":
        return message.held_id in seen
    return message.outcome != "replaced"
