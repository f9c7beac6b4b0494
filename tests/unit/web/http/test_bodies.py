from collections.abc import Sequence

import pytest
from starlette.types import Message, Receive, Scope, Send

from sayso.web.http.bodies import BodyLimitMiddleware, BodyTooLarge

pytestmark = pytest.mark.anyio


async def read_all(scope: Scope, receive: Receive, send: Send) -> None:
    scope["got"] = b""
    while True:
        message = await receive()
        scope["got"] += message.get("body", b"")
        if not message.get("more_body"):
            return


async def no_send(_message: Message) -> None:
    raise AssertionError("nothing is sent here")


async def feed(
    chunks: Sequence[bytes], *, limit: int, length: bytes | None = None, kind: str = "http"
) -> bytes:
    queue = list(chunks)

    async def receive() -> Message:
        return {"type": "http.request", "body": queue.pop(0), "more_body": bool(queue)}

    headers = [] if length is None else [(b"content-length", length)]
    scope: Scope = {"type": kind, "headers": headers}
    await BodyLimitMiddleware(read_all, limit=limit)(scope, receive, no_send)
    return scope["got"]


async def test_a_body_of_exactly_the_limit_passes() -> None:
    assert await feed([b"1234", b"56"], limit=6, length=b"6") == b"123456"


async def test_a_body_that_says_it_is_too_large_is_not_read() -> None:
    with pytest.raises(BodyTooLarge, match="larger than 6 bytes"):
        await feed([], limit=6, length=b"7")


async def test_a_body_without_a_length_is_counted_while_it_comes() -> None:
    with pytest.raises(BodyTooLarge) as caught:
        await feed([b"1234", b"567", b"8"], limit=6)
    assert caught.value.status_code == 413
    assert caught.value.headers == {"Connection": "close"}


async def test_a_body_longer_than_it_says_is_caught() -> None:
    with pytest.raises(BodyTooLarge):
        await feed([b"1234567"], limit=6, length=b"1")


async def test_a_length_that_is_no_number_is_left_to_the_counting() -> None:
    assert await feed([b"12"], limit=6, length=b"many") == b"12"


async def test_what_is_not_http_passes_unseen() -> None:
    assert await feed([b"1234567"], limit=1, kind="websocket") == b"1234567"
