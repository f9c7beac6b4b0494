"""`POST /v1/chat/completions` and `GET /v1/models`."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.reader.guard.completions import ChatAnswer, ModelList, list_models, read_names
from sayso.reader.guard.requests import GuardedRequest, Question
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep, charge
from sayso.web.access.readers import identify_reader
from sayso.web.http.leaving import run_while_there
from sayso.web.http.responses import JsonResponse
from sayso.web.openai.chat_requests import find_occasion, make_question, open_request, read_bearer
from sayso.web.openai.chat_schemas import ChatRequest
from sayso.web.openai.errors import ErrorAnswer
from sayso.web.openai.event_stream import EventStreamResponse, frame_error, keep_alive
from sayso.web.service import Service

KEEP_ALIVE_S = 10.0
"""How long an answer may be silent: then its head is sent, and comments."""

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer, "description": description}
    for status, description in {
        400: "The request is not of the right shape, the server behind the guard does not take it, "
        "or the policy filters its prompt.",
        401: "No key, or a key or reader's token that is not known.",
        403: "The reader's token is of another community than the key, or needs a key beside it.",
        413: "The prompt or the whole body is too long.",
        429: "The key's rate limit or quota is reached.",
        502: "The server behind the guard failed.",
        503: "There is no server behind the guard, or the model or the database cannot answer now.",
        504: "The server behind the guard took too long.",
    }.items()
}

router = APIRouter(prefix="/v1", tags=["Guard"], route_class=AccessRoute)


@router.post(
    "/chat/completions",
    response_model=ChatAnswer,
    responses={200: {"content": {"text/event-stream": {}}}, **_ERRORS},
    operation_id="createChatCompletion",
)
async def create_completion(
    body: ChatRequest, request: Request, service: ServiceDep, caller: CallerDep
) -> Response:
    """Ask the chatbot behind the guard. Every reply is judged for its reader before it leaves."""
    reader = await identify_reader(request, service, caller, body.model_extra or {})
    await charge(request, service, caller, texts=body.choices)
    occasion = await find_occasion(request, service, caller, body, reader)
    guarded = await open_request(request, service, occasion)
    question = await make_question(request, guarded, body)
    answer = _stream if body.stream else _answer
    return await run_while_there(request, answer(service, guarded, question))


@router.get(
    "/models",
    response_model=ModelList,
    responses={s: _ERRORS[s] for s in (401, 403, 502, 503, 504)},
    operation_id="listChatModels",
)
async def list_chat_models(request: Request, service: ServiceDep, caller: CallerDep) -> Response:
    """The models of the chatbot behind the guard, by name; a name over the hard limit is left out."""
    found = await service.upstream.list_models(bearer=read_bearer(request))
    names = read_names(found)
    policy = await asyncio.to_thread(service.store.policies.current, caller.community)
    return JsonResponse(list_models(await service.guard.pick_names(names, policy=policy) if names else []))


async def _answer(service: Service, guarded: GuardedRequest, question: Question) -> Response:
    return JsonResponse(await guarded.answer(service.upstream, question))


async def _stream(service: Service, guarded: GuardedRequest, question: Question) -> Response:
    frames = await guarded.stream(
        service.upstream, question, patience_s=KEEP_ALIVE_S, frame_error=frame_error
    )
    return EventStreamResponse(keep_alive(frames, every_s=KEEP_ALIVE_S))
