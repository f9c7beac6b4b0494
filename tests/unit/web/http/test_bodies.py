import asyncio
from collections.abc import Sequence

import pytest
from starlette.types import Message, Receive, Scope, Send

from sayso.web.http import bodies
from sayso.web.http.bodies import BodyLimitMiddleware, BodyTooLarge, BodyTooSlow, TooManyBodies
from sayso.web.http.request_notes import RequestNotes

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
    chunks: Sequence[bytes],
    *,
    limit: int,
    length: bytes | None = None,
    kind: str = "http",
    strangers_limit: int | None = None,
    notes: RequestNotes | None = None,
) -> bytes:
    queue = list(chunks)

    async def receive() -> Message:
        return {"type": "http.request", "body": queue.pop(0), "more_body": bool(queue)}

    headers = [] if length is None else [(b"content-length", length)]
    scope: Scope = {"type": kind, "headers": headers, "sayso.notes": notes or RequestNotes()}
    middleware = BodyLimitMiddleware(read_all, limit=limit, strangers_limit=strangers_limit)
    await middleware(scope, receive, no_send)
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


async def test_a_stranger_may_send_less() -> None:
    assert await feed([b"123"], limit=6, strangers_limit=3) == b"123"
    with pytest.raises(BodyTooLarge, match="larger than 3 bytes"):
        await feed([b"1234"], limit=6, strangers_limit=3)


async def test_who_is_known_may_send_as_much_as_anybody() -> None:
    known = RequestNotes(body_limit=6, is_known=True)
    assert await feed([b"123456"], limit=6, strangers_limit=3, notes=known) == b"123456"


async def test_of_all_strangers_together_only_so_much_is_held_and_given_back_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "STRANGERS_BODIES", 5)
    gate, refused = asyncio.Event(), 0

    async def read_and_wait(scope: Scope, receive: Receive, send: Send) -> None:
        await read_all(scope, receive, send)
        await gate.wait()

    middleware = BodyLimitMiddleware(read_and_wait, limit=6, strangers_limit=3)

    async def send_three() -> None:
        nonlocal refused

        async def receive() -> Message:
            return {"type": "http.request", "body": b"123", "more_body": False}

        try:
            await middleware({"type": "http", "headers": []}, receive, no_send)
        except TooManyBodies:
            refused += 1

    first = asyncio.create_task(send_three())
    await asyncio.sleep(0)
    await send_three()
    assert refused == 1
    gate.set()
    await first
    await send_three()
    assert refused == 1


async def test_a_body_that_stops_coming_is_not_waited_for() -> None:
    async def receive() -> Message:
        await asyncio.sleep(60)
        raise AssertionError("nobody waits so long")

    middleware = BodyLimitMiddleware(read_all, limit=6, grace_s=0.01)
    with pytest.raises(BodyTooSlow) as caught:
        await middleware({"type": "http", "headers": []}, receive, no_send)
    assert caught.value.status_code == 408


async def test_what_has_come_gives_more_time_and_dripping_does_not() -> None:
    now = 0.0

    async def receive() -> Message:
        nonlocal now
        now += 4.0
        return {"type": "http.request", "body": b"1", "more_body": True}

    middleware = BodyLimitMiddleware(read_all, limit=100_000, grace_s=10.0, clock=lambda: now)
    with pytest.raises(BodyTooSlow, match="within 10 seconds"):
        await middleware({"type": "http", "headers": []}, receive, no_send)
    assert now == 12.0


async def test_after_the_body_a_client_may_wait_for_its_answer_as_long_as_it_takes() -> None:
    async def wait_for_the_end(_scope: Scope, receive: Receive, _send: Send) -> None:
        await receive()
        assert (await receive())["type"] == "http.disconnect"

    queue: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if queue:
            return queue.pop()
        await asyncio.sleep(0.05)
        return {"type": "http.disconnect"}

    await BodyLimitMiddleware(wait_for_the_end, limit=6, grace_s=0.01)(
        {"type": "http", "headers": []}, receive, no_send
    )
