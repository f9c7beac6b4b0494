"""Replies that were filtered: held until their reader answers, or replaced; both with the reason why.

What a reply says lies in `texts`, and is erased when its question is over, except with agreement to records.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from sayso.core import Ruling, Say
from sayso.core.errors import AlreadyAnswered, BadInput, QuestionExpired, StoreBusy
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.ledger.texts import BATCH, erase_some
from sayso.storage.reader.held_reply import (
    Held,
    NewHeld,
    Scope,
    is_of,
    make_row,
    read_many,
    read_one,
    record_filtered,
    select_of,
)
from sayso.storage.reader.reader_rows import is_id
from sayso.storage.reader.readers import READER, require_reader
from sayso.storage.transaction import TEXTS, Transaction

HELD_FOR = timedelta(hours=24)
UNDO_FOR = timedelta(minutes=10)
ANSWERED = "reader.answered"
TAKEN_BACK = "reader.undone"


class HeldReplies:
    def __init__(
        self, database: Database, *, held_for: timedelta = HELD_FOR, undo_for: timedelta = UNDO_FOR
    ) -> None:
        """`held_for` is how long a reply waits, `undo_for` how long an answered one is kept."""
        self._database = database
        self._held_for = held_for
        self._undo_for = undo_for

    def add(
        self,
        new: NewHeld,
        *,
        lasts: timedelta | None = None,
        instead_of: str | None = None,
        transaction: Transaction | None = None,
    ) -> Held:
        """Keep a reply until it is answered or `lasts` is over (None: as long as the store holds replies).

        What a replaced reply says is kept only with the reader's agreement to records, and never handed out.
        `instead_of` is the beginning of the same reply: unless that was answered, it gives way to this.
        """
        with self._database.joining(transaction) as joined:
            reader = require_reader(joined.connection, new.reader)
            keeps = new.outcome == "held" or reader.agreed_at is not None
            written = {0: new.content} if keeps else {}
            written |= dict(enumerate(new.named, start=1))
            entry = record_filtered(joined, new, reader, written=list(written.values()))
            held_id = instead_of if instead_of and drop(joined, new, instead_of) else None
            row = make_row(new, entry, lasts=self._held_for if lasts is None else lasts, held_id=held_id)
            joined.connection.execute(insert(tables.held), row)
            texts = [
                {"held_id": row["id"], "place": place, "text_id": name["id"]}
                for place, name in zip(written, entry.body.get(TEXTS, ()), strict=True)
            ]
            if texts:
                joined.connection.execute(insert(tables.held_texts), texts)
            return read_one(joined.connection, new.reader, row["id"], now=joined.now)

    def get(self, reader_id: str, held_id: str) -> Held | None:
        self._tidy()
        with self._database.reading() as connection:
            rows = connection.execute(select_of(reader_id, held_id)).all()
            return next(iter(read_many(connection, rows, now=self._database.clock())), None)

    def get_many(self, reader_id: str, held_ids: Iterable[str]) -> list[Held]:
        """Those of these replies that are this reader's, in one query. Only reads: what is over and not yet
        erased comes without its texts, unless the reader agreed to records."""
        known = [held_id for held_id in held_ids if is_id(held_id)]
        query = select(tables.held).where(*is_of(reader_id, None), tables.held.c.id.in_(known))
        agreed = select(tables.readers.c.agreed_at).where(tables.readers.c.id == reader_id)
        with self._database.reading() as connection:
            now = self._database.clock()
            found = read_many(connection, connection.execute(query).all(), now=now)
            keeps = bool(found) and connection.execute(agreed).scalar() is not None
        return [
            held if keeps or held.expires_at > now else replace(held, content=None, named=())
            for held in found
        ]

    def answer_view(
        self,
        reader_id: str,
        held_id: str,
        view: bool,
        *,
        actor: str = READER,
        transaction: Transaction | None = None,
    ) -> tuple[Held, bool]:
        """Answer whether to see it. The first answer counts; the same once more changes nothing.

        Returns the reply, and whether this call was the one that answered.
        """
        with self._database.joining(transaction) as joined:
            found = require_open(read_one(joined.connection, reader_id, held_id, now=joined.now))
            if found.view is not None:
                if found.view == view:
                    return found, False
                raise explain_answered("see it" if found.view else "not see it")
            values: dict[str, Any] = {"view": "yes" if view else "no"}
            if not view:
                values |= end_soon(found, joined.now, self._undo_for)
            record_answer(joined, found, actor=actor, body={"view": view})
            change(joined, held_id, **values)
            return read_one(joined.connection, reader_id, held_id, now=joined.now), True

    def answer_future(
        self,
        reader_id: str,
        held_id: str,
        future: Ruling,
        *,
        scope: Scope = "conversation",
        actor: str = READER,
        transaction: Transaction | None = None,
    ) -> tuple[Held, bool]:
        """Answer whether to filter it in future, once it was seen; as `answer_view` otherwise."""
        with self._database.joining(transaction) as joined:
            found = read_one(joined.connection, reader_id, held_id, now=joined.now)
            if found.future is not None:
                if (found.future, found.scope) == (future, scope):
                    return found, False
                raise explain_answered(f"{found.future} ({found.scope})")
            require_seen(require_open(found))
            record_answer(joined, found, actor=actor, body={"future": future, "scope": scope})
            ending = end_soon(found, joined.now, self._undo_for)
            change(joined, held_id, future=future, scope=scope, **ending)
            return read_one(joined.connection, reader_id, held_id, now=joined.now), True

    def undo(
        self,
        reader_id: str,
        held_id: str,
        *,
        actor: str = READER,
        transaction: Transaction | None = None,
    ) -> tuple[Held, bool]:
        """Take both answers back. If the reply is still kept, its questions are open again."""
        with self._database.joining(transaction) as joined:
            found = read_one(joined.connection, reader_id, held_id, now=joined.now)
            if found.view is None:
                return found, False
            body = {"held": held_id, "view": found.view, "future": found.future}
            say = Say(TAKEN_BACK, community=found.community, actor=actor, subject=reader_id, body=body)
            joined.record(say)
            values: dict[str, Any] = {"view": None, "future": None, "scope": None, "answered_at": None}
            if may_reopen(joined, found):
                values |= reopen(joined.connection, found, joined.now)
            change(joined, held_id, **values)
            return read_one(joined.connection, reader_id, held_id, now=joined.now), True

    def expire(self, now: datetime | None = None, *, actor: str = "service") -> int:
        """Erase replies whose time is over, except of readers who agreed to records. Returns how many texts.

        Looking is cheap: nothing is written where nothing is due.
        """
        moment = now or self._database.clock()
        with self._database.reading() as connection:
            if connection.execute(select(tables.held.c.id).where(*is_due(moment)).limit(1)).first() is None:
                return 0
        erased, done = 0, BATCH
        while done == BATCH:
            with self._database.transaction() as transaction:
                done, gone = close_some(transaction, moment, actor=actor)
                erased += gone
        if erased:
            self._database.scrub()
        return erased

    def _tidy(self) -> None:
        """Looking must not fail because somebody else is writing; the next look tidies up."""
        with suppress(StoreBusy):
            self.expire()

    def count(self, reader_id: str, conversation: str | None = None) -> int:
        """How many `list` has."""
        query = select(func.count()).select_from(tables.held).where(*is_of(reader_id, conversation))
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one()

    def list(
        self, reader_id: str, conversation: str | None = None, *, limit: int | None = None, offset: int = 0
    ) -> list[Held]:
        """Everything that was filtered for a reader, newest first, in one conversation or in all."""
        self._tidy()
        query = select(tables.held).where(*is_of(reader_id, conversation)).order_by(tables.held.c.seq.desc())
        if limit is not None:
            query = query.limit(limit).offset(offset)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
            return read_many(connection, rows, now=self._database.clock())


def drop(transaction: Transaction, new: NewHeld, held_id: str) -> bool:
    """Take out the beginning of a reply, texts and all; False: it is none, or was answered, and stays."""
    connection = transaction.connection
    rows = connection.execute(select_of(new.reader, held_id)).all()
    found = next(iter(read_many(connection, rows, now=transaction.now)), None)
    if found is None or found.view is not None or not new.content.startswith(found.content or ""):
        return False
    named = tables.held_texts.c
    texts = tables.texts.c.id.in_(select(named.text_id).where(named.held_id == held_id))
    erase_some(transaction, [texts], reason="replaced", actor="service")
    connection.execute(delete(tables.held_texts).where(named.held_id == held_id))
    connection.execute(delete(tables.held).where(tables.held.c.id == held_id))
    return True


def require_open(found: Held) -> Held:
    if found.outcome != "held":
        raise BadInput(
            "This reply is over the highest limit here or holds words you block: it cannot be shown.",
            hint="Ask for another reply, or ask in other words.",
        )
    if found.state == "expired":
        raise QuestionExpired(
            f"This question was open until {found.expires_at:%Y-%m-%d %H:%M} UTC, and the reply is gone.",
            hint="Ask the model again.",
        )
    return found


def require_seen(found: Held) -> None:
    if found.view is None:
        raise BadInput(
            "The first question is not answered yet: whether to see the reply.",
            hint="Answer it first; how to treat such words in future comes after seeing them.",
        )
    if not found.view:
        raise explain_answered("not see it")


def explain_answered(answer: str) -> AlreadyAnswered:
    return AlreadyAnswered(
        f"This question was answered before: {answer}.",
        hint="Nothing was changed. To answer otherwise, take the answer back first.",
    )


def end_soon(found: Held, now: datetime, undo_for: timedelta) -> dict[str, Any]:
    """An answered reply is kept for as long as one may still change one's mind."""
    return {"answered_at": now, "expires_at": min(found.expires_at, now + undo_for)}


def may_reopen(transaction: Transaction, found: Held) -> bool:
    """While the reply is there: until its time is over, with agreement to records also after that."""
    reader = require_reader(transaction.connection, found.reader_id)
    is_over = found.expires_at <= transaction.now and reader.agreed_at is None
    return found.content is not None and not is_over


def reopen(connection: Connection, found: Held, now: datetime) -> dict[str, Any]:
    """The time it had, or once that is over (records keep it longer) as much again."""
    column = tables.held.c.lasts_until
    lasts: datetime = connection.execute(select(column).where(tables.held.c.id == found.id)).scalar_one()
    until = lasts if lasts > now else now + (lasts - found.created_at)
    return {"expires_at": until, "closed_at": None}


def record_answer(transaction: Transaction, found: Held, *, actor: str, body: Mapping[str, Any]) -> None:
    told = {"held": found.id, **body}
    transaction.record(
        Say(ANSWERED, community=found.community, actor=actor, subject=found.reader_id, body=told)
    )


def change(transaction: Transaction, held_id: str, **values: Any) -> None:
    transaction.connection.execute(update(tables.held).where(tables.held.c.id == held_id).values(**values))


def is_due(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return tables.held.c.closed_at.is_(None), tables.held.c.expires_at <= now


def close_some(transaction: Transaction, now: datetime, *, actor: str) -> tuple[int, int]:
    """Close some questions and erase their texts. Returns how many of the one and of the other."""
    columns = tables.held.c
    joined = tables.held.join(tables.readers, tables.readers.c.id == columns.reader_id)
    query = (
        select(columns.id, tables.readers.c.agreed_at).select_from(joined).where(*is_due(now)).limit(BATCH)
    )
    rows = transaction.connection.execute(query).all()
    closed = update(tables.held).where(columns.id.in_([row.id for row in rows])).values(closed_at=now)
    transaction.connection.execute(closed)
    over = [row.id for row in rows if row.agreed_at is None]
    named = tables.held_texts.c
    texts = tables.texts.c.id.in_(select(named.text_id).where(named.held_id.in_(over)))
    erased, done = 0, BATCH
    while done == BATCH:  # a reply has up to three texts
        done = erase_some(transaction, [texts], reason="expired", actor=actor)
        erased += done
    return len(rows), erased
