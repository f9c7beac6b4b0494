"""`/api/v1/readers/me/export`: everything that is kept about a reader, for the reader."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.deciding.held_replies import OPEN
from sayso.reader.explanations import ExplainedReply
from sayso.reader.rejudging import explain_now
from sayso.storage import Message, Store, TermChange
from sayso.storage.columns import format_moment
from sayso.web.access.dependencies import ServiceDep, public_root
from sayso.web.access.readers import ReaderCaller, ReaderDep, ReaderRoute
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import READER_FAILURES
from sayso.web.reader.held_schemas import ExportAnswer, ExportedHeldAnswer
from sayso.web.reader.limits import read_limits
from sayso.web.reader.readers import ME, describe_reader
from sayso.web.reader.words import describe_word
from sayso.web.reader.words_file import name_file
from sayso.web.service import Service

router = APIRouter(tags=["Reader"], route_class=ReaderRoute)


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


def gather(
    service: Service, reader: ReaderCaller, replies: Sequence[ExplainedReply], root: str
) -> dict[str, Any]:
    store, reader_id = service.store, reader.reader.id
    return {
        "reader": describe_reader(reader),
        "limits": read_limits(store, reader.reader),
        "words": [describe_word(term) for term in store.terms.list(reader_id)],
        "words_over_time": [describe_change(change) for change in store.terms.over_time(reader_id)],
        "held": [describe_filtered(one, service, root=root) for one in replies],
        "messages": list_messages(store, reader_id, replies),
    }


def describe_filtered(explained: ExplainedReply, service: Service, *, root: str) -> ExportedHeldAnswer:
    """A link is made only where there is something to answer."""
    reply = explained.reply
    link = service.readers.make_link(root, reader_id=reply.reader_id, held_id=reply.id)
    return ExportedHeldAnswer.of(explained, url=link if reply.state in OPEN else None)


def list_messages(store: Store, reader_id: str, replies: Sequence[ExplainedReply]) -> list[dict[str, Any]]:
    """A record is no way around the guard: what the reader may not see is not in their export either."""
    seen = frozenset(one.reply.id for one in replies if one.reply.reply is not None)
    rows = store.conversations.rows(reader_id=reader_id)
    return [describe_message(one, text=one.content if may_be_read(one, seen) else None) for one in rows]


def may_be_read(message: Message, seen: Collection[str]) -> bool:
    """`seen` are the held replies that the reader has asked to see, and may."""
    if message.outcome == "held":
        return message.held_id in seen
    return message.outcome != "replaced"


def describe_change(change: TermChange) -> dict[str, Any]:
    return {
        "seq": change.seq,
        "at": format_moment(change.at),
        "act": change.act,
        "words": [describe_word(term) for term in change.terms],
        "held": change.held_id,
        "undoes": list(change.undoes),
    }


def describe_message(message: Message, *, text: str | None) -> dict[str, Any]:
    return {
        "conversation": message.conversation,
        "number": message.number,
        "at": format_moment(message.at),
        "side": message.side,
        "text": text,
        "decision": message.outcome,
        "cause": message.cause,
        "score": message.score,
        "scores": dict(message.scores),
        "model": message.model,
        "policy": message.policy_version,
        "upstream_model": message.upstream_model,
        "held": message.held_id,
    }
