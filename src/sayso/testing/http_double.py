"""A service that is not there: answers the way the real one would, in process or on a socket.

One double serves both sides: `transport()` for an httpx client, and the object itself as an ASGI app.
"""

import asyncio
import json
import socket
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import httpx

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the double got it."""

    method: str
    path: str
    query: Mapping[str, str] = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the double sends back: a JSON value, or bytes as they are."""

    status: int = 200
    content: object = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay_s: float = 0.0

    def body(self) -> bytes:
        return self.content if isinstance(self.content, bytes) else json.dumps(self.content).encode()


class HttpDouble:
    """Answers with what `plan` was given, in order, then with `respond`; `asked` keeps every request."""

    def __init__(self, respond: Callable[[Asked], Answer]) -> None:
        self._respond = respond
        self._planned: deque[Answer | Exception] = deque()
        self.asked: list[Asked] = []

    def plan(self, *answers: Answer | Exception) -> None:
        """The next answers; in process, an exception is raised in the client: nothing answered."""
        self._planned.extend(answers)

    def answer(self, asked: Asked) -> Answer:
        self.asked.append(asked)
        planned = self._planned.popleft() if self._planned else self._respond(asked)
        if isinstance(planned, Exception):
            raise planned
        return planned

    def transport(self) -> httpx.MockTransport:
        return httpx.MockTransport(self._handle)

    def _handle(self, request: httpx.Request) -> httpx.Response:
        asked = Asked(
            request.method, request.url.path, dict(request.url.params), dict(request.headers), request.read()
        )
        answer = self.answer(asked)
        return httpx.Response(answer.status, headers=_headers(answer), content=answer.body())

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        answer = self.answer(await _read_scope(scope, receive))
        await asyncio.sleep(answer.delay_s)
        headers = [(name.encode(), value.encode()) for name, value in _headers(answer).items()]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body()})


def _headers(answer: Answer) -> dict[str, str]:
    return {"content-type": "application/json", **answer.headers}


async def _read_scope(scope: Message, receive: Receive) -> Asked:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    query = {name: values[0] for name, values in parse_qs(scope["query_string"].decode()).items()}
    headers = {name.decode().lower(): value.decode("latin-1") for name, value in scope["headers"]}
    return Asked(scope["method"], scope["path"], query, headers, body)


@contextmanager
def serve_on_socket(app: Any) -> Generator[str]:
    """Runs an ASGI app on a free local port while the block runs; gives its address."""
    import uvicorn

    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            app, log_level="critical", lifespan="off", ws="none", timeout_graceful_shutdown=1
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
