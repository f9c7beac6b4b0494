"""HEAD wherever there is GET: the same headers without the body, for monitors and link checkers."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadMiddleware:
    """Routes know GET alone; what they answer to it is cut down to its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            body = {"body": b""} if message["type"] == "http.response.body" else {}
            await send({**message, **body})

        asked = {**scope, "method": "GET"}
        try:
            await self._app(asked, receive, send_head)
        finally:
            scope.update(asked, method="HEAD")  # which route it was is counted and logged
