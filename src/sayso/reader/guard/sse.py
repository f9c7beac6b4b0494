"""Server-sent events from bytes cut anywhere; the rules are httpx-sse's. Why: docs/decisions/0022."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import httpx
from httpx_sse import EventSource

DONE = "[DONE]"
_HEADERS = {"content-type": "text/event-stream; charset=utf-8"}
_MARK = b"\xef\xbb\xbf"


async def read_frames(pieces: AsyncIterator[bytes]) -> AsyncGenerator[str]:
    """The data of each event, up to `[DONE]` or the end. Comments and events without data are left out.

    An event that the end cuts off is read as far as it came: half a frame is no JSON, and whoever parses
    it says so, while a whole one that lacks its empty line is not lost.
    """
    response = httpx.Response(200, headers=_HEADERS, content=_finish(pieces))
    async with aclosing(EventSource(response).aiter_sse()) as events:
        async for event in events:
            if event.data:
                yield event.data
            if event.data.strip() == DONE:
                return


async def _finish(pieces: AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
    """Without the mark that some put before UTF-8, and with an end to the last event."""
    start: bytes | None = b""
    async for piece in pieces:
        if start is None:
            yield piece
        elif len(start + piece) < len(_MARK):
            start += piece
        else:
            yield (start + piece).removeprefix(_MARK)
            start = None
    yield (start or b"") + b"\n\n"
