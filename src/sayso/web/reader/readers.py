"""`/api/v1/readers` makes a reader and a token; `/api/v1/readers/me` says who one is, and deletes it all."""

import asyncio
import secrets
from typing import Annotated

from fastapi import APIRouter, Body
from starlette.responses import Response

from sayso.core.errors import NotAllowed
from sayso.web.access.callers import Bearer, Caller
from sayso.web.access.dependencies import AccessRoute, CallerDep, ReaderDep, ServiceDep
from sayso.web.access.refusals import KEY_HINT
from sayso.web.http.responses import JsonResponse
from sayso.web.reader.failures import FAILURES, READER_FAILURES
from sayso.web.reader.schemas import NewReaderAnswer, NewReaderRequest, ReaderAnswer

API = "/api/v1/readers"
ME = f"{API}/me"

router = APIRouter(tags=["Reader"], route_class=AccessRoute)


@router.post(
    API, status_code=201, response_model=NewReaderAnswer, responses=FAILURES, operation_id="makeReader"
)
async def make_reader(
    service: ServiceDep,
    caller: CallerDep,
    body: Annotated[NewReaderRequest | None, Body()] = None,
) -> Response:
    """A token for a reader; the same name in the same community is the same reader. With a key, or open."""
    name = choose_name(caller, body.reader if body else None)
    reader = await asyncio.to_thread(service.store.readers.find_or_create, caller.community, name)
    token, expires_at = service.readers.tokens.sign_reader(reader.id)
    return JsonResponse(NewReaderAnswer(reader.name, reader.community, token, expires_at), 201)


@router.get(ME, response_model=ReaderAnswer, responses=READER_FAILURES, operation_id="showReader")
async def show_reader(reader: ReaderDep) -> Response:
    """Who the bearer of the token is, and what they agreed to."""
    return JsonResponse(make_answer(reader))


@router.delete(ME, status_code=204, responses=READER_FAILURES, operation_id="deleteReader")
async def delete_reader(service: ServiceDep, reader: ReaderDep) -> Response:
    """Delete everything of this reader: limits, words, replies, records. Their tokens end with it."""
    await asyncio.to_thread(service.store.readers.delete, reader.reader.id)
    return Response(status_code=204)


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


def make_answer(caller: Bearer) -> ReaderAnswer:
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
