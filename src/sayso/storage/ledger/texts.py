"""What people wrote, kept beside the ledger so that it can be erased."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, bindparam, func, select, update

from sayso.core import Say
from sayso.core.errors import BadInput
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.ledger.chain import decode_content
from sayso.storage.ledger.text_check import ERASED
from sayso.storage.reader.reader_rows import called, delete_readers
from sayso.storage.transaction import Entry, NewText, Transaction, fold_person

__all__ = ["KeptText", "NewText", "Texts"]

Result = TypeVar("Result")

BATCH = 500
"""Texts erased in one transaction, so that other writers need not wait long."""


@dataclass(frozen=True, slots=True)
class KeptText:
    """A text as it is kept; an erased one has neither content nor salt, nor a person."""

    id: str
    community: str
    person: str = field(repr=False)
    reference: str = field(repr=False)
    content: str | None = field(repr=False)
    salt: bytes | None = field(repr=False)
    commitment: str
    created_at: datetime
    erased_at: datetime | None


class Texts:
    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, ids: Sequence[str]) -> dict[str, KeptText]:
        """The texts with these ids; unknown ids are left out."""
        with self._database.reading() as connection:
            return find_texts(connection, ids)

    def count(self, *, person: str, community: str | None = None) -> int:
        """How many texts of a person are kept."""
        query = select(func.count()).select_from(tables.texts).where(*about(person, community))
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one()

    def erase_person(self, person: str, *, community: str | None = None, actor: str = "cli") -> Entry:
        """Erase everything a person wrote, and all that is kept of them as a reader.

        The entry that says so holds how many texts that were. It is written with the last of the erasures,
        and does not say whose texts they were.
        """

        def conclude(transaction: Transaction, total: int) -> Entry:
            delete_readers(transaction.connection, *called(person, community))
            body = {"erased": total}
            return transaction.record(Say("person.erased", community=community or "", actor=actor, body=body))

        entry = self.erase_with(about(person, community), conclude, reason="person", actor=actor)
        self._database.scrub()
        return entry

    def erase_where(self, *conditions: ColumnElement[bool], reason: str, actor: str) -> int:
        """Erase the texts that meet the conditions. Returns how many texts that were."""
        return self.erase_with(conditions, lambda _, total: total, reason=reason, actor=actor)

    def erase_with(
        self,
        conditions: Sequence[ColumnElement[bool]],
        conclude: Callable[[Transaction, int], Result],
        *,
        reason: str,
        actor: str,
    ) -> Result:
        """Batch after batch, until none is left; `conclude` has a part in the last transaction."""
        total = 0
        while True:
            with self._database.transaction() as transaction:
                done = erase_some(transaction, conditions, reason=reason, actor=actor)
                total += done
                if done < BATCH:
                    return conclude(transaction, total)


def find_texts(connection: Connection, ids: Sequence[str]) -> dict[str, KeptText]:
    found: dict[str, KeptText] = {}
    for begin in range(0, len(ids), BATCH):
        query = select(tables.texts).where(tables.texts.c.id.in_(ids[begin : begin + BATCH]))
        found.update({row.id: read_text(row) for row in connection.execute(query)})
    return found


def about(person: str, community: str | None) -> list[ColumnElement[bool]]:
    if not person:
        raise BadInput(
            "The id of the person is empty.", hint="Give the id under which the platform sent the texts."
        )
    conditions = [tables.texts.c.person == fold_person(person)]
    if community is not None:
        conditions.append(tables.texts.c.community == community)
    return conditions


def erase_some(
    transaction: Transaction, conditions: Sequence[ColumnElement[bool]], *, reason: str, actor: str
) -> int:
    columns = tables.texts.c
    query = (
        select(columns.id, columns.community).where(columns.erased_seq.is_(None), *conditions).limit(BATCH)
    )
    changes: list[dict[str, Any]] = []
    for row in transaction.connection.execute(query).all():
        say = Say(ERASED, community=row.community, actor=actor, subject=row.id, body={"reason": reason})
        entry = transaction.record(say)
        changes.append({"text": row.id, "at": entry.at, "seq": entry.seq})
    if changes:
        transaction.connection.execute(ERASE, changes)
    return len(changes)


ERASE = (
    update(tables.texts)
    .where(tables.texts.c.id == bindparam("text"))
    .values(
        content=None,
        salt=None,
        person=None,
        reference=None,
        erased_at=bindparam("at"),
        erased_seq=bindparam("seq"),
    )
)


def read_text(row: Row[Any]) -> KeptText:
    return KeptText(
        id=row.id,
        community=row.community,
        person=row.person or "",
        reference=row.reference or "",
        content=None if row.content is None else decode_content(bytes(row.content)),
        salt=None if row.salt is None else bytes(row.salt),
        commitment=row.commitment,
        created_at=row.created_at,
        erased_at=row.erased_at,
    )
