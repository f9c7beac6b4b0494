"""What routes ask FastAPI for: the service, and who is calling, found out before a body is read."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, cast

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from sayso.web.access.addresses import DOORS, Door, name_address
from sayso.web.access.callers import ANYONE, Anyone, Bearer, Caller, KeyHolder, LinkHolder
from sayso.web.access.keys import read_secret
from sayso.web.access.limits import Allowance
from sayso.web.access.readers import READER_HEADER, find_bearer
from sayso.web.access.refusals import refuse, refuse_unknown_key
from sayso.web.access.sites import is_trusted
from sayso.web.access.table import MAY, Permission, find_permission, may
from sayso.web.http.leaving import run_while_there
from sayso.web.http.request_notes import RequestNotes, notes_of
from sayso.web.service import Service

_STOPPING = frozenset[Permission]({"score", "draft", "guard"})
"""What is asked here leaves nothing behind: it stops when the client has gone. Chat does that by itself."""


async def get_service(request: Request) -> Service:
    """Async although it waits for nothing: FastAPI sends what is not to another thread."""
    return cast(Service, request.app.state.service)


def public_root(request: Request, service: Service) -> str:
    """The address clients use, without a slash at its end: as set, or as this request has it.

    Anyone can send any Host: one that is neither of this machine nor allowed is in no link. What is left then
    is the path, which browsers complete.
    """
    if service.settings.public_url:
        return service.settings.public_url.rstrip("/")
    if is_trusted(request.headers.getlist("host"), service.settings):
        return str(request.base_url).rstrip("/")
    return str(request.scope.get("root_path", "")).rstrip("/")


ServiceDep = Annotated[Service, Depends(get_service)]


class AccessRoute(APIRoute):
    """Asks who is calling, and whether they may, before the body is read; FastAPI alone reads it first."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()
        permission = find_permission(next(iter(self.methods or ())), self.path)

        async def answer_known(request: Request) -> Response:
            service = await get_service(request)
            request.state.caller = await identify(request, service, permission)
            if permission in _STOPPING:
                return await run_while_there(request, answer(request))
            return await answer(request)

        return answer_known


async def get_caller(request: Request) -> Caller:
    """Whom an `AccessRoute` has identified; on any other route there is nobody, and the request fails."""
    return cast(Caller, request.state.caller)


async def get_reader(request: Request) -> Bearer:
    """The same, where only the bearer of a reader's token may be."""
    return cast(Bearer, request.state.caller)


CallerDep = Annotated[Caller, Depends(get_caller)]
ReaderDep = Annotated[Bearer, Depends(get_reader)]


async def identify(request: Request, service: Service, permission: Permission) -> Caller:
    """Who asks. A request that is refused later has the headers about the caller's limits already."""
    if permission in MAY["link"]:
        count_visit(request, service, DOORS[permission])
        return LinkHolder(request.path_params["token"])
    caller: Caller = await identify_sender(
        notes_of(request.scope), service, read_secret(request.headers, request.query_params), permission
    )
    token = request.headers.get(READER_HEADER, "")
    if token and permission in MAY["reader"] and not may(caller.role, permission, service.settings):
        if isinstance(caller, Anyone):
            count_visit(request, service, "readers")
        caller = await find_bearer(service, token, caller)
    if not may(caller.role, permission, service.settings):
        raise refuse(caller, permission)
    if isinstance(caller, Anyone) and permission in DOORS:
        count_visit(request, service, DOORS[permission])
    return caller


async def identify_sender(
    notes: RequestNotes, service: Service, secret: str | None, permission: Permission
) -> KeyHolder | Anyone:
    """The holder of the key, or nobody known. Only an open service overlooks a key that it does not know."""
    holder = await service.keys.holder(secret) if secret else None
    if holder:
        notes.key_id = holder.key_id
        let_in_body(notes, service)
        await charge(notes, service, holder, texts=0)
        return holder
    anyone_may = may("anyone", permission, service.settings)
    if secret and not (service.settings.is_open and (anyone_may or permission in MAY["reader"])):
        raise refuse_unknown_key()
    return ANYONE


def let_in_body(notes: RequestNotes, service: Service) -> None:
    """Who is known may send a body of any size that this service takes."""
    notes.body_limit, notes.is_known = service.settings.max_body_bytes, True


async def recognise(notes: RequestNotes, service: Service, secret: str | None) -> None:
    """Lets the body in if the key is known; refuses and charges nothing."""
    if secret and await service.keys.holder(secret):
        let_in_body(notes, service)


async def authenticate(
    notes: RequestNotes, service: Service, secret: str | None, permission: Permission
) -> KeyHolder | Anyone:
    """Whoever sends this key, or nobody known, if they may."""
    sender = await identify_sender(notes, service, secret, permission)
    if not may(sender.role, permission, service.settings):
        raise refuse(sender, permission)
    return sender


async def charge(request: Request | RequestNotes, service: Service, caller: Caller, *, texts: int) -> None:
    """Counts `texts` against the limits of the caller's key; raises, and then counts nothing.

    Without a key, one was counted for the caller's address on the way in, where any are: the rest is now.
    """
    payer = caller.sender if isinstance(caller, Bearer) else caller
    notes = request if isinstance(request, RequestNotes) else notes_of(request.scope)
    if isinstance(payer, KeyHolder):
        _note(notes, await service.limiter.charge(payer, texts=texts))
    elif texts > 1 and notes.count_more is not None:
        notes.count_more(texts - 1)


def count_visit(request: Request, service: Service, door: Door) -> None:
    """By the address uvicorn gives: the client's, or what a proxy it trusts says in X-Forwarded-For."""
    notes, address = notes_of(request.scope), find_address(request)

    def count(visits: int) -> None:
        _note(notes, service.visits.charge(door, address, service.settings, visits=visits))

    count(1)
    notes.count_more = count


def _note(notes: RequestNotes, allowance: Allowance) -> None:
    notes.headers.update(allowance.headers)
    if allowance.refused:
        raise allowance.refused


def find_address(request: Request) -> str:
    return name_address(request.client.host if request.client else None)
