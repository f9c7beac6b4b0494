from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from sayso.web.api.errors import make_shape
from sayso.web.http.metrics import Metrics
from sayso.web.http.middleware import RequestMiddleware

pytestmark = pytest.mark.anyio


async def no_message() -> Message:
    raise AssertionError("nothing is read here")


async def call(app: Any, *, kind: str = "http") -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": kind, "path": "/x", "root_path": "", "method": "GET", "headers": []}
    await RequestMiddleware(app, metrics=Metrics(), shapes={"": make_shape()})(scope, no_message, send)
    return sent


async def test_a_failure_before_the_answer_becomes_a_500() -> None:
    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        raise KeyError("what a person wrote")

    start, body = await call(fail)
    assert start["status"] == 500
    assert b'"internal-error"' in body["body"]
    assert b"person" not in body["body"]


async def test_a_failure_in_the_middle_of_an_answer_adds_nothing_to_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise KeyError("what a person wrote")

    (start,) = await call(fail)
    assert start["status"] == 200
    assert "KeyError" in capsys.readouterr().out


async def test_a_header_that_the_answer_sets_itself_is_left_alone() -> None:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"Cache-Control", b"max-age=60")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    (start,) = await call(answer)
    assert [value for name, value in start["headers"] if name.lower() == b"cache-control"] == [b"max-age=60"]
    assert (b"x-frame-options", b"DENY") in start["headers"]


async def test_what_is_not_http_passes_unseen() -> None:
    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "lifespan.startup.complete"})

    assert await call(answer, kind="lifespan") == [{"type": "lifespan.startup.complete"}]
