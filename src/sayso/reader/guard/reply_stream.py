"""Reads a stream to its end in a task of its own: judging slows no reading, and waiting can be cut short."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import structlog

from sayso.core.errors import SaysoError
from sayso.core.traces import describe_error
from sayso.reader.guard.replies import Part
from sayso.reader.guard.upstream_failures import tell_broken_off

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


class ReplyStream:
    """`take` gives what has come since; `failure` says, once it has ended, why it ended too early."""

    def __init__(self, parts: AsyncGenerator[Part]) -> None:
        self._parts = parts
        self._waiting: list[Part] = []
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._run())
        self.failure: SaysoError | None = None
        self.is_done = False

    async def wait_start(self, patience_s: float) -> bool:
        """Whether something came within this time, or the end did."""
        try:
            await asyncio.wait_for(self._news.wait(), patience_s)
        except TimeoutError:
            return False
        return True

    @property
    def early_failure(self) -> SaysoError | None:
        """Why it ended before anything came; None while it has not, or if something did."""
        if not self.is_done or self._waiting:
            return None
        return self.failure or tell_broken_off()

    async def take(self) -> list[Part]:
        """All that waits; nothing at all means the end."""
        await self._news.wait()
        parts, self._waiting = self._waiting, []
        if not self.is_done:
            self._news.clear()
        return parts

    async def drain(self, patience_s: float) -> None:
        """Lets the server finish, so that the connection can be used again."""
        await asyncio.wait({self._task}, timeout=patience_s)

    def stop(self) -> None:
        """Ends the call to the server as well."""
        self._task.cancel()

    async def _run(self) -> None:
        try:
            async with aclosing(self._parts) as parts:
                async for part in parts:
                    self._waiting.append(part)
                    self._news.set()
        except SaysoError as error:
            self.failure = error
        except Exception as error:  # noqa: BLE001  # whoever waits for the reply must hear of its end
            _log.error("stream not read", **describe_error(error))
            self.failure = tell_broken_off()
        finally:
            self.is_done = True
            self._news.set()
