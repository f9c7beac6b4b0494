import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

from sayso.reader.guard.completions import WAITING
from sayso.web.openai.event_stream import keep_alive


async def slow(*pauses: float) -> AsyncIterator[bytes]:
    for pause in pauses:
        await asyncio.sleep(pause)
        yield b"frame"


def test_silence_is_filled_with_comments() -> None:
    async def collect() -> list[bytes]:
        return [frame async for frame in keep_alive(cast("Any", slow(0.0, 0.3, 0.0)), every_s=0.05)]

    frames = asyncio.run(collect())
    assert frames[0] == b"frame"
    assert frames.count(b"frame") == 3
    assert WAITING in frames[1:-2]


def test_closing_ends_the_source() -> None:
    ended = asyncio.Event()

    async def endless() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b"frame"
                await asyncio.sleep(10)
        finally:
            ended.set()

    async def leave() -> None:
        kept = keep_alive(cast("Any", endless()), every_s=0.01)
        assert [await anext(kept), await anext(kept)] == [b"frame", WAITING]
        await kept.aclose()

    asyncio.run(leave())
    assert ended.is_set()
