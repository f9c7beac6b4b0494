"""No body larger than the limit is read, whether it says its length or not."""

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BodyTooLarge(HTTPException):
    """The connection is closed after it: the rest of the body is not worth reading."""

    def __init__(self, limit: int) -> None:
        super().__init__(413, f"The request body is larger than {limit} bytes", {"Connection": "close"})


class BodyLimitMiddleware:
    """Refuses by `content-length` when the body is first asked for; counts while reading in any case."""

    def __init__(self, app: ASGIApp, *, limit: int) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        seen = 0
        declared = _declared_length(scope)

        async def count() -> Message:
            nonlocal seen
            if declared > self._limit:
                raise BodyTooLarge(self._limit)
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._limit:
                raise BodyTooLarge(self._limit)
            return message

        await self._app(scope, count, send)


def _declared_length(scope: Scope) -> int:
    value = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(value) if value.isdigit() else 0
