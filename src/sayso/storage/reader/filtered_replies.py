"""Replies that were filtered: held until their reader answers, or replaced; both with the reason why.

What may be answered when is `sayso.deciding.held_replies`; here it is loaded, asked and written. What a reply
says lies in `texts`: it cannot be read once its time is over, and `expire` erases it, except with agreement
to records. Reading writes nothing.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from sayso.core import Say
from sayso.core.errors import BadInput
from sayso.deciding.held_replies import (
    HELD_FOR,
    UNDO_FOR,
    Act,
    Expire,
    Future,
    Step,
    Undo,
    View,
    advance,
    explain_answered,
    find_state,
)
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.ledger.texts import BATCH, erase_some
from sayso.storage.reader.filtered_reply import (
    END,
    WORDS,
    FilteredReply,
    NewFilteredReply,
    find_one,
    is_of,
    make_question,
    make_row,
    number_texts,
    read_many,
    read_one,
    record_filtered,
    select_filtered,
    write_question,
)
from sayso.storage.reader.reader_rows import is_id
from sayso.storage.reader.readers import READER, require_reader
from sayso.storage.transaction import TEXTS, Transaction

ANSWERED = "reader.answered"
TAKEN_BACK = "reader.undone"
LONGEST_NAMED = 40


class FilteredReplies:
    def __init__(
        self, database: Database, *, held_for: timedelta = HELD_FOR, undo_for: timedelta = UNDO_FOR
    ) -> None:
        """`held_for` is how long a reply waits, `undo_for` how long an answered one is kept."""
        self._database = database
        self._held_for = held_for
        self._undo_for = undo_for

    def add(
        self,
        new: NewFilteredReply,
        *,
        lasts: timedelta | None = None,
        instead_of: str | None = None,
        transaction: Transaction | None = None,
    ) -> FilteredReply:
        """Keep a reply until it is answered or `lasts` is over (None: as long as the store holds replies).

        What a replaced reply says is kept only with the reader's agreement to records, and never handed out.
        `instead_of` is the beginning of the same reply: unless that was answered, it gives way to this.
        """
        with self._database.joining(transaction) as joined:
            reader = require_reader(joined.connection, new.reader)
            keeps = new.outcome == "held" or reader.agreed_at is not None
            written = number_texts(new, keeps=keeps)
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

    def get(self, reader_id: str, held_id: str) -> FilteredReply | None:
        with self._database.reading() as connection:
            return find_one(connection, reader_id, held_id, now=self._database.clock())

    def get_many(self, reader_id: str, held_ids: Iterable[str]) -> list[FilteredReply]:
        """Those of these replies that are this reader's, in one query."""
        known = tables.held.c.id.in_([held_id for held_id in held_ids if is_id(held_id)])
        with self._database.reading() as connection:
            rows = connection.execute(select_filtered(*is_of(reader_id, None), known)).all()
            return read_many(connection, rows, now=self._database.clock())

    def advance(
        self,
        reader_id: str,
        held_id: str,
        act: Act,
        *,
        actor: str = READER,
        transaction: Transaction | None = None,
    ) -> tuple[FilteredReply, Step]:
        """Answer, or take both answers back. Returns the reply as it is then, and what the step was.

        An answer about another word than the first puts that one first, and there it stays.
        """
        with self._database.joining(transaction) as joined:
            now = joined.now
            found = read_one(joined.connection, reader_id, held_id, now=now)
            step = advance(found.question, act, now=now, undo_for=self._undo_for)
            if step.is_new:
                record_act(joined, found, act, actor=actor)
                mine = tables.held.c.id == held_id
                values = write_question(step.question)
                joined.connection.execute(update(tables.held).where(mine).values(**values))
            words = found.words
            if isinstance(act, Future) and act.word:
                words = choose_word(joined.connection, found, act.word, is_new=step.is_new)
        question, state = step.question, find_state(step.question, now)
        return replace(found, question=question, state=state, words=words), step

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

    def count(self, reader_id: str, conversation: str | None = None) -> int:
        """How many `list` has."""
        query = select(func.count()).select_from(tables.held).where(*is_of(reader_id, conversation))
        with self._database.reading() as connection:
            return connection.execute(query).scalar_one()

    def list(
        self, reader_id: str, conversation: str | None = None, *, limit: int | None = None, offset: int = 0
    ) -> list[FilteredReply]:
        """Everything that was filtered for a reader, newest first, in one conversation or in all."""
        query = select_filtered(*is_of(reader_id, conversation)).order_by(tables.held.c.seq.desc())
        if limit is not None:
            query = query.limit(limit).offset(offset)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
            return read_many(connection, rows, now=self._database.clock())


def drop(transaction: Transaction, new: NewFilteredReply, held_id: str) -> bool:
    """Take out the beginning of a reply, texts and all; False: it is none, or was answered, and stays."""
    connection = transaction.connection
    found = find_one(connection, new.reader, held_id, now=transaction.now)
    if found is None or found.question.view is not None or not new.content.startswith(found.content or ""):
        return False
    named = tables.held_texts.c
    texts = tables.texts.c.id.in_(select(named.text_id).where(named.held_id == held_id))
    erase_some(transaction, [texts], reason="replaced", actor="service")
    connection.execute(delete(tables.held_texts).where(named.held_id == held_id))
    connection.execute(delete(tables.held).where(tables.held.c.id == held_id))
    return True


def choose_word(connection: Connection, found: FilteredReply, word: str, *, is_new: bool) -> tuple[str, ...]:
    """The words of a reply with this one first, as they are kept from now on."""
    names = [text.casefold() for text in found.words]
    if word.casefold() not in names:
        known = ", ".join(f"“{text}”" for text in found.words)
        raise BadInput(
            f"“{word[:LONGEST_NAMED]}” is not a word that this question is about.",
            hint=f"Choose one of {known}." if known else "Here an answer is about all words that are named.",
        )
    place = names.index(word.casefold())
    if not place:
        return found.words
    if not is_new:
        raise explain_answered(f"about “{found.words[0]}”")
    columns = tables.held_texts.c
    moves = ((WORDS + place, END), (WORDS, WORDS + place), (END, WORDS))
    for before, after in moves:
        here = (columns.held_id == found.id, columns.place == before)
        connection.execute(update(tables.held_texts).where(*here).values(place=after))
    words = list(found.words)
    words[0], words[place] = words[place], words[0]
    return tuple(words)


def record_act(transaction: Transaction, found: FilteredReply, act: Act, *, actor: str) -> None:
    kind, told = ANSWERED, dict[str, Any]()
    match act:
        case View(wants):
            told = {"view": wants}
        case Future(ruling=ruling, scope=scope):
            told = {"future": ruling, "scope": scope}
        case Undo():
            kind, told = TAKEN_BACK, {"view": found.question.view, "future": found.question.future}
    body = {"held": found.id, **told}
    transaction.record(Say(kind, community=found.community, actor=actor, subject=found.reader_id, body=body))


def is_due(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return tables.held.c.closed_at.is_(None), tables.held.c.expires_at <= now


def close_some(transaction: Transaction, now: datetime, *, actor: str) -> tuple[int, int]:
    """Close some questions and erase their texts. Returns how many of the one and of the other."""
    rows = transaction.connection.execute(select_filtered(*is_due(now)).limit(BATCH)).all()
    after = {row.id: advance(make_question(row, is_kept=True), Expire(), now=now).question for row in rows}
    closed = update(tables.held).where(tables.held.c.id.in_(after)).values(closed_at=now)
    transaction.connection.execute(closed)
    over = [held_id for held_id, question in after.items() if not question.is_kept]
    named = tables.held_texts.c
    texts = tables.texts.c.id.in_(select(named.text_id).where(named.held_id.in_(over)))
    erased, done = 0, BATCH
    while done == BATCH:  # a reply has several texts
        done = erase_some(transaction, [texts], reason="expired", actor=actor)
        erased += done
    return len(rows), erased
