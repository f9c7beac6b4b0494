"""Keeps what authors say is wrong, has the platform told of it, and forgets who sent it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import structlog

from sayso.author.draft import MAX_BYTES
from sayso.author.webhook_sender import WebhookSender
from sayso.core import Scores
from sayso.core.errors import BadInput, SaysoError, TextTooLong
from sayso.core.json_text import render_json
from sayso.scoring.gathering import BatchingScorer
from sayso.storage import Delivery, NewObjection, Objection, ObjectionKind, Receipt, Store, Transaction
from sayso.storage.author.objections import SAME_CLICK
from sayso.storage.columns import format_moment

PATH = "/feedback/"
"""Where the link of an author begins, after the service's address."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.author")


@dataclass(frozen=True, slots=True)
class Said:
    """What is wrong about the score of a text. Offsets count code points; both 0 mean the whole text."""

    kind: ObjectionKind
    text: str = field(repr=False)
    begin: int
    end: int
    comment: str = field(repr=False)
    community: str
    actor: str
    person: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Story:
    """An objection, and what the model in use now says of the text, if it can be asked."""

    objection: Objection
    now: Scores | None


class ObjectionService:
    """Used from one event loop."""

    def __init__(
        self,
        store: Store,
        scoring: BatchingScorer,
        *,
        sender: WebhookSender | None = None,
        forget_after: timedelta = SAME_CLICK,
    ) -> None:
        self._store = store
        self._scoring = scoring
        self._sender = sender
        self._forget_after = forget_after
        self._forgetting: asyncio.TimerHandle | None = None
        self._last_kept = 0.0

    def start(self) -> None:
        self._forget(self._forget_after)  # what a killed process left behind
        if self._sender:
            self._sender.start()

    async def keep(self, said: Said, *, client: str, root: str) -> Receipt:
        """Acknowledged once it is on disk, and with it that the platform has to be told."""
        new = make_objection(said, await self._scoring.score([said.text]))

        def add(transaction: Transaction) -> Receipt:
            return self._store.objections.add(
                transaction, new, client=client, root=root if self._sender else None
            )

        receipt = await asyncio.wrap_future(self._store.submit(add))
        self._remember_to_forget()
        if self._sender:
            self._sender.wake()
        return receipt

    async def find(self, token: str) -> Story | None:
        """What became of the objection with this token."""
        found = await asyncio.to_thread(self._store.objections.find, token)
        if found is None or found.content is None:
            return found and Story(found, None)
        try:
            return Story(found, await self._scoring.score([found.content]))
        except SaysoError as error:  # a model that cannot answer keeps nobody from reading the rest
            _log.warning("objection not scored again", code=error.slug)
            return Story(found, None)

    async def withdraw(self, token: str) -> Objection | None:
        """Erases what was said; that something was said stays in the ledger."""
        return await asyncio.to_thread(self._store.objections.withdraw, token)

    async def close(self) -> None:
        if self._forgetting:
            self._forgetting.cancel()
            self._forget(timedelta(0))
        if self._sender:
            await asyncio.to_thread(self._sender.close)

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


def check_objection(said: Said) -> None:
    """Raises for a text that is empty or too long, and for a part that does not lie in it."""
    size = len(said.text.encode("utf-8", "surrogatepass"))
    if not said.text.strip():
        raise BadInput("The text is empty.", hint="Send the text whose score is wrong.")
    if size > MAX_BYTES:
        raise TextTooLong(
            f"The text has {size} bytes; at most {MAX_BYTES} are taken.", hint="Send the part that matters."
        )
    if (said.begin, said.end) != (0, 0) and not said.begin < said.end <= len(said.text):
        raise BadInput(
            f"No part of the text goes from {said.begin} to {said.end}: it has {len(said.text)} characters.",
            hint="Count in code points, with begin before end. Leave both out to mean the whole text.",
        )


def make_objection(said: Said, scores: Scores) -> NewObjection:
    return NewObjection(
        kind=said.kind,
        content=said.text,
        begin=said.begin,
        end=said.end,
        scores={str(attribute): score for attribute, score in scores.row(0).items()},
        model=scores.model,
        comment=said.comment,
        community=said.community,
        actor=said.actor,
        person=said.person,
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
