"""Keeps what authors say is wrong, has the platform told of it, and forgets who sent it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from sayso.author.webhook_sender import WebhookSender
from sayso.core.errors import SaysoError
from sayso.core.json_text import render_json
from sayso.storage import Delivery, NewObjection, Objection, Receipt, Store, Transaction
from sayso.storage.author.objections import SAME_CLICK
from sayso.storage.columns import format_moment
from sayso.web.access.addresses import AddressLimiter

PATH = "/feedback/"
"""Where the link of an author begins, after the service's address."""


class ObjectionService:
    """`limiter` counts what is sent without a key, `visits` who looks at links. Used from one event loop."""

    def __init__(
        self, store: Store, *, courier: WebhookSender | None = None, forget_after: timedelta = SAME_CLICK
    ) -> None:
        self._store = store
        self._courier = courier
        self._forget_after = forget_after
        self._forgetting: asyncio.TimerHandle | None = None
        self._last_kept = 0.0
        self.limiter = AddressLimiter()
        self.visits = AddressLimiter()

    def start(self) -> None:
        self._forget(self._forget_after)  # what a killed process left behind
        if self._courier:
            self._courier.start()

    async def keep(self, new: NewObjection, *, client: str, root: str) -> Receipt:
        """Acknowledged once it is on disk, and with it that the platform has to be told."""

        def add(transaction: Transaction) -> Receipt:
            return self._store.objections.add(
                transaction, new, client=client, root=root if self._courier else None
            )

        receipt = await asyncio.wrap_future(self._store.submit(add))
        self._remember_to_forget()
        if self._courier:
            self._courier.wake()
        return receipt

    async def close(self) -> None:
        if self._forgetting:
            self._forgetting.cancel()
            self._forget(timedelta(0))
        if self._courier:
            await asyncio.to_thread(self._courier.close)

    def _remember_to_forget(self) -> None:
        loop = asyncio.get_running_loop()
        self._last_kept = loop.time()
        if self._forgetting is None:
            self._forgetting = loop.call_later(self._forget_after.total_seconds(), self._forget_due)

    def _forget_due(self) -> None:
        loop = asyncio.get_running_loop()
        self._forgetting = None
        self._forget(self._forget_after)
        rest_s = self._last_kept + self._forget_after.total_seconds() - loop.time()
        if rest_s > 0:
            self._forgetting = loop.call_later(rest_s, self._forget_due)

    def _forget(self, after: timedelta) -> None:
        """Nobody waits for it: whoever objects next tries again."""
        with suppress(SaysoError):
            self._store.submit(
                lambda transaction: self._store.objections.forget_clients(transaction, after=after)
            )


def make_webhook_sender(store: Store, *, url: str, key: bytes, count: Callable[[str], None]) -> WebhookSender:
    """Who tells the platform at `url`."""

    def describe(delivery: Delivery) -> bytes | None:
        objection = store.objections.get(delivery.objection_id)
        if objection is None or objection.withdrawn_at is not None:
            return None
        return render_json(make_message(objection, root=delivery.root))

    return WebhookSender(store.outbox, describe=describe, url=url, key=key, count=count)


def make_message(objection: Objection, *, root: str) -> dict[str, Any]:
    """`text` and `comment` are null if they were erased before they could be told."""
    data = {
        "id": objection.id,
        "kind": objection.kind,
        "model": objection.model,
        "community": objection.community,
        "begin": objection.begin,
        "end": objection.end,
        "text": objection.content,
        "comment": objection.comment,
        "scores": dict(objection.scores),
        "url": make_link(root, objection.token),
    }
    return {"type": "feedback.created", "timestamp": format_moment(objection.at), "data": data}


def make_link(root: str, token: str) -> str:
    return f"{root}{PATH}{token}"
