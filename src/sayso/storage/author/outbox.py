"""What has to be told to a platform, kept until it was: a restart forgets nothing.

Only what to tell about is kept, never the words: those are read when they are sent, if they still exist.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, delete, func, insert, select, update

from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Delivery:
    """`id` stays the same however often it is tried; `attempts` counts the one under way too."""

    id: str
    objection_id: str
    root: str
    attempts: int


class Outbox:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, transaction: Transaction, *, objection_id: str, root: str) -> None:
        """`root` is the address under which the author knows the service, for the link."""
        row = {
            "id": f"msg_{secrets.token_hex(12)}",
            "objection_id": objection_id,
            "root": root,
            "attempts": 0,
            "due_at": transaction.now,
        }
        transaction.connection.execute(insert(tables.outbox), row)

    def claim(self, *, at_most: int, lease: timedelta) -> list[Delivery]:
        """What is due, for this process alone until the lease is over, should it die meanwhile."""
        if self.wait_s() != 0:  # a look costs no place in the queue of writers
            return []
        columns = tables.outbox.c
        with self._database.transaction() as transaction:
            now = transaction.now
            query = select(tables.outbox).where(columns.due_at <= now).order_by(columns.due_at).limit(at_most)
            rows = transaction.connection.execute(query).all()
            change = update(tables.outbox).where(columns.id.in_([row.id for row in rows]))
            transaction.connection.execute(change.values(attempts=columns.attempts + 1, due_at=now + lease))
        return [read_delivery(row) for row in rows]

    def settle(self, delivery: Delivery) -> None:
        """It was told, or never will be."""
        with self._database.transaction() as transaction:
            gone = delete(tables.outbox).where(tables.outbox.c.id == delivery.id)
            transaction.connection.execute(gone)

    def postpone(self, delivery: Delivery, *, delay: timedelta) -> None:
        with self._database.transaction() as transaction:
            change = update(tables.outbox).where(tables.outbox.c.id == delivery.id)
            transaction.connection.execute(change.values(due_at=transaction.now + delay))

    def drop(self, transaction: Transaction, *, objection_id: str) -> None:
        """Nobody is told any more."""
        gone = delete(tables.outbox).where(tables.outbox.c.objection_id == objection_id)
        transaction.connection.execute(gone)

    def wait_s(self) -> float | None:
        """How long until something is due: 0 if it is, None if nothing waits."""
        with self._database.reading() as connection:
            due: datetime | None = connection.execute(select(func.min(tables.outbox.c.due_at))).scalar()
        return None if due is None else max(0.0, (due - self._database.clock()).total_seconds())


def read_delivery(row: Row[Any]) -> Delivery:
    return Delivery(row.id, row.objection_id, row.root, row.attempts + 1)
