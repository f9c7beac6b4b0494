"""Rows of word banks as they are read back: terms with their words, and changes over time."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, select

from sayso.core import Term
from sayso.storage import tables
from sayso.storage.ledger.chain import decode_content
from sayso.storage.ledger.entries import read_entry
from sayso.storage.ledger.texts import BATCH
from sayso.storage.reader.reader_rows import APPROVED
from sayso.storage.reader.readers import has_id
from sayso.storage.reader.term_changes import REMOVED, RULED, UNDONE
from sayso.storage.transaction import Entry

Act = Literal["ruled", "removed", "undone"]
ACTS: Mapping[str, Act] = {RULED: "ruled", REMOVED: "removed", UNDONE: "undone"}


@dataclass(frozen=True, slots=True)
class TermChange:
    """One change of a word bank. `undoes` is the number of the change that it took back."""

    seq: int
    at: datetime
    act: Act
    terms: tuple[Term, ...] = field(repr=False)
    held_id: str | None = None
    undoes: tuple[int, ...] = ()


def read_some(connection: Connection, ids: Sequence[str]) -> list[Row[Any]]:
    column, parts = tables.terms.c.id, range(0, len(ids), BATCH)
    return [row for begin in parts for row in read_rows(connection, column.in_(ids[begin : begin + BATCH]))]


def read_rows(connection: Connection, *conditions: ColumnElement[bool]) -> list[Row[Any]]:
    """Rows of `terms` with their words, in the order they were made."""
    columns = tables.terms.c
    joined = tables.terms.join(tables.texts, tables.texts.c.id == columns.text_id)
    query = select(tables.terms, tables.texts.c.content).select_from(joined).where(*conditions)
    return list(connection.execute(query.order_by(columns.made_seq, columns.place)))


def read_term(row: Row[Any]) -> Term | None:
    """None once the words are erased."""
    if row.content is None:
        return None
    return Term(
        text=decode_content(bytes(row.content)),
        ruling=row.ruling,
        conversation=row.conversation or None,
        source=row.origin,
        id=row.id,
        created_at=row.created_at,
    )


def read_shared(connection: Connection, reader_id: str, *, ruled: set[str]) -> list[Term]:
    """The community's words for a reader who joins the list, except those they ruled on themself."""
    columns = tables.shared_terms.c
    joined = tables.shared_terms.join(tables.readers, tables.readers.c.community == columns.community).join(
        tables.texts, tables.texts.c.id == columns.text_id
    )
    query = (
        select(tables.shared_terms, tables.texts.c.content)
        .select_from(joined)
        .where(has_id(reader_id), tables.readers.c.joins_list == 1, columns.state == APPROVED)
        .order_by(columns.decided_seq)
    )
    return [
        Term(decode_content(bytes(row.content)), row.ruling, None, "community", row.id, row.decided_at)
        for row in connection.execute(query)
        if row.content is not None and row.key not in ruled
    ]


def read_changes(connection: Connection, *conditions: ColumnElement[bool]) -> list[TermChange]:
    columns = tables.term_changes.c
    joined = tables.term_changes.join(tables.ledger, tables.ledger.c.seq == columns.seq)
    query = select(tables.ledger, columns.held_id).select_from(joined).where(*conditions)
    entries = [(read_entry(row), row.held_id) for row in connection.execute(query.order_by(columns.seq))]
    readers = {entry.subject for entry, _ in entries}
    rows = read_rows(connection, tables.terms.c.reader_id.in_(readers)) if readers else []
    made = defaultdict[int, list[Row[Any]]](list)
    for row in rows:
        made[row.made_seq].append(row)
    by_id = {row.id: row for row in rows}
    return [make_change(entry, held_id, made=made, by_id=by_id) for entry, held_id in entries]


def make_change(
    entry: Entry,
    held_id: str | None,
    *,
    made: Mapping[int, Sequence[Row[Any]]],
    by_id: Mapping[str, Row[Any]],
) -> TermChange:
    named = [by_id[one] for one in entry.body.get("terms", ()) if one in by_id]
    rows = made.get(entry.seq, ()) if entry.kind == RULED else named
    terms = tuple(term for row in rows if (term := read_term(row)) is not None)
    undoes = tuple(entry.body.get("undoes", ()))
    return TermChange(entry.seq, entry.at, ACTS[entry.kind], terms, held_id, undoes)
