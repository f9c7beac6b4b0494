"""A chat server whose replies a test writes down: streamed word by word, or kept waiting."""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sayso.testing.http_double import serve_on_socket

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

NAME = "scripted"


@dataclass
class ScriptedModel:
    """Gives its `replies` in order, the last one again and again; `asked` keeps what it was asked."""

    replies: deque[str] = field(default_factory=lambda: deque(["Good day to you."]))
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    status: int = 200
    waits: bool = False
    """The last word does not come until `go` is set."""
    go: threading.Event = field(default_factory=threading.Event)

    def say(self, *replies: str) -> None:
        self.replies = deque(replies)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["path"].endswith("/models"):
            await _send_json(send, {"object": "list", "data": [{"id": NAME, "object": "model"}]})
            return
        self.asked.append(json.loads(await _read(receive)))
        if self.status != 200:
            await _send_json(send, {"error": {"message": "out of order"}}, self.status)
            return
        await self._stream(send)

    async def _stream(self, send: Send) -> None:
        reply = self.replies.popleft() if len(self.replies) > 1 else self.replies[0]
        await _start(send, 200, "text/event-stream")
        words = reply.split(" ")
        for number, word in enumerate(words):
            while self.waits and number == len(words) - 1 and not self.go.is_set():
                await asyncio.sleep(0.02)
            await _send_chunk(send, {"content": f" {word}" if number else word})
        await _send_chunk(send, {}, finish="stop")
        await send({"type": "http.response.body", "body": b"data: [DONE]\n\n"})


@contextmanager
def serve_model() -> Generator[tuple[ScriptedModel, str]]:
    """The model, and its address for the setting `upstream`."""
    model = ScriptedModel()
    with serve_on_socket(model) as url:
        yield model, f"{url}/v1"
        model.go.set()


async def _read(receive: Receive) -> bytes:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    return body


async def _start(send: Send, status: int, kind: str) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"content-type", kind.encode())]}
    )


async def _send_json(send: Send, value: object, status: int = 200) -> None:
    await _start(send, status, "application/json")
    await send({"type": "http.response.body", "body": json.dumps(value).encode()})


async def _send_chunk(send: Send, delta: dict[str, str], *, finish: str | None = None) -> None:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    chunk = {"id": "1", "object": "chat.completion.chunk", "model": NAME, "choices": [choice]}
    await send(
        {"type": "http.response.body", "body": f"data: {json.dumps(chunk)}\n\n".encode(), "more_body": True}
    )
