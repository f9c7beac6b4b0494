"""A write, and the ledger entries that go with it."""

import hashlib
import secrets
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, NestedTransaction, insert, select, update

from sayso.core import Clock, Say
from sayso.core.errors import BadInput, StoreError
from sayso.storage import tables
from sayso.storage.columns import format_moment
from sayso.storage.ledger.chain import canonical, commit_to, encode_content, hash_entry

SALT_BYTES = 32
LONGEST_ID = 200
"""Longer ones would not fit into an index of PostgreSQL."""

TEXTS = "texts"
"""The key of an entry's body that names the texts it is about, each with its commitment."""


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry of the ledger: its number and its hash."""

    seq: int
    hash: str

    def __str__(self) -> str:
        return f"{self.seq}:{self.hash}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One link of the chain. `body` never holds what a person wrote."""

    seq: int
    at: datetime
    kind: str
    community: str
    actor: str
    subject: str
    body: dict[str, Any]
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class NewText:
    """Something a person wrote, kept until it is erased. `person` and `reference` are the platform's ids."""

    content: str = field(repr=False)
    person: str = field(default="", repr=False)
    reference: str = field(default="", repr=False)


@dataclass(slots=True)
class Rows:
    """Rows that wait to be inserted together."""

    ledger: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    texts: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def move_to(self, other: "Rows") -> None:
        other.ledger.extend(self.ledger)
        other.texts.extend(self.texts)
        self.clear()

    def clear(self) -> None:
        self.ledger.clear()
        self.texts.clear()


class Transaction:
    """Made by `Store.transaction` and `Store.submit`.

    Entries are chained at once but inserted late and together, which is what makes a group commit cheap;
    asking for `connection` inserts them first, so that a query sees them.
    """

    def __init__(self, connection: Connection, *, clock: Clock) -> None:
        self._connection = connection
        self._clock = clock
        self._start = self._head = lock_head(connection)
        self._settled = Rows()
        self._fresh = Rows()
        self._in_scope = False
        self._savepoint: NestedTransaction | None = None

    @property
    def now(self) -> datetime:
        return self._clock()

    @property
    def connection(self) -> Connection:
        """For queries and changes inside this transaction."""
        if self._in_scope and self._savepoint is None:
            self._insert(self._settled)
            self._savepoint = self._connection.begin_nested()
        self._insert(self._fresh)
        return self._connection

    @contextmanager
    def scope(self) -> Generator[None]:
        """One work among several: if it fails, what it did is undone and the others stay.

        A savepoint is set only for a work that runs queries of its own.
        """
        # Three works in one transaction, at head 7. The first records an entry, 8, and has no query to run.
        # The second runs a query, which sets a savepoint, records an entry (9) and fails: its query is rolled
        # back, its entry forgotten, the head is 8 again. The third records its entry as 9. Entries of works
        # without queries wait in `_settled` and are inserted together at the end.
        self._fresh.move_to(self._settled)
        before, self._in_scope = self._head, True
        try:
            yield
        except BaseException:
            self._fresh.clear()
            self._head = before
            if self._savepoint is not None:
                self._savepoint.rollback()
            raise
        else:
            if self._savepoint is not None:
                self._insert(self._fresh)
                self._savepoint.commit()
        finally:
            self._savepoint, self._in_scope = None, False

    def record(self, say: Say, *, texts: Sequence[NewText] = ()) -> Entry:
        """Append an entry, and keep the texts it is about."""
        if TEXTS in say.body:
            raise ValueError(f"the key {TEXTS!r} of an entry's body is the ledger's own")
        if max(len(say.community), len(say.kind)) > LONGEST_ID:
            raise BadInput(
                f"The name of a community may have at most {LONGEST_ID} characters, not {len(say.community)}."
            )
        at = self._clock()
        rows = [make_text_row(text, community=say.community, at=at) for text in texts]
        names = [{"id": row["id"], "commitment": row["commitment"]} for row in rows]
        entry, row = self._link(say, at=at, body={**say.body, TEXTS: names} if names else dict(say.body))
        self._fresh.texts.extend(rows)
        self._fresh.ledger.append(row)
        self._head = Head(entry.seq, entry.hash)
        return entry

    def finish(self) -> None:
        """Insert what waits and move the head; the commit follows."""
        self._insert(self._settled)
        self._insert(self._fresh)
        if self._head != self._start:
            change = update(tables.ledger_head).values(seq=self._head.seq, hash=self._head.hash)
            self._connection.execute(change)

    def _link(self, say: Say, *, at: datetime, body: dict[str, Any]) -> tuple[Entry, dict[str, Any]]:
        fields: dict[str, Any] = {
            "seq": self._head.seq + 1,
            "kind": say.kind,
            "community": say.community,
            "actor": say.actor,
            "subject": say.subject,
            "previous": self._head.hash,
        }
        encoded = canonical(body)
        digest = hash_entry(**fields, at=format_moment(at), body=encoded)
        row = {**fields, "at": at, "body": encoded, "hash": digest}
        return Entry(**fields, at=at, body=body, hash=digest), row

    def _insert(self, rows: Rows) -> None:
        if rows.texts:
            self._connection.execute(insert(tables.texts), rows.texts)
        if rows.ledger:
            self._connection.execute(insert(tables.ledger), rows.ledger)
        rows.clear()


def lock_head(connection: Connection) -> Head:
    """The head, locked until the transaction ends (SQLite locks the whole database at its beginning)."""
    columns = (tables.ledger_head.c.seq, tables.ledger_head.c.hash)
    row = connection.execute(select(*columns).with_for_update()).first()
    if row is None:
        raise StoreError(
            "The ledger has lost its head.", hint="Restore a backup: sayso db restore FILE --replace"
        )
    return Head(row.seq, row.hash)


def fold_person(person: str) -> str:
    """The id by which a person is found again; a very long one is found by its hash."""
    if len(person) <= LONGEST_ID:
        return person
    return "sha256:" + hashlib.sha256(encode_content(person)).hexdigest()


def make_text_row(text: NewText, *, community: str, at: datetime) -> dict[str, Any]:
    content, salt = encode_content(text.content), secrets.token_bytes(SALT_BYTES)
    return {
        # Ids begin with the time, so that new rows land together in the index.
        "id": f"{int(at.timestamp() * 1000):012x}{secrets.token_hex(10)}",
        "community": community,
        "person": fold_person(text.person) or None,
        "reference": text.reference or None,
        "content": content,
        "salt": salt,
        "commitment": commit_to(content, salt),
        "created_at": at,
    }
