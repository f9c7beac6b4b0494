"""Changes of a word bank as a chain per words and scope, from which any change can be taken out again.

A row of `terms` holds from the change that made it to the one that ended it. To undo a change, what it made
ends, and what it ended holds again, or, where the same words were ruled on since, ends with that.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from sayso.storage import tables
from sayso.storage.transaction import Entry, Transaction

UNDO_TIME = timedelta(days=30)
"""How long a change can be undone, and so for how long words are kept that no longer hold."""

RULED = "reader.ruled"
REMOVED = "reader.removed"
UNDONE = "reader.undone"


def find_last_change(transaction: Transaction, reader_id: str) -> int | None:
    """The last change that can be undone."""
    columns = tables.term_changes.c
    query = select(columns.seq).where(
        columns.reader_id == reader_id,
        columns.act != UNDONE,
        columns.undone_seq.is_(None),
        columns.at > transaction.now - UNDO_TIME,
    )
    return transaction.connection.execute(query.order_by(columns.seq.desc()).limit(1)).scalar()


def find_changes_of(connection: Connection, held_id: str) -> list[int]:
    """The changes that came from the answers about a reply and still count, newest first."""
    columns = tables.term_changes.c
    counts = (columns.held_id == held_id, columns.act != UNDONE, columns.undone_seq.is_(None))
    query = select(columns.seq).where(*counts)
    return list(connection.execute(query.order_by(columns.seq.desc())).scalars())


def add_change(transaction: Transaction, entry: Entry, *, reader_id: str, held_id: str | None = None) -> None:
    row = {"seq": entry.seq, "reader_id": reader_id, "at": entry.at, "act": entry.kind, "held_id": held_id}
    transaction.connection.execute(insert(tables.term_changes), row)


def take_back(transaction: Transaction, change: int, *, entry: Entry) -> None:
    """Undo one change; `entry` is the one that says so."""
    connection, columns = transaction.connection, tables.terms.c
    made = connection.execute(select(tables.terms).where(columns.made_seq == change)).all()
    ended = connection.execute(select(tables.terms).where(columns.ended_seq == change)).all()
    after = {(row.key, row.conversation): (row.ended_seq, row.ended_at) for row in made}
    end_rows(connection, [row.id for row in made], entry=entry)
    moves: list[dict[str, Any]] = []
    for row in ended:
        seq, at = after.get((row.key, row.conversation), (None, None))
        moves.append({"term": row.id, "seq": seq, "at": at})
    if moves:
        connection.execute(MOVE_END, moves)
    undone = update(tables.term_changes).where(tables.term_changes.c.seq == change)
    connection.execute(undone.values(undone_seq=entry.seq))


def end_rows(connection: Connection, ids: Sequence[str], *, entry: Entry) -> None:
    if ids:
        connection.execute(MOVE_END, [{"term": one, "seq": entry.seq, "at": entry.at} for one in ids])


MOVE_END = (
    update(tables.terms)
    .where(tables.terms.c.id == bindparam("term"))
    .values(ended_seq=bindparam("seq"), ended_at=bindparam("at"))
)
