"""What the reader's routes share in one worker: the tokens, the counts, and the clock that ends waiting."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from sayso.core.errors import SaysoError
from sayso.core.traces import describe_error
from sayso.storage import Store
from sayso.web.access.tokens import Tokens

PATH = "/held/"
"""Where the link of a reader begins, after the service's address."""

EXPIRY_INTERVAL_S = 60.0
ROUNDS_PER_DAY = 24 * 60
_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")


class ReaderService:
    """Used from one event loop."""

    def __init__(self, store: Store, tokens: Tokens) -> None:
        self._store = store
        self.tokens = tokens

    def make_link(self, root: str, *, reader_id: str, held_id: str) -> str:
        """The page on which this reader, and nobody else, answers about this reply."""
        return f"{root}{PATH}{self.tokens.sign_link(reader_id, held_id)}"

    def start(self) -> Callable[[], Awaitable[None]]:
        """From now on what waits too long is erased on time, even if nobody looks; the function ends it."""
        ending = asyncio.Event()
        expiring = asyncio.create_task(self._expire_until(ending))

        async def end() -> None:
            ending.set()
            await expiring

        return end

    async def _expire_until(self, ending: asyncio.Event) -> None:
        rounds = 0
        while not ending.is_set():
            await self._clean_up(thoroughly=rounds % ROUNDS_PER_DAY == 0)
            rounds += 1
            with suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), EXPIRY_INTERVAL_S)

    async def _clean_up(self, *, thoroughly: bool) -> None:
        """Replies that nobody answered in time; now and then also words that no longer hold."""
        try:
            await asyncio.to_thread(self._store.held.expire)
            if thoroughly:
                await asyncio.to_thread(self._store.terms.forget)
        except SaysoError as error:
            _log.warning("replies not expired yet", code=error.slug)
        except Exception as error:  # noqa: BLE001  # the next minute is another try
            _log.error("replies not expired yet", **describe_error(error))
