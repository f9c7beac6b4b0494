"""`POST /v1/chat/completions` and `GET /v1/models`."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from sayso.reader.guard.completions import CompletionHeader, list_models
from sayso.reader.guard.outcome import ReplyOutcome
from sayso.reader.guard.replies import Reply, read_replies
from sayso.reader.guard.reply_stream import ReplyStream
from sayso.reader.guard.stream_writer import KEEP_ALIVE_S, GuardedResponse, StreamWriter, keep_alive
from sayso.web.access.dependencies import AccessRoute, CallerDep, ServiceDep
from sayso.web.http.responses import JsonResponse
from sayso.web.openai.chat_requests import Exchange, open_exchange, read_bearer
from sayso.web.openai.chat_schemas import ChatAnswer, ChatRequest, ModelList
from sayso.web.openai.errors import ErrorAnswer
from sayso.web.service import Service

CLIENT_GONE = 499
"""For the log: nobody reads the answer."""

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
    exchange = await open_exchange(request, service, caller, body)
    letterhead = CompletionHeader(body.model)
    if body.stream:
        return await _run_while_there(request, _stream(service, body, exchange, letterhead))
    return await _run_while_there(request, _answer(service, exchange, letterhead))


@router.get(
    "/models",
    response_model=ModelList,
    responses={s: _ERRORS[s] for s in (401, 403, 502, 503, 504)},
    operation_id="listChatModels",
)
async def list_chat_models(request: Request, service: ServiceDep) -> Response:
    """The models of the chatbot behind the guard, by name."""
    found = await service.upstream.list_models(bearer=read_bearer(request))
    return JsonResponse(list_models(found))


async def _answer(service: Service, exchange: Exchange, letterhead: CompletionHeader) -> Response:
    part = await service.upstream.ask(exchange.forwarded, bearer=exchange.bearer)
    replies = read_replies(part)
    settled = [await _settle(service, exchange, reply) for reply in replies]
    by_index = {reply.index: each for reply, each in zip(replies, settled, strict=True)}
    return JsonResponse(letterhead.write_completion(by_index, part.usage))


async def _settle(service: Service, exchange: Exchange, reply: Reply) -> ReplyOutcome:
    settled = await exchange.settler.settle(reply, await exchange.settler.judge(reply.text))
    service.metrics.count_reply(decision=settled.decision, mode="plain")
    return settled


async def _stream(
    service: Service, body: ChatRequest, exchange: Exchange, letterhead: CompletionHeader
) -> Response:
    """A failure before anything came is told by the status; one that takes longer, in the stream."""
    started = time.monotonic()
    pump = ReplyStream(service.upstream.stream(exchange.forwarded, bearer=exchange.bearer))
    try:
        await pump.wait_start(KEEP_ALIVE_S)
        if pump.early_failure:
            raise pump.early_failure
    except BaseException:
        pump.stop()
        raise
    relay = StreamWriter(
        pump=pump,
        settler=exchange.settler,
        letterhead=letterhead,
        mode=exchange.standing.policy.streaming,
        window_words=service.settings.stream_window_words,
        choices=body.choices,
        wants_usage=body.wants_usage,
        counter=service.metrics,
        started=started,
    )
    return GuardedResponse(keep_alive(relay.frames(), every_s=KEEP_ALIVE_S))


async def _run_while_there(request: Request, work: Coroutine[Any, Any, Response]) -> Response:
    """Stops working, and with it the server behind the guard, as soon as the client has gone."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_await_leave(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        return Response(status_code=CLIENT_GONE)
    finally:
        for task in (working, leaving):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _await_leave(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
