"""`/api/v1/readers/me/held`: what was filtered and why, the two questions, and taking an answer back."""

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from starlette.responses import Response

from sayso.reader.answers import answer_future, answer_view, take_back
from sayso.reader.explanations import Story, describe_story
from sayso.reader.rejudging import find_refusal, find_story, tell_now
from sayso.storage import Held
from sayso.web.access.dependencies import AccessRoute, ReaderDep, ServiceDep, public_root
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import ANSWERED, MISSING, READER_FAILURES
from sayso.web.reader.held_schemas import FutureRequest, HeldAnswer, HeldListAnswer, ViewRequest
from sayso.web.reader.readers import ME
from sayso.web.reader.schemas import Conversation
from sayso.web.service import Service

HELD = f"{ME}/held"
MOST_LISTED = 500
router = APIRouter(tags=["Reader"], route_class=AccessRoute)


@router.get(HELD, response_model=HeldListAnswer, responses=READER_FAILURES, operation_id="listHeld")
async def list_held(
    request: Request,
    service: ServiceDep,
    reader: ReaderDep,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED, description="Most replies on this page.")] = 100,
    offset: Annotated[int, Query(ge=0, le=1_000_000, description="How many to pass over.")] = 0,
    conversation: Annotated[Conversation | None, Query(description="Only what belongs to this one.")] = None,
) -> Response:
    """Everything that was held back or replaced, newest first, each with the reason, page by page."""
    held, owner = service.store.held, reader.reader.id
    page = await asyncio.to_thread(held.list, owner, conversation, limit=limit, offset=offset)
    total = await asyncio.to_thread(held.count, owner, conversation)
    root = public_root(request, service)
    told = [describe_story(story, service.readers, root=root) for story in await tell_now(service, page)]
    return JsonResponse({"held": told, "total": total})


@router.get(
    f"{HELD}/{{held_id}}",
    response_model=HeldAnswer,
    responses=READER_FAILURES | MISSING,
    operation_id="showHeld",
)
async def show_held(held_id: str, request: Request, service: ServiceDep, reader: ReaderDep) -> Response:
    """One reply, with what it says if the reader has asked to see it, and still may."""
    story = await find_story(service, reader.reader.id, held_id)
    return answer_with(story, request, service)


@router.post(
    f"{HELD}/{{held_id}}/view",
    response_model=HeldAnswer,
    responses=READER_FAILURES | MISSING | ANSWERED,
    operation_id="answerView",
)
async def post_view(
    held_id: str, body: ViewRequest, request: Request, service: ServiceDep, reader: ReaderDep
) -> Response:
    """The first question: see it? Yes brings the reply; no blocks the named words in this conversation.

    A reply that may not be seen any more is replaced instead, and nothing is answered.
    """
    refusal = await find_refusal(service, reader.reader.id, held_id) if body.view else None
    story = refusal or await change_held(
        service,
        reader.reader.id,
        held_id,
        lambda: answer_view(service.store, reader.reader.id, held_id, view=body.view),
    )
    return answer_with(story, request, service)


@router.post(
    f"{HELD}/{{held_id}}/future",
    response_model=HeldAnswer,
    responses=READER_FAILURES | MISSING | ANSWERED,
    operation_id="answerFuture",
)
async def post_future(
    held_id: str, body: FutureRequest, request: Request, service: ServiceDep, reader: ReaderDep
) -> Response:
    """The second question, after seeing it: what should become of these words in future?"""
    story = await change_held(
        service,
        reader.reader.id,
        held_id,
        lambda: answer_future(service.store, reader.reader.id, held_id, future=body.future, scope=body.scope),
    )
    return answer_with(story, request, service)


@router.post(
    f"{HELD}/{{held_id}}/undo",
    response_model=HeldAnswer,
    responses=READER_FAILURES | MISSING,
    operation_id="undoAnswers",
)
async def post_undo(held_id: str, request: Request, service: ServiceDep, reader: ReaderDep) -> Response:
    """Take both answers back, and what they did to the word bank."""
    story = await change_held(
        service, reader.reader.id, held_id, lambda: take_back(service.store, reader.reader.id, held_id)
    )
    return answer_with(story, request, service)


async def change_held(
    service: Service, reader_id: str, held_id: str, change: Callable[[], Held]
) -> Story | None:
    """Whoever asks about a reply that is not theirs learns no more than that."""

    def act() -> Held | None:
        return None if service.store.held.get(reader_id, held_id) is None else change()

    changed = await asyncio.to_thread(act)
    return None if changed is None else (await tell_now(service, [changed]))[0]


def answer_with(story: Story | None, request: Request, service: Service) -> Response:
    if story is None:
        raise HTTPException(404, "This reader has no reply with this id")
    return JsonResponse(describe_story(story, service.readers, root=public_root(request, service)))
