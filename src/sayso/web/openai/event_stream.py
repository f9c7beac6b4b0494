"""HTTP's side of an answer that takes its time: what keeps it alive, what ends it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.responses import StreamingResponse
from starlette.types import Send

from sayso.reader.guard.completions import WAITING, frame
from sayso.web.http.errors import problem_from
from sayso.web.openai.errors import describe_error


class EventStreamResponse(StreamingResponse):
    """Closes its source as soon as the client has gone."""

    media_type = "text/event-stream"

    def __init__(self, frames: AsyncGenerator[bytes]) -> None:
        super().__init__(frames, headers={"X-Accel-Buffering": "no"})
        self._frames = frames

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._frames):
            await super().stream_response(send)


def frame_error(error: Exception) -> bytes:
    """A failure after the answer has begun: SDKs raise it."""
    return frame({"error": describe_error(problem_from(error))})


async def keep_alive(frames: AsyncGenerator[bytes], *, every_s: float) -> AsyncGenerator[bytes]:
    """A comment whenever nothing was sent for so long: proxies cut what is silent."""
    upcoming: asyncio.Future[bytes | None] | None = None
    try:
        while True:
            upcoming = asyncio.ensure_future(anext(frames, None))
            while not (await asyncio.wait({upcoming}, timeout=every_s))[0]:
                yield WAITING
            following = upcoming.result()
            if following is None:
                return
            yield following
    finally:
        if upcoming and not upcoming.done():
            upcoming.cancel()
            await asyncio.wait({upcoming})
        await frames.aclose()
