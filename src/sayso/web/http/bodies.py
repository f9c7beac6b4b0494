"""How much of a body is read, how slowly it may come, and how much of strangers' bodies is held at once."""

import asyncio
import time
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sayso.web.http.request_notes import RequestNotes, notes_of

STRANGERS_BODY = 1024 * 1024
"""The largest body of somebody without a known key."""

STRANGERS_BODIES = 64 * 1024 * 1024
"""All such bodies together."""

GRACE_S = 20.0
SLOWEST = 10_000
"""A body takes no longer than the grace and a second for each so many bytes that have come."""


class BodyTooLarge(HTTPException):
    """The connection is closed after it: the rest of the body is not worth reading."""

    def __init__(self, limit: int) -> None:
        super().__init__(413, f"The request body is larger than {limit} bytes", {"Connection": "close"})


class BodyTooSlow(HTTPException):
    def __init__(self, seconds: float) -> None:
        message = f"The request body has not come within {seconds:.0f} seconds"
        super().__init__(408, message, {"Connection": "close"})


class TooManyBodies(HTTPException):
    def __init__(self) -> None:
        message = "Too many requests without a key have bodies under way"
        super().__init__(503, message, {"Connection": "close", "Retry-After": "5"})


class BodyLimitMiddleware:
    """Refuses by `content-length` when the body is first asked for; counts while reading in any case.

    The limit is a stranger's until the notes of the request say more.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        limit: int,
        strangers_limit: int | None = None,
        grace_s: float = GRACE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._strangers_limit = min(limit, strangers_limit or limit)
        self._has_strangers = strangers_limit is not None
        self._grace_s = grace_s
        self._clock = clock
        self._held = 0
        """Bytes of strangers, over all requests."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        notes, counted = notes_of(scope), 0
        notes.is_known = notes.is_known or not self._has_strangers
        body = _Body(receive, _declared_length(scope), notes, self._strangers_limit)

        async def read() -> Message:
            nonlocal counted
            message = await body.read(self._grace_s, self._clock)
            self._held += body.strangers_bytes - counted
            counted = body.strangers_bytes
            if counted and self._held > STRANGERS_BODIES:
                raise TooManyBodies
            return message

        try:
            await self._app(scope, read, send)
        finally:
            self._held -= counted


class _Body:
    """One body on its way in."""

    def __init__(self, receive: Receive, declared: int, notes: RequestNotes, strangers_limit: int) -> None:
        self._receive = receive
        self._declared = declared
        self._notes = notes
        self._strangers_limit = strangers_limit
        self._seen = 0
        self._waited_s = 0.0
        self._is_whole = False

    @property
    def strangers_bytes(self) -> int:
        """What of it nobody known has sent, and is kept."""
        return 0 if self._notes.is_known else min(self._seen, self._strangers_limit)

    async def read(self, grace_s: float, clock: Callable[[], float]) -> Message:
        limit = self._notes.body_limit or self._strangers_limit
        if max(self._declared, self._seen) > limit:
            raise BodyTooLarge(limit)
        message = await (self._receive() if self._is_whole else self._wait(grace_s, clock))
        self._seen += len(message.get("body", b""))
        self._is_whole = self._is_whole or not message.get("more_body")
        if self._seen > limit:
            raise BodyTooLarge(limit)
        return message

    async def _wait(self, grace_s: float, clock: Callable[[], float]) -> Message:
        """Counts the time that the client takes, not that of whoever reads."""
        allowed_s = grace_s + self._seen / SLOWEST
        if self._waited_s >= allowed_s:
            raise BodyTooSlow(allowed_s)
        began_at = clock()
        try:
            async with asyncio.timeout(allowed_s - self._waited_s):
                return await self._receive()
        except TimeoutError:
            raise BodyTooSlow(allowed_s) from None
        finally:
            self._waited_s += clock() - began_at


def _declared_length(scope: Scope) -> int:
    value = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(value) if value.isdigit() else 0
