"""Who is writing: the holder of a key, or anyone, limited by the address the request comes from."""

from typing import Annotated, ClassVar, cast

from fastapi import Depends, Request

from sayso.core.errors import NotAllowed
from sayso.web.access.addresses import name_address
from sayso.web.access.dependencies import KeyFirstRoute, charge, get_service
from sayso.web.access.keys import ANYONE, KEY_HINT, Caller, read_secret
from sayso.web.http.request_notes import notes_of
from sayso.web.service import Service


class AuthorRoute(KeyFirstRoute):
    """Also takes anyone, where the setting allows."""

    known_as: ClassVar[str] = "author"

    async def find_out(self, request: Request) -> object:
        return await identify_author(request)


async def get_author(request: Request) -> Caller:
    """Whom an `AuthorRoute` has identified; any other route asks now, with the body already read."""
    known = cast(Caller | None, getattr(request.state, "author", None))
    return known or await identify_author(request)


AuthorDep = Annotated[Caller, Depends(get_author)]
"""A key's own limits are only looked at; the route counts its texts with `dependencies.charge`, as others."""


async def identify_author(request: Request) -> Caller:
    """The holder of a real key, else anyone if the setting allows; each request of anyone is counted."""
    service = await get_service(request)
    secret = read_secret(request.headers, request.query_params)
    caller = await service.keys.caller(secret) if secret else None
    if caller:
        notes_of(request.scope).key_id = caller.key_id
        await charge(request, service, caller, texts=0)
        return caller
    if service.settings.author_access == "keys":
        raise _refuse(secret)
    _count_visit(request, service)
    return ANYONE


def _count_visit(request: Request, service: Service) -> None:
    """By the address uvicorn gives: the client's, or what a proxy it trusts says in X-Forwarded-For."""
    address = name_address(request.client.host if request.client else None)
    allowance = service.addresses.charge(address, per_minute=service.settings.author_per_minute)
    notes_of(request.scope).headers.update(allowance.headers)
    if allowance.refused:
        raise allowance.refused


def _refuse(secret: str | None) -> NotAllowed:
    if secret:
        return NotAllowed("This API key is not known here or was revoked.", hint=KEY_HINT)
    return NotAllowed("Authors need an API key here, and the request has none.", hint=KEY_HINT)
