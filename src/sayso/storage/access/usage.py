"""How often a key was used, per minute and per day. Counts are not part of the ledger."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from sqlalchemy import Insert, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.transaction import Transaction

WindowKind = Literal["minute", "day"]

MINUTES_KEPT = timedelta(hours=1)


@dataclass(frozen=True, slots=True, order=True)
class Window:
    """A minute or a day in UTC, by its beginning."""

    kind: WindowKind
    start: datetime

    @classmethod
    def minute(cls, at: datetime) -> "Window":
        return cls("minute", at.astimezone(UTC).replace(second=0, microsecond=0))

    @classmethod
    def day(cls, at: datetime) -> "Window":
        return cls("day", at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0))


class Usage:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = make_upsert(postgresql=database.is_postgresql)
        self._prune_after = datetime.min.replace(tzinfo=UTC)

    def add(self, transaction: Transaction, counts: Mapping[tuple[str, Window], int]) -> None:
        """Add to the counts of keys and windows."""
        # In one order everywhere, so that nothing depends on the caller's.
        rows = [
            {"key_id": key_id, "kind": window.kind, "start": window.start, "count": count}
            for (key_id, window), count in sorted(counts.items())
        ]
        if rows:
            transaction.connection.execute(self._insert, rows)
        self._prune(transaction)

    def prove_writing(self, transaction: Transaction) -> None:
        """A write that reaches the disk and counts for nobody: for those who ask whether writes are taken."""
        self.add(transaction, {("", Window.minute(transaction.now)): 1})

    def totals(self, key_id: str, windows: Iterable[Window]) -> dict[Window, int]:
        """The counts of one key; 0 for a window without any."""
        wanted = list(windows)
        columns = tables.usage.c
        query = select(columns.kind, columns.start, columns["count"].label("total")).where(
            columns.key_id == key_id, columns.start.in_([window.start for window in wanted])
        )
        with self._database.reading() as connection:
            found = {Window(row.kind, row.start): row.total for row in connection.execute(query)}
        return {window: found.get(window, 0) for window in wanted}

    def _prune(self, transaction: Transaction) -> None:
        """Past minutes limit nobody: they go once an hour."""
        now = transaction.now
        if now < self._prune_after:
            return
        self._prune_after = now + MINUTES_KEPT
        columns = tables.usage.c
        old = delete(tables.usage).where(columns.kind == "minute", columns.start < now - MINUTES_KEPT)
        transaction.connection.execute(old)


def make_upsert(*, postgresql: bool) -> Insert:
    if postgresql:
        return upsert_postgresql()
    row = sqlite.insert(tables.usage)
    return row.on_conflict_do_update(
        index_elements=["key_id", "kind", "start"],
        set_={"count": tables.usage.c["count"] + row.excluded["count"]},
    )


def upsert_postgresql() -> Insert:
    row = postgresql.insert(tables.usage)
    return row.on_conflict_do_update(
        index_elements=["key_id", "kind", "start"],
        set_={"count": tables.usage.c["count"] + row.excluded["count"]},
    )
