"""Who may use the guard: the holder of a key, or a reader with a token where readers need no key."""

from fastapi import Request

from sayso.web.access.dependencies import KeyFirstRoute, get_service, identify
from sayso.web.access.keys import ANYONE, Caller, read_secret
from sayso.web.access.readers import READER_HEADER, count_visit, find_bearer


class GuardRoute(KeyFirstRoute):
    """Also takes a reader's token."""

    async def find_out(self, request: Request) -> object:
        return await identify_guarded(request)


async def identify_guarded(request: Request) -> Caller:
    """As everywhere, and besides: where anyone may become a reader, a reader's token is enough, counted by
    the address it comes from. That is what the page to chat on has."""
    service = await get_service(request)
    settings, token = service.settings, request.headers.get(READER_HEADER, "")
    has_key = read_secret(request.headers, request.query_params) is not None
    if has_key or not token or settings.is_open or not settings.readers_are_open:
        return await identify(request)
    count_visit(request, service.readers.visits, per_minute=settings.reader_per_minute)
    reader, _ = await find_bearer(service, token, ANYONE)
    return Caller(community=reader.community)
