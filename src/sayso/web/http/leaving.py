"""Work stops when the client that asked for it has gone."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from fastapi import Request
from starlette.requests import ClientDisconnect
from starlette.responses import Response

CLIENT_GONE = 499
"""For the log: nobody reads the answer."""


async def run_while_there(request: Request, work: Coroutine[Any, Any, Response]) -> Response:
    """Answers, or stops working as soon as the client has gone. The body is read first, and kept."""
    try:
        await request.body()
    except BaseException as error:
        work.close()
        if isinstance(error, ClientDisconnect):
            return Response(status_code=CLIENT_GONE)
        raise
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_await_leave(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        return Response(status_code=CLIENT_GONE)
    finally:
        for task in (working, leaving):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task


async def _await_leave(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
