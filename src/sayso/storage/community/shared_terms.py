"""Words that readers share with their community: proposed by one, approved or rejected by who runs it."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, Select, false, insert, select, update

from sayso.core import Ruling, Say, Term
from sayso.core.errors import BadInput
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.ledger.chain import decode_content
from sayso.storage.reader.reader_rows import APPROVED, is_id
from sayso.storage.reader.readers import READER, require_reader
from sayso.storage.reader.terms import make_key
from sayso.storage.transaction import TEXTS, Entry, NewText, Transaction

PROPOSED = "words.proposed"
SharedState = Literal["proposed", "approved", "rejected"]


@dataclass(frozen=True, slots=True)
class SharedTerm:
    """Words proposed for all, and what became of that. `text` is None once erased."""

    id: str
    community: str
    text: str | None = field(repr=False)
    ruling: Ruling
    state: SharedState
    proposed_at: datetime
    decided_at: datetime | None
    decided_by: str | None


class SharedTerms:
    def __init__(self, database: Database) -> None:
        self._database = database

    def propose(self, reader_id: str, term: Term) -> SharedTerm:
        """Propose words to the reader's community. Proposed by two, or twice, they are one proposal."""
        key = make_key(term.text)
        if term.ruling == "ask":
            raise BadInput(
                "Only words that are permitted or blocked can be shared.",
                hint="Rule on them first: permit or block.",
            )
        with self._database.transaction() as transaction:
            reader = require_reader(transaction.connection, reader_id)
            columns = tables.shared_terms.c
            same = (columns.community == reader.community, columns.key == key)
            twin = find_shared(transaction.connection, *same, columns.ruling == term.ruling)
            if twin is not None and twin.text is not None:
                return twin
            entry = transaction.record(
                Say(
                    PROPOSED,
                    community=reader.community,
                    actor=READER,
                    subject=reader.id,
                    body={"ruling": term.ruling},
                ),
                texts=[NewText(term.text.strip(), person=reader.name)],
            )
            row: dict[str, Any] = {
                "id": secrets.token_hex(8),
                "community": reader.community,
                "key": key,
                "ruling": term.ruling,
                "state": "proposed",
                "text_id": entry.body[TEXTS][0]["id"],
                "reader_id": reader.id,
                "proposed_at": entry.at,
                "proposed_seq": entry.seq,
            }
            transaction.connection.execute(insert(tables.shared_terms), row)
            return require_shared(transaction.connection, row["id"])

    def approve(self, shared_id: str, *, actor: str = "cli") -> SharedTerm:
        """From now on the words count for every reader of the community who joins its list.

        They are the community's then, and stay when the reader goes who proposed them.
        """
        with self._database.transaction() as transaction:
            found = require_shared(transaction.connection, shared_id)
            if found.state == APPROVED:
                return found
            if found.text is None:
                raise BadInput(f"The words of proposal {shared_id} are erased.", hint="Nothing was changed.")
            entry = self._record(transaction, found, "approved", actor=actor, texts=[NewText(found.text)])
            opposite = (
                tables.shared_terms.c.key.in_(select_key(shared_id)),
                tables.shared_terms.c.community == found.community,
                tables.shared_terms.c.state == APPROVED,
            )
            decide(transaction, *opposite, entry=entry, state="rejected")
            decide(
                transaction,
                has_id(shared_id),
                entry=entry,
                state=APPROVED,
                text_id=entry.body[TEXTS][0]["id"],
            )
            return require_shared(transaction.connection, shared_id)

    def reject(self, shared_id: str, *, actor: str = "cli") -> SharedTerm:
        """The words do not count for others, or no longer do."""
        with self._database.transaction() as transaction:
            found = require_shared(transaction.connection, shared_id)
            if found.state == "rejected":
                return found
            entry = self._record(transaction, found, "rejected", actor=actor)
            decide(transaction, has_id(shared_id), entry=entry, state="rejected")
            return require_shared(transaction.connection, shared_id)

    def _record(
        self,
        transaction: Transaction,
        found: SharedTerm,
        what: SharedState,
        *,
        actor: str,
        texts: Sequence[NewText] = (),
    ) -> Entry:
        body = {"ruling": found.ruling}
        say = Say(f"words.{what}", community=found.community, actor=actor, subject=found.id, body=body)
        return transaction.record(say, texts=texts)

    def list(self, *, community: str | None = None, state: SharedState | None = None) -> list[SharedTerm]:
        """Proposals, oldest first, of one community or all, in one state or any."""
        columns = tables.shared_terms.c
        query = select_shared()
        if community is not None:
            query = query.where(columns.community == community)
        if state is not None:
            query = query.where(columns.state == state)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(columns.proposed_seq))
            return [read_shared(row) for row in rows]


def select_shared() -> Select[Any]:
    columns = tables.shared_terms.c
    joined = tables.shared_terms.join(tables.texts, tables.texts.c.id == columns.text_id)
    return select(tables.shared_terms, tables.texts.c.content).select_from(joined)


def select_key(shared_id: str) -> Select[tuple[str]]:
    return select(tables.shared_terms.c.key).where(tables.shared_terms.c.id == shared_id)


def has_id(shared_id: str) -> ColumnElement[bool]:
    return tables.shared_terms.c.id == shared_id if is_id(shared_id) else false()


def find_shared(connection: Connection, *conditions: ColumnElement[bool]) -> SharedTerm | None:
    query = select_shared().where(*conditions).order_by(tables.shared_terms.c.proposed_seq.desc())
    row = connection.execute(query).first()
    return None if row is None else read_shared(row)


def require_shared(connection: Connection, shared_id: str) -> SharedTerm:
    found = find_shared(connection, has_id(shared_id))
    if found is None:
        raise BadInput(
            f"There is no proposal {shared_id!r}.", hint="Run: sayso shared-words list --state all"
        )
    return found


def decide(
    transaction: Transaction, *conditions: ColumnElement[bool], entry: Entry, state: str, **more: str
) -> None:
    change = update(tables.shared_terms).where(*conditions)
    values = {"state": state, "decided_at": entry.at, "decided_by": entry.actor, "decided_seq": entry.seq}
    transaction.connection.execute(change.values(**values, **more))


def read_shared(row: Row[Any]) -> SharedTerm:
    return SharedTerm(
        id=row.id,
        community=row.community,
        text=None if row.content is None else decode_content(bytes(row.content)),
        ruling=row.ruling,
        state=row.state,
        proposed_at=row.proposed_at,
        decided_at=row.decided_at,
        decided_by=row.decided_by,
    )
