"""`/api/v1/readers` makes a reader and a token; `/api/v1/readers/me` says who one is, and deletes it all."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, cast

from fastapi import APIRouter, Body, Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from sayso.core.errors import NotAllowed
from sayso.web.access.dependencies import ServiceDep, charge, get_service
from sayso.web.access.keys import KEY_HINT, Caller
from sayso.web.access.readers import ReaderCaller, ReaderDep, ReaderRoute, count_visit, identify_caller
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import FAILURES, READER_FAILURES
from sayso.web.reader.schemas import NewReaderAnswer, NewReaderRequest, ReaderAnswer
from sayso.web.service import Service

API = "/api/v1/readers"
ME = f"{API}/me"


class ArrivalRoute(APIRoute):
    """Asks who wants a reader made before the body is read."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def answer_known(request: Request) -> Response:
            request.state.caller = await identify_maker(request)
            return await answer(request)

        return answer_known


_arriving = APIRouter(tags=["Reader"], route_class=ArrivalRoute)
_reading = APIRouter(tags=["Reader"], route_class=ReaderRoute)


@_arriving.post(
    API, status_code=201, response_model=NewReaderAnswer, responses=FAILURES, operation_id="makeReader"
)
async def make_reader(
    request: Request,
    service: ServiceDep,
    body: Annotated[NewReaderRequest | None, Body()] = None,
) -> Response:
    """A token for a reader; the same name in the same community is the same reader. With a key, or open."""
    caller = cast(Caller, request.state.caller)
    name = choose_name(caller, body.reader if body else None)
    reader = await asyncio.to_thread(service.store.readers.find_or_create, caller.community, name)
    token, expires_at = service.readers.tokens.sign_reader(reader.id)
    return JsonResponse(NewReaderAnswer(reader.name, reader.community, token, expires_at), 201)


@_reading.get(ME, response_model=ReaderAnswer, responses=READER_FAILURES, operation_id="showReader")
async def show_reader(reader: ReaderDep) -> Response:
    """Who the bearer of the token is, and what they agreed to."""
    return JsonResponse(make_answer(reader))


@_reading.delete(ME, status_code=204, responses=READER_FAILURES, operation_id="deleteReader")
async def delete_reader(service: ServiceDep, reader: ReaderDep) -> Response:
    """Delete everything of this reader: limits, words, replies, records. Their tokens end with it."""
    await asyncio.to_thread(service.store.readers.delete, reader.reader.id)
    return Response(status_code=204)


router = APIRouter()
router.include_router(_arriving)
router.include_router(_reading)


async def identify_maker(request: Request) -> Caller:
    """The holder of a key, or anyone where readers are open, who is counted."""
    service = await get_service(request)
    caller = await identify_caller(request, service)
    if caller.key_id:
        await charge(request, service, caller, texts=0)
        return caller
    if not service.settings.readers_are_open:
        raise NotAllowed("Making a reader needs an API key here, and the request has none.", hint=KEY_HINT)
    _count_arrival(request, service)
    return caller


def _count_arrival(request: Request, service: Service) -> None:
    per_minute = service.settings.new_readers_per_minute
    count_visit(request, service.readers.arrivals, per_minute=per_minute)


def choose_name(caller: Caller, name: str | None) -> str:
    """The platform's own name; without a key one that nobody else can have."""
    if name is None:
        return f"visitor-{secrets.token_hex(8)}"
    if not caller.key_id:
        raise NotAllowed(
            "A reader can be named only with an API key, since anyone can type a name.",
            hint=f"Leave 'reader' out to get a reader of your own. {KEY_HINT}",
        )
    return name.strip()


def make_answer(caller: ReaderCaller) -> ReaderAnswer:
    reader = caller.reader
    return ReaderAnswer(
        reader=reader.name,
        community=reader.community,
        created_at=reader.created_at,
        records=reader.agreed_at is not None,
        agreed_at=reader.agreed_at,
        joins_list=reader.joins_list,
        expires_at=caller.expires_at,
    )
