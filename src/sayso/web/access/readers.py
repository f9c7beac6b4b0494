"""Who is reading: the bearer of a signed token, or whom a platform's back end names."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, cast

from fastapi import Depends, Request

from sayso.core.errors import NotAllowed
from sayso.storage import Reader
from sayso.web.access.addresses import AddressLimiter, name_address
from sayso.web.access.dependencies import KeyFirstRoute, charge, get_service
from sayso.web.access.keys import ANYONE, KEY_HINT, Caller, read_secret
from sayso.web.access.tokens import BadToken, ExpiredToken, ReaderToken
from sayso.web.http.request_notes import notes_of
from sayso.web.service import Service

READER_HEADER = "x-sayso-reader"
NAME_FIELDS = ("safety_identifier", "user")
"""Where a request for a completion may name its reader, the first that is there."""

HOW_TO_GET_ONE = (
    "Get a token from POST /api/v1/readers and send it in the header X-Sayso-Reader. "
    "Words and limits are kept under the reader's name, not in the token."
)


@dataclass(frozen=True, slots=True)
class ReaderCaller:
    """A reader, and the key that came with the token; `caller` has none where the token came alone."""

    reader: Reader
    caller: Caller
    expires_at: datetime


class ReaderRoute(KeyFirstRoute):
    """Asks for a reader's token."""

    known_as: ClassVar[str] = "reader"

    async def find_out(self, request: Request) -> object:
        return await identify_bearer(request)


async def get_reader(request: Request) -> ReaderCaller:
    """Whom a `ReaderRoute` has identified; any other route asks now, with the body already read."""
    known = cast(ReaderCaller | None, getattr(request.state, "reader", None))
    return known or await identify_bearer(request)


ReaderDep = Annotated[ReaderCaller, Depends(get_reader)]


async def identify_bearer(request: Request) -> ReaderCaller:
    """The bearer of the token. A key is not needed; one that comes too must be of the same community."""
    service = await get_service(request)
    caller = await identify_caller(request, service)
    if caller.key_id:
        await charge(request, service, caller, texts=0)
    else:
        count_visit(request, service.readers.visits, per_minute=service.settings.reader_per_minute)
    token = request.headers.get(READER_HEADER, "")
    reader, expires_at = await find_bearer(service, token, caller)
    return ReaderCaller(reader, caller, expires_at)


async def identify_reader(
    request: Request, service: Service, caller: Caller, body: Mapping[str, Any]
) -> Reader | None:
    """Whose reply this will be: by token, else by the name a holder of a real key gives; None: nobody's.

    Anyone can type a name, so without a key names count for nothing.
    """
    token = request.headers.get(READER_HEADER, "")
    if token:
        return (await find_bearer(service, token, caller))[0]
    name = next((name for field in NAME_FIELDS if (name := _read_name(body.get(field)))), "")
    if not name or not caller.key_id:
        return None
    return await asyncio.to_thread(service.store.readers.find_or_create, caller.community, name)


async def identify_caller(request: Request, service: Service) -> Caller:
    """The holder of a key; anyone without. A key that is not known is refused unless the service is open."""
    secret = read_secret(request.headers, request.query_params)
    caller = await service.keys.caller(secret) if secret else None
    if caller:
        notes_of(request.scope).key_id = caller.key_id
        return caller
    if secret and not service.settings.is_open:
        raise NotAllowed("This API key is not known here or was revoked.", hint=KEY_HINT)
    return ANYONE


async def find_bearer(service: Service, token: str, caller: Caller) -> tuple[Reader, datetime]:
    """The reader of a token, and when the token expires; each thing that may be wrong is told by its name."""
    read = read_token(service, token)
    reader = await asyncio.to_thread(service.store.readers.get, read.reader_id)
    if reader is None:
        raise NotAllowed(
            "Unknown reader: everything about the reader of this token was deleted.", hint=HOW_TO_GET_ONE
        )
    if caller.key_id and caller.community != reader.community:
        raise NotAllowed(
            "This reader token belongs to another community than the API key.",
            hint="Send the token with a key of the community it was made for, or without a key.",
        )
    return reader, read.expires_at


def read_token(service: Service, token: str) -> ReaderToken:
    if not token:
        raise NotAllowed("This address needs a reader token, and the request has none.", hint=HOW_TO_GET_ONE)
    try:
        return service.readers.tokens.read_reader(token)
    except ExpiredToken as expired:
        raise NotAllowed(
            f"This reader token expired on {expired.expired_at:%Y-%m-%d %H:%M} UTC.", hint=HOW_TO_GET_ONE
        ) from None
    except BadToken:
        raise NotAllowed(
            "This is no reader token of this service, or it was changed on its way.", hint=HOW_TO_GET_ONE
        ) from None


def count_visit(request: Request, limiter: AddressLimiter, *, per_minute: int) -> None:
    """By the address uvicorn gives: the client's, or what a proxy it trusts says in X-Forwarded-For."""
    address = name_address(request.client.host if request.client else None)
    allowance = limiter.charge(address, per_minute=per_minute)
    notes_of(request.scope).headers.update(allowance.headers)
    if allowance.refused:
        raise allowance.refused


def _read_name(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
