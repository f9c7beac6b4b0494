"""Asks another service too, in the background, and keeps both scores for `sayso shadow report`."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import structlog

from sayso.core import Attribute, Scorer
from sayso.core.errors import SaysoError
from sayso.scoring.gathering import call_scorer
from sayso.scoring.optional_roles import close_scorer

QUEUE_SIZE = 1000
AT_ONCE = 8
"""Questions under way at the same time: one by one, a busy site would compare only a small part."""
_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.shadow")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One text with our scores and theirs, both on Perspective's scale."""

    content: str = field(repr=False)
    community: str
    ours: Mapping[Attribute, float]
    model: str
    theirs: Mapping[Attribute, float] = field(default_factory=dict[Attribute, float])


class ShadowComparer:
    """Never delays or fails an answer: what does not fit the queue is dropped and counted."""

    def __init__(
        self,
        scorer: Scorer,
        *,
        keep: Callable[[Comparison], Awaitable[None]],
        count: Callable[[str], None],
        queue_size: int = QUEUE_SIZE,
    ) -> None:
        self._scorer = scorer
        self._keep = keep
        self._count = count
        self._queue: asyncio.Queue[Comparison] = asyncio.Queue(queue_size)
        self._thread = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="sayso-shadow")
        self._tasks: set[asyncio.Task[None]] = set()

    def offer(self, content: str, *, community: str, ours: Mapping[Attribute, float], model: str) -> None:
        """Queues a text that the client allowed to be kept; returns at once."""
        try:
            self._queue.put_nowait(Comparison(content, community, ours, model))
        except asyncio.QueueFull:
            self._count("dropped")

    def start(self) -> None:
        self._tasks = {asyncio.create_task(self._run()) for _ in range(AT_ONCE)}

    async def close(self, *, grace_s: float = 5.0) -> None:
        """Gives the queue a moment to empty; what is left is dropped and counted."""
        if self._tasks:
            await asyncio.wait({asyncio.ensure_future(self._queue.join())}, timeout=grace_s)
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)
        for _ in range(self._queue.qsize()):
            self._count("dropped")
        self._thread.shutdown(wait=False, cancel_futures=True)
        close_scorer(self._scorer)

    async def _run(self) -> None:
        while True:
            comparison = await self._queue.get()
            try:
                await self._compare(comparison)
                self._count("kept")
            except SaysoError as error:
                self._count("failed")
                _log.warning("shadow failed", code=error.slug, hint=error.hint)
            except asyncio.CancelledError:
                self._count("dropped")
                raise
            except Exception as error:  # noqa: BLE001  # one bad comparison must not end the task
                self._count("failed")
                _log.error("shadow failed", error=type(error).__name__)
            finally:
                self._queue.task_done()

    async def _compare(self, comparison: Comparison) -> None:
        loop = asyncio.get_running_loop()
        ask = partial(self._scorer.score, [comparison.content])
        scores = await loop.run_in_executor(self._thread, partial(call_scorer, self._scorer, ask))
        await self._keep(replace(comparison, theirs=scores.row(0)))
