"""`/api/v1/readers/me/export`: everything that is kept about a reader, for the reader."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.reader.explanations import Story, describe_kept, describe_story
from sayso.reader.rejudging import OPEN, tell_now
from sayso.storage import Message, Store, TermChange
from sayso.storage.columns import format_moment
from sayso.web.access.callers import Bearer
from sayso.web.access.dependencies import AccessRoute, ReaderDep, ServiceDep, public_root
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import READER_FAILURES
from sayso.web.reader.held_schemas import ExportAnswer
from sayso.web.reader.limits import read_limits
from sayso.web.reader.readers import ME, describe_reader
from sayso.web.reader.words import describe_word
from sayso.web.reader.words_file import name_file
from sayso.web.service import Service

router = APIRouter(tags=["Reader"], route_class=AccessRoute)


@router.get(
    f"{ME}/export", response_model=ExportAnswer, responses=READER_FAILURES, operation_id="exportReader"
)
async def export_reader(request: Request, service: ServiceDep, reader: ReaderDep) -> Response:
    """Everything kept about this reader: limits, words now and over time, filtered replies, conversations."""
    root = public_root(request, service)
    held = await asyncio.to_thread(service.store.held.list, reader.reader.id)
    stories = await tell_now(service, held)
    everything = await asyncio.to_thread(gather, service, reader, stories, root)
    return JsonResponse(everything, headers=name_file("sayso-reader.json"))


def gather(service: Service, reader: Bearer, stories: Sequence[Story], root: str) -> dict[str, Any]:
    store, reader_id = service.store, reader.reader.id
    return {
        "reader": describe_reader(reader),
        "limits": read_limits(store, reader.reader),
        "words": [describe_word(term) for term in store.terms.list(reader_id)],
        "words_over_time": [describe_change(change) for change in store.terms.over_time(reader_id)],
        "held": [describe_held(story, service, root=root) for story in stories],
        "messages": list_messages(store, reader_id, stories),
    }


def describe_held(story: Story, service: Service, *, root: str) -> dict[str, Any]:
    """A link is made only where there is something to answer."""
    if story.held.state in OPEN:
        return describe_story(story, service.readers, root=root)
    return {**describe_kept(story.held), "message": story.message, "url": None}


def list_messages(store: Store, reader_id: str, stories: Sequence[Story]) -> list[dict[str, Any]]:
    """A record is no way around the guard: what the reader may not see is not in their export either."""
    seen = frozenset(story.held.id for story in stories if story.held.reply is not None)
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
