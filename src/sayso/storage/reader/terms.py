"""Word banks: what each reader permits, blocks, or wants to be asked about, now and over time."""

import hashlib
import secrets
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select

from sayso.core import Say, Term
from sayso.core.errors import BadInput
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.ledger.chain import encode_content
from sayso.storage.ledger.texts import BATCH, erase_some
from sayso.storage.reader.readers import READER, Reader, has_id, require_reader
from sayso.storage.reader.term_changes import (
    REMOVED,
    RULED,
    UNDO_TIME,
    UNDONE,
    add_change,
    end_rows,
    find_changes_of,
    find_last_change,
    take_back,
)
from sayso.storage.reader.term_rows import (
    TermChange,
    read_changes,
    read_rows,
    read_shared,
    read_some,
    read_term,
)
from sayso.storage.transaction import TEXTS, Entry, NewText, Transaction, fold_person
from sayso.text.terms import normalise_term

MOST_TERMS = 10_000
"""For good; and as many again in each conversation."""

MOST_TERMS_IN_ALL = 20_000
"""For good and in all conversations together."""


class Terms:
    def __init__(self, database: Database) -> None:
        self._database = database

    def version(self, reader_id: str) -> tuple[int, int]:
        """Changes whenever `list` may: a cheap question before loading thousands of terms."""
        changes, shared = tables.term_changes.c, tables.shared_terms.c
        last = select(func.max(changes.seq)).where(changes.reader_id == reader_id).scalar_subquery()
        decided = (
            select(func.max(shared.decided_seq))
            .where(shared.community == tables.readers.c.community, tables.readers.c.joins_list == 1)
            .scalar_subquery()
        )
        with self._database.reading() as connection:
            row = connection.execute(
                select(last, decided).select_from(tables.readers).where(has_id(reader_id))
            ).first()
        return (0, 0) if row is None else (row[0] or 0, row[1] or 0)

    def rule(
        self,
        reader_id: str,
        terms: Sequence[Term],
        *,
        held_id: str | None = None,
        actor: str = READER,
        transaction: Transaction | None = None,
    ) -> list[Term]:
        """Rule on words; of the same words and scope, the last ruling replaces any before. All or none.

        Returns them as they are kept. What is ruled so already stays as it is.
        """
        check_scopes(terms)
        wanted = {(make_key(term.text), name_scope(term)): term for term in terms}
        with self._database.joining(transaction) as joined:
            reader = require_reader(joined.connection, reader_id)
            current = find_current(joined.connection, reader_id)
            fresh = {slot: term for slot, term in wanted.items() if not is_ruled_so(current.get(slot), term)}
            check_room(current, fresh)
            kept = {slot: current[slot].id for slot in wanted.keys() - fresh.keys()}
            if fresh:
                kept |= keep(joined, reader, fresh, current=current, held_id=held_id, actor=actor)
            found = read_some(joined.connection, list(kept.values()))
        by_id = {row.id: term for row in found if (term := read_term(row)) is not None}
        return [by_id[kept[slot]] for slot in wanted if kept[slot] in by_id]

    def remove(
        self, reader_id: str, ids: Collection[str] | Literal["all"], *, actor: str = READER
    ) -> list[str]:
        """Remove terms by their ids, or all of them. Returns the ids of those that were there."""
        with self._database.transaction() as transaction:
            reader = require_reader(transaction.connection, reader_id)
            current = [row.id for row in find_current(transaction.connection, reader_id).values()]
            wanted = set(current if ids == "all" else ids)
            gone = [one for one in current if one in wanted]
            if gone:
                body = {"terms": gone, "how_many": len(gone)}
                entry = record(transaction, REMOVED, reader, actor=actor, body=body)
                add_change(transaction, entry, reader_id=reader_id)
                end_rows(transaction.connection, gone, entry=entry)
        return gone

    def undo(self, reader_id: str, *, actor: str = READER) -> TermChange | None:
        """Take the last change back, and with the next call the one before; None if nothing is left.

        Changes can be undone for 30 days.
        """
        with self._database.transaction() as transaction:
            reader = require_reader(transaction.connection, reader_id)
            last = find_last_change(transaction, reader_id)
            if last is None:
                return None
            undone = read_changes(transaction.connection, tables.term_changes.c.seq == last)
            take_back_all(transaction, reader, [last], actor=actor)
        return undone[0]

    def undo_answers(
        self, reader_id: str, held_id: str, *, actor: str = READER, transaction: Transaction | None = None
    ) -> int:
        """Take back what the answers about a reply changed, whatever was changed since. Returns how much."""
        with self._database.joining(transaction) as joined:
            reader = require_reader(joined.connection, reader_id)
            changes = find_changes_of(joined.connection, held_id)
            if changes:
                take_back_all(joined, reader, changes, actor=actor, held_id=held_id)
        return len(changes)

    def over_time(self, reader_id: str) -> list[TermChange]:
        """Every change, oldest first. Words that were erased are left out."""
        with self._database.reading() as connection:
            return read_changes(connection, tables.term_changes.c.reader_id == reader_id)

    def forget(self, *, actor: str = "service") -> int:
        """Erase words that no longer hold and can no longer be brought back, except of those who agreed
        to records. Returns how many."""
        total = 0
        while True:
            with self._database.transaction() as transaction:
                done = forget_some(transaction, actor=actor)
            total += done
            if done < BATCH:
                return total

    def list(self, reader_id: str, *, conversation: str | None = None) -> list[Term]:
        """Every term in force, oldest first; with a conversation, those for good and its own.

        Terms of the community's list come first, where the reader joins it and has not ruled themself.
        """
        columns = tables.terms.c
        conditions: list[ColumnElement[bool]] = [columns.reader_id == reader_id, columns.ended_seq.is_(None)]
        if conversation is not None:
            conditions.append(columns.conversation.in_(["", fold_person(conversation)]))
        with self._database.reading() as connection:
            rows = read_rows(connection, *conditions)
            shared = read_shared(connection, reader_id, ruled={r.key for r in rows if not r.conversation})
        own = (rename(term, conversation) for row in rows if (term := read_term(row)) is not None)
        return [*shared, *own]


def rename(term: Term, conversation: str | None) -> Term:
    """A conversation by the name asked for, also where that is too long to be kept."""
    if term.conversation is None or conversation is None:
        return term
    return replace(term, conversation=conversation)


def make_key(words: str) -> str:
    """The same for the same words, whatever their spelling. It is a hash, since words stand in `texts` alone:
    erasing them there erases them everywhere."""
    return hashlib.sha256(encode_content(normalise_term(words))).hexdigest()


def name_scope(term: Term) -> str:
    return "" if term.conversation is None else fold_person(term.conversation)


def check_scopes(terms: Sequence[Term]) -> None:
    """Without a name, a conversation would be kept as all of them."""
    if any(term.conversation == "" for term in terms):
        raise BadInput(
            "These words are for one conversation, and its name is empty.",
            hint="Name the conversation, or rule on the words for good. Nothing was changed.",
        )


def find_current(connection: Connection, reader_id: str) -> dict[tuple[str, str], Row[Any]]:
    """What holds now, by words and scope."""
    columns = tables.terms.c
    query = select(tables.terms).where(columns.reader_id == reader_id, columns.ended_seq.is_(None))
    rows = connection.execute(query.order_by(columns.made_seq, columns.place))
    return {(row.key, row.conversation): row for row in rows}


def is_ruled_so(row: Row[Any] | None, term: Term) -> bool:
    """Whether it would change nothing. What came from an answer goes when the answer is taken back, so that
    whoever says the same once more has said something."""
    return row is not None and row.ruling == term.ruling and row.origin != "answer"


def check_room(current: Mapping[tuple[str, str], Any], fresh: Mapping[tuple[str, str], Term]) -> None:
    """A word bank, and each conversation's part of it, has an end."""
    slots = current.keys() | fresh.keys()
    if len(slots) > max(MOST_TERMS_IN_ALL, len(current)):
        raise BadInput(
            f"With those of all conversations, a word bank holds at most {MOST_TERMS_IN_ALL:,} entries; "
            f"this would make it {len(slots):,}.",
            hint="Nothing was changed. Remove entries of conversations that are over, then try again.",
        )
    sizes = Counter(scope for _, scope in slots)
    added = {scope for _, scope in fresh.keys() - current.keys()}
    if any(sizes[scope] > MOST_TERMS for scope in added):
        raise BadInput(
            f"A word bank holds at most {MOST_TERMS:,} entries; this would make it {max(sizes.values()):,}.",
            hint="Nothing was changed. Remove entries that you no longer need, then try again.",
        )


def keep(
    transaction: Transaction,
    reader: Reader,
    fresh: Mapping[tuple[str, str], Term],
    *,
    current: Mapping[tuple[str, str], Row[Any]],
    held_id: str | None,
    actor: str,
) -> dict[tuple[str, str], str]:
    """Record the rulings, end what they replace, insert them. Returns their ids."""
    body: dict[str, Any] = {
        "rulings": dict(Counter(term.ruling for term in fresh.values())),
        "scopes": dict(Counter(describe_scope(term) for term in fresh.values())),
        "sources": dict(Counter(term.source for term in fresh.values())),
        "how_many": len(fresh),
    }
    if held_id is not None:
        body["held"] = held_id
    texts = [NewText(term.text.strip(), person=reader.name) for term in fresh.values()]
    entry = record(transaction, RULED, reader, actor=actor, body=body, texts=texts)
    add_change(transaction, entry, reader_id=reader.id, held_id=held_id)
    replaced = [current[slot].id for slot in fresh if slot in current]
    end_rows(transaction.connection, replaced, entry=entry)
    rows = [
        make_row(slot, term, reader_id=reader.id, entry=entry, place=place)
        for place, (slot, term) in enumerate(fresh.items())
    ]
    transaction.connection.execute(insert(tables.terms), rows)
    return {(row["key"], row["conversation"]): row["id"] for row in rows}


def describe_scope(term: Term) -> str:
    return "always" if term.conversation is None else "conversation"


def make_row(
    slot: tuple[str, str], term: Term, *, reader_id: str, entry: Entry, place: int
) -> dict[str, Any]:
    return {
        "id": secrets.token_hex(8),
        "reader_id": reader_id,
        "key": slot[0],
        "conversation": slot[1],
        "ruling": term.ruling,
        "origin": term.source,
        "text_id": entry.body[TEXTS][place]["id"],
        "made_seq": entry.seq,
        "place": place,
        "created_at": entry.at,
    }


def take_back_all(
    transaction: Transaction,
    reader: Reader,
    changes: Sequence[int],
    *,
    actor: str,
    held_id: str | None = None,
) -> None:
    body: dict[str, Any] = {"undoes": list(changes)}
    if held_id is not None:
        body["held"] = held_id
    entry = record(transaction, UNDONE, reader, actor=actor, body=body)
    add_change(transaction, entry, reader_id=reader.id, held_id=held_id)
    for change in changes:
        take_back(transaction, change, entry=entry)


def record(
    transaction: Transaction,
    kind: str,
    reader: Reader,
    *,
    actor: str,
    body: Mapping[str, Any],
    texts: Sequence[NewText] = (),
) -> Entry:
    say = Say(kind, community=reader.community, actor=actor, subject=reader.id, body=body)
    return transaction.record(say, texts=texts)


def forget_some(transaction: Transaction, *, actor: str) -> int:
    columns = tables.terms.c
    joined = tables.terms.join(tables.readers, tables.readers.c.id == columns.reader_id)
    old = (columns.ended_at < transaction.now - UNDO_TIME, tables.readers.c.agreed_at.is_(None))
    query = select(columns.id, columns.text_id).select_from(joined).where(*old).limit(BATCH)
    rows = transaction.connection.execute(query).all()
    if rows:
        written = tables.texts.c.id.in_([row.text_id for row in rows])
        erase_some(transaction, [written], reason="replaced", actor=actor)
        transaction.connection.execute(delete(tables.terms).where(columns.id.in_([row.id for row in rows])))
    return len(rows)
