"""`/api/v1/readers/me/held`: what was filtered and why, the two questions, and taking an answer back."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from starlette.responses import Response

from sayso.deciding.held_replies import Act, Future, Undo, View
from sayso.reader.answers import answer, explain_answer
from sayso.reader.explanations import ExplainedReply
from sayso.reader.rejudging import explain_now, find_explained
from sayso.web.access.callers import Bearer
from sayso.web.access.dependencies import AccessRoute, ReaderDep, ServiceDep, public_root
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import ANSWERED, MISSING, READER_FAILURES
from sayso.web.reader.held_schemas import FutureRequest, HeldAnswer, HeldListAnswer, ViewRequest
from sayso.web.reader.readers import ME
from sayso.web.reader.schemas import Conversation
from sayso.web.service import Service

HELD = f"{ME}/held"
MOST_LISTED = 500
UNKNOWN = "This reader has no reply with this id"
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
    explained = await explain_now(service.guard, service.store, page)
    return JsonResponse(HeldListAnswer([describe(one, request, service) for one in explained], total))


@router.get(
    f"{HELD}/{{held_id}}",
    response_model=HeldAnswer,
    responses=READER_FAILURES | MISSING,
    operation_id="showHeld",
)
async def show_held(held_id: str, request: Request, service: ServiceDep, reader: ReaderDep) -> Response:
    """One reply, with what it says if the reader has asked to see it, and still may."""
    found = await find_explained(service.guard, service.store, reader.reader.id, held_id)
    if found is None:
        raise HTTPException(404, UNKNOWN)
    return JsonResponse(describe(found, request, service))


@router.post(
    f"{HELD}/{{held_id}}/view",
    response_model=HeldAnswer,
    responses=READER_FAILURES | MISSING | ANSWERED,
    operation_id="answerView",
)
async def post_view(
    held_id: str, body: ViewRequest, request: Request, service: ServiceDep, reader: ReaderDep
) -> Response:
    """The first question: see it? Yes brings the reply; no blocks the word it turns on, in this conversation.

    A reply that may not be seen any more is replaced instead, and nothing is answered.
    """
    return await change_held(held_id, View(body.view), request, service, reader)


@router.post(
    f"{HELD}/{{held_id}}/future",
    response_model=HeldAnswer,
    responses=READER_FAILURES | MISSING | ANSWERED,
    operation_id="answerFuture",
)
async def post_future(
    held_id: str, body: FutureRequest, request: Request, service: ServiceDep, reader: ReaderDep
) -> Response:
    """The second question, after seeing it: what should become of replies with this word in future?"""
    return await change_held(held_id, Future(body.future, body.scope, body.word), request, service, reader)


@router.post(
    f"{HELD}/{{held_id}}/undo",
    response_model=HeldAnswer,
    responses=READER_FAILURES | MISSING,
    operation_id="undoAnswers",
)
async def post_undo(held_id: str, request: Request, service: ServiceDep, reader: ReaderDep) -> Response:
    """Take both answers back, and what they did to the word bank."""
    return await change_held(held_id, Undo(), request, service, reader)


async def change_held(held_id: str, act: Act, request: Request, service: Service, reader: Bearer) -> Response:
    answered = await answer(service.guard, service.store, reader.reader.id, held_id, act)
    if answered is None:
        raise HTTPException(404, UNKNOWN)
    explained = await explain_answer(service.guard, service.store, answered)
    return JsonResponse(describe(explained, request, service))


def describe(explained: ExplainedReply, request: Request, service: Service) -> HeldAnswer:
    root, reply = public_root(request, service), explained.reply
    url = service.readers.make_link(root, reader_id=reply.reader_id, held_id=reply.id)
    return HeldAnswer.of(explained, url=url)
