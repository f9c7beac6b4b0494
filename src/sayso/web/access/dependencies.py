"""What routes ask FastAPI for: the service, and who is calling."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any, ClassVar, cast

from fastapi import Depends, Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from sayso.web.access.keys import Caller, authenticate, read_secret
from sayso.web.http.request_notes import notes_of
from sayso.web.service import Service


async def get_service(request: Request) -> Service:
    """Async although it waits for nothing: FastAPI sends what is not to another thread."""
    return cast(Service, request.app.state.service)


def public_root(request: Request, service: Service) -> str:
    """The address clients use, without a slash at its end: as set, or as this request has it."""
    return service.settings.public_url.rstrip("/") or str(request.base_url).rstrip("/")


ServiceDep = Annotated[Service, Depends(get_service)]


class KeyFirstRoute(APIRoute):
    """Asks who is calling before the body is read; FastAPI alone reads the body first.

    Whoever knows callers otherwise says how in `find_out`, and under what name the answer is kept.
    """

    known_as: ClassVar[str] = "caller"

    async def find_out(self, request: Request) -> object:
        return await identify(request)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def answer_known(request: Request) -> Response:
            setattr(request.state, self.known_as, await self.find_out(request))
            return await answer(request)

        return answer_known


async def identify(request: Request) -> Caller:
    """Authenticates, and puts the caller's limits into the answer's headers, even if the request is bad."""
    service = await get_service(request)
    caller = await authenticate(service, read_secret(request.headers, request.query_params))
    notes_of(request.scope).key_id = caller.key_id
    await charge(request, service, caller, texts=0)
    return caller


async def get_caller(request: Request) -> Caller:
    """Whom a `KeyFirstRoute` has identified; on any other route there is nobody, and the request fails."""
    return cast(Caller, request.state.caller)


CallerDep = Annotated[Caller, Depends(get_caller)]


async def charge(request: Request, service: Service, caller: Caller, *, texts: int) -> None:
    """Counts `texts` against the caller's limits; raises `LimitReached`, and then counts nothing."""
    allowance = await service.limiter.charge(caller, texts=texts)
    notes_of(request.scope).headers.update(allowance.headers)
    if allowance.refused:
        raise allowance.refused
