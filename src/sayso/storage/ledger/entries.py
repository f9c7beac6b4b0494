"""The append-only record of everything that was done, each entry holding the hash of the one before."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select

from sayso.core import Say
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.ledger.verification import Verification, verify_ledger
from sayso.storage.transaction import Entry, Head, NewText, Transaction

PAGE = 1000
COLUMNS = tuple(column.name for column in tables.ledger.c)


class Ledger:
    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, transaction: Transaction, say: Say, *, texts: Sequence[NewText] = ()) -> Entry:
        """Record an act in the transaction that performs it, with what people wrote kept beside the chain."""
        return transaction.record(say, texts=texts)

    def head(self) -> Head:
        with self._database.reading() as connection:
            row = connection.execute(select(tables.ledger_head.c.seq, tables.ledger_head.c.hash)).one()
        return Head(row.seq, row.hash)

    def entries(
        self, *, kinds: Sequence[str] = (), community: str | None = None, since: datetime | None = None
    ) -> Iterator[Entry]:
        """Entries in order, read page by page from one consistent view."""
        for page in self.pages(kinds=kinds, community=community, since=since):
            yield from page

    def pages(
        self, *, kinds: Sequence[str] = (), community: str | None = None, since: datetime | None = None
    ) -> Iterator[list[Entry]]:
        columns = tables.ledger.c
        query = select(tables.ledger).order_by(columns.seq).limit(PAGE)
        if kinds:
            query = query.where(columns.kind.in_(kinds))
        if community is not None:
            query = query.where(columns.community == community)
        if since is not None:
            query = query.where(columns.at >= since)
        with self._database.reading() as connection:
            yield from read_pages(connection, lambda last: query.where(columns.seq > last))

    def verify(
        self, *, expect: Head | None = None, progress: Callable[[int, int], None] | None = None
    ) -> Verification:
        """Walk the whole chain and every text; `expect` is an anchor that was kept elsewhere."""
        with self._database.reading() as connection:
            return verify_ledger(connection, expect=expect, progress=progress)


def read_pages(connection: Connection, after: Callable[[int], Any]) -> Iterator[list[Entry]]:
    last = 0
    while page := [read_entry(row) for row in connection.execute(after(last))]:
        yield page
        last = page[-1].seq


def read_entry(row: Row[Any]) -> Entry:
    """An entry from a row that has at least its columns."""
    values = {name: getattr(row, name) for name in COLUMNS}
    return Entry(**{**values, "body": json.loads(values["body"])})
