"""Tells a platform what authors said is wrong: in a thread of its own, again and again until it was heard."""

import asyncio
import base64
import hashlib
import hmac
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta

import httpx
import structlog

from sayso import __version__
from sayso.core.errors import SaysoError
from sayso.core.traces import describe_error
from sayso.storage import Delivery
from sayso.storage.author.outbox import Outbox

AT_ONCE = 8
TIMEOUT_S = 10.0
"""For one attempt, from looking up the name to the status line; what comes after that is not read."""

LEASE = timedelta(seconds=3 * TIMEOUT_S)
GRACE_S = 2.0
LOOK_S = 5.0
"""How often to look for what another worker left behind."""

RETRIES_S = (1, 5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400)
"""Three days in all. Then whoever runs the service still has the report, and the log says so."""

_HEADERS = {"content-type": "application/json", "user-agent": f"sayso/{__version__}"}
_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.webhook")


class WebhookSender:
    """Has an event loop of its own: however long the other side hangs, no request of ours waits for it.

    `describe` makes the body of a message, or says None where there is nothing left to tell.
    """

    def __init__(
        self,
        outbox: Outbox,
        *,
        describe: Callable[[Delivery], bytes | None],
        url: str,
        key: bytes,
        count: Callable[[str], None],
        retries_s: Sequence[float] = RETRIES_S,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self._outbox = outbox
        self._describe = describe
        self._url = url
        self._key = key
        self._count = count
        self._retries_s = retries_s
        self._timeout_s = timeout_s
        self._thread = threading.Thread(target=self._work, name="sayso-webhook", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._under_way = 0
        self._ending = False

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Something new is in the outbox."""
        self._call(self._woken.set)

    def close(self, *, grace_s: float = GRACE_S) -> None:
        """Blocks while the attempts under way get a moment more; the rest stays in the outbox."""
        self._ending = True
        if not self._thread.is_alive():
            return
        self.wake()
        self._thread.join(grace_s)
        if self._thread.is_alive() and self._main:
            self._call(self._main.cancel)
            self._thread.join(grace_s)

    def _call(self, what: Callable[[], object]) -> None:
        """In the thread's loop. Before it runs, it needs no waking; after its end, the outbox keeps all."""
        if self._loop:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(what)

    def _work(self) -> None:
        with suppress(asyncio.CancelledError), asyncio.Runner() as runner:
            runner.run(self._run())

    async def _run(self) -> None:
        self._loop, self._main = asyncio.get_running_loop(), asyncio.current_task()
        async with (
            httpx.AsyncClient(timeout=self._timeout_s, headers=_HEADERS) as client,
            asyncio.TaskGroup() as attempts,
        ):
            while not self._ending:
                self._woken.clear()
                claimed, wait_s = self._claim()
                for delivery in claimed:
                    self._under_way += 1
                    attempts.create_task(self._try(client, delivery)).add_done_callback(self._count_down)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), wait_s)

    def _count_down(self, _attempt: object) -> None:
        self._under_way -= 1
        self._woken.set()

    def _claim(self) -> tuple[list[Delivery], float]:
        """What to try now, and the seconds until the next look. Whatever fails, that is another try."""
        free = AT_ONCE - self._under_way
        if not free:
            return [], LOOK_S
        try:
            claimed, wait_s = self._outbox.claim(at_most=free, lease=LEASE), self._outbox.wait_s()
        except SaysoError as error:
            _log.warning("outbox not read", code=error.slug)
            return [], LOOK_S
        except Exception as error:  # noqa: BLE001  # the thread must outlive what nobody expected
            _log.error("outbox not read", **describe_error(error))
            return [], LOOK_S
        return claimed, LOOK_S if wait_s is None else min(LOOK_S, max(0.05, wait_s))

    async def _try(self, client: httpx.AsyncClient, delivery: Delivery) -> None:
        """Deliver it and keep what came of it; should that fail, the lease brings it back."""
        try:
            await self._deliver(client, delivery)
        except SaysoError as error:
            _log.warning("webhook not settled", message=delivery.id, code=error.slug)
        except asyncio.CancelledError:
            with suppress(SaysoError):
                self._outbox.postpone(delivery, delay=timedelta(0))  # the next process need not wait
            raise
        except Exception as error:  # noqa: BLE001  # as above
            _log.error("webhook not settled", message=delivery.id, **describe_error(error))

    async def _deliver(self, client: httpx.AsyncClient, delivery: Delivery) -> None:
        body = self._describe(delivery)
        if body is None:
            self._outbox.settle(delivery)
            return
        failure = await self._send(client, delivery, body)
        if not failure:
            self._outbox.settle(delivery)
            self._count("told")
        elif delivery.attempts > len(self._retries_s):
            self._outbox.settle(delivery)
            self._count("given up")
            _log.error("webhook given up", message=delivery.id, attempts=delivery.attempts, reason=failure)
        else:
            delay_s = self._retries_s[delivery.attempts - 1]
            self._outbox.postpone(delivery, delay=timedelta(seconds=delay_s))
            self._count("failed")
            _log.warning("webhook failed", message=delivery.id, attempts=delivery.attempts, reason=failure)

    async def _send(self, client: httpx.AsyncClient, delivery: Delivery, body: bytes) -> str:
        """Why it was not taken; empty if it was. A redirect is not followed: it could lead anywhere."""
        headers = sign(body, key=self._key, message_id=delivery.id, timestamp=int(time.time()))
        try:
            async with (
                asyncio.timeout(self._timeout_s),
                client.stream("POST", self._url, content=body, headers=headers) as answer,
            ):
                return "" if answer.is_success else f"status {answer.status_code}"
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError) as error:
            return type(error).__name__


def sign(body: bytes, *, key: bytes, message_id: str, timestamp: int) -> Mapping[str, str]:
    """The three headers of Standard Webhooks, by which a platform can tell ours from a forgery.

    The time is signed too, so that an old message cannot be sent again later.
    """
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
