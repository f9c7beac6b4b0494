"""Readers of chatbots' replies: who they are to the platform, their own limits, what they agreed to."""

import json
import math
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, false, insert, or_, select, update

from sayso.core import Attribute, Policy, Say
from sayso.core.errors import BadInput, UnknownName
from sayso.core.policy_document import check_name
from sayso.storage import tables
from sayso.storage.community.policies import find_policy
from sayso.storage.database import Database
from sayso.storage.ledger.chain import canonical
from sayso.storage.ledger.texts import Texts
from sayso.storage.reader.reader_rows import (
    called,
    delete_readers,
    is_id,
    is_message_of,
    is_text_of_reader,
    select_held_texts,
)
from sayso.storage.transaction import Transaction, fold_person

LIMITS = "reader.limits"
AGREED = "reader.agreed"
JOINED = "reader.joined"
DELETED = "reader.deleted"
READER = "reader"
"""Who acts where a reader does: the entry's subject says which."""


@dataclass(frozen=True, slots=True)
class Reader:
    """`name` is what the platform calls them; `agreed_at` is when they agreed to records, None if not."""

    id: str
    community: str
    name: str = field(repr=False)
    agreed_at: datetime | None
    created_at: datetime
    joins_list: bool = False


class Readers:
    def __init__(self, database: Database, texts: Texts) -> None:
        self._database = database
        self._texts = texts

    def find_or_create(self, community: str, name: str) -> Reader:
        """The reader of this name in a community. A name that is very long is kept as its hash."""
        check_name(community)
        if not name.strip():
            raise BadInput("The name of the reader is empty.", hint="Give the id the platform knows them by.")
        with self._database.reading() as connection:
            found = find_reader(connection, *called(name, community))
        return found or self._create(community, name)

    def _create(self, community: str, name: str) -> Reader:
        with self._database.transaction() as transaction:
            found = find_reader(transaction.connection, *called(name, community))
            if found is not None:  # another process was quicker
                return found
            reader = Reader(secrets.token_hex(8), community, fold_person(name), None, transaction.now)
            row = {
                "id": reader.id,
                "community": community,
                "name": reader.name,
                "limits": "{}",
                "joins_list": 0,
                "created_at": reader.created_at,
            }
            transaction.connection.execute(insert(tables.readers), row)
        return reader

    def get(self, reader_id: str) -> Reader | None:
        with self._database.reading() as connection:
            return find_reader(connection, has_id(reader_id))

    def find(self, name: str, *, community: str | None = None) -> list[Reader]:
        """Everyone the platform calls so, in one community or in all."""
        return list(self.rows(*called(name, community)))

    def list(self, *, community: str | None = None) -> list[Reader]:
        """Every reader, oldest first."""
        return list(self.rows(*() if community is None else (tables.readers.c.community == community,)))

    def rows(self, *conditions: ColumnElement[bool]) -> Iterator[Reader]:
        columns = tables.readers.c
        query = select(tables.readers).where(*conditions).order_by(columns.created_at, columns.id)
        with self._database.reading() as connection:
            yield from map(read_reader, connection.execute(query))

    def limits(self, reader_id: str) -> dict[Attribute, float]:
        """The reader's own limits; attributes that are not there have the policy's."""
        with self._database.reading() as connection:
            return read_limits(connection, reader_id)

    def set_limits(
        self, reader_id: str, limits: Mapping[Attribute, float | None], *, actor: str = READER
    ) -> dict[Attribute, float]:
        """Move one's own limits, anywhere from 0 to the policy's hard limit; None goes back to the policy's.

        Attributes that are not given stay as they are. All of them are set, or none.
        """
        with self._database.transaction() as transaction:
            reader = require_reader(transaction.connection, reader_id)
            policy = find_policy(transaction.connection, reader.community)
            checked = {name: check_limit(name, value, policy) for name, value in limits.items()}
            before = read_limits(transaction.connection, reader_id)
            merged = {**before, **checked}
            after = {Attribute(name): value for name, value in merged.items() if value is not None}
            if after != before:
                plain = {str(name): value for name, value in after.items()}
                record(transaction, LIMITS, reader, actor=actor, body={"limits": plain})
                self._change(transaction, reader_id, limits=canonical(plain))
        return after

    def agree(self, reader_id: str, agrees: bool, *, actor: str = READER) -> Reader:
        """Agree to records, or take it back: then everything that was recorded is erased."""
        with self._database.transaction() as transaction:
            reader = require_reader(transaction.connection, reader_id)
            if (reader.agreed_at is not None) != agrees:
                record(transaction, AGREED, reader, actor=actor, body={"records": agrees})
                self._change(transaction, reader_id, agreed_at=transaction.now if agrees else None)
        if not agrees:  # also where it was taken back before: the erasure may have failed then
            self._erase_records(reader, actor=actor)
        return self.get(reader_id) or reader

    def _erase_records(self, reader: Reader, *, actor: str) -> None:
        """Messages, and what is still there of replies whose question is over."""

        def conclude(transaction: Transaction, _total: int) -> None:
            gone = delete(tables.messages).where(tables.messages.c.reader_id == reader.id)
            transaction.connection.execute(gone)

        held = tables.held.c
        is_over = or_(held.closed_at.is_not(None), held.expires_at <= self._database.clock())
        over = select_held_texts(held.reader_id == reader.id, is_over)
        unseen = select_held_texts(
            held.reader_id == reader.id, held.outcome == "replaced", tables.held_texts.c.place == 0
        )
        recorded = or_(is_message_of(reader.id), tables.texts.c.id.in_(over), tables.texts.c.id.in_(unseen))
        self._texts.erase_with([recorded], conclude, reason="agreement withdrawn", actor=actor)
        self._database.scrub()

    def set_joins_list(self, reader_id: str, joins: bool, *, actor: str = READER) -> Reader:
        """Whether the community's shared words count for this reader too."""
        with self._database.transaction() as transaction:
            reader = require_reader(transaction.connection, reader_id)
            if reader.joins_list != joins:
                record(transaction, JOINED, reader, actor=actor, body={"list": joins})
                self._change(transaction, reader_id, joins_list=int(joins))
        return self.get(reader_id) or reader

    def delete(self, reader_id: str, *, actor: str = READER) -> int:
        """Everything of theirs goes; that somebody went stays. Returns how many texts were erased."""

        def conclude(transaction: Transaction, total: int) -> int:
            reader = find_reader(transaction.connection, has_id(reader_id))
            if reader is not None:
                record(transaction, DELETED, reader, actor=actor, body={"erased": total})
                delete_readers(transaction.connection, has_id(reader_id))
            return total

        with self._database.reading() as connection:
            require_reader(connection, reader_id)
        texts = is_text_of_reader(reader_id)
        total = self._texts.erase_with([texts], conclude, reason="reader deleted", actor=actor)
        self._database.scrub()
        return total

    def _change(self, transaction: Transaction, reader_id: str, **values: Any) -> None:
        transaction.connection.execute(update(tables.readers).where(has_id(reader_id)).values(**values))


def check_limit(name: str, value: float | None, policy: Policy) -> float | None:
    if name not in Attribute.__members__:
        raise UnknownName("attribute", str(name), Attribute.__members__)
    if value is None:
        return None
    if not math.isfinite(value) or not 0 <= value <= policy.hard_limit:
        raise BadInput(
            f"A limit of {value:g} for {name} is not possible here.",
            hint=f"Choose from 0 to {policy.hard_limit:g}, the highest this community allows.",
        )
    return float(value)


def has_id(reader_id: str) -> ColumnElement[bool]:
    return tables.readers.c.id == reader_id if is_id(reader_id) else false()


def find_reader(connection: Connection, *conditions: ColumnElement[bool]) -> Reader | None:
    row = connection.execute(select(tables.readers).where(*conditions)).first()
    return None if row is None else read_reader(row)


def require_reader(connection: Connection, reader_id: str) -> Reader:
    found = find_reader(connection, has_id(reader_id))
    if found is None:
        raise BadInput(f"There is no reader {reader_id!r}.", hint="They may have been deleted meanwhile.")
    return found


def read_reader(row: Row[Any]) -> Reader:
    return Reader(row.id, row.community, row.name, row.agreed_at, row.created_at, bool(row.joins_list))


def read_limits(connection: Connection, reader_id: str) -> dict[Attribute, float]:
    kept = connection.execute(select(tables.readers.c.limits).where(has_id(reader_id))).scalar()
    return {Attribute(name): value for name, value in json.loads(kept or "{}").items()}


def record(transaction: Transaction, kind: str, reader: Reader, *, actor: str, body: dict[str, Any]) -> None:
    """An entry about a reader: by their id here, never by their name."""
    transaction.record(Say(kind, community=reader.community, actor=actor, subject=reader.id, body=body))
