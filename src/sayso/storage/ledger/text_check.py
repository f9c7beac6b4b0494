"""Compares the texts that are kept with what the ledger says of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, type_coerce
from sqlalchemy.types import NullType

from sayso.storage import tables
from sayso.storage.ledger.chain import commit_to

PAGE = 1000
ERASED = "text.erased"
"""The kind of the entry that says a text was erased; its subject is the text's id."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry that says a text was kept."""

    seq: int
    text_id: str
    commitment: str


@dataclass(frozen=True, slots=True)
class Fate:
    """How many of the texts are erased, or what is wrong at which entry."""

    erased: int = 0
    seq: int | None = None
    what: str = ""


def check_texts(connection: Connection, kept: Sequence[Kept], *, erased: Mapping[str, int]) -> Fate:
    """Check the texts of some entries; `erased` names the texts that these entries say are erased."""
    rows = read_texts(connection, [*{entry.text_id for entry in kept}, *erased])
    erasures = read_erasures(
        connection, [row.erased_seq for row in rows.values() if row.erased_seq is not None]
    )
    faults = [(entry.seq, check_kept(rows.get(entry.text_id), entry, erasures)) for entry in kept]
    faults += [(seq, check_erased(rows.get(text_id), seq)) for text_id, seq in erased.items()]
    first = min((fault for fault in faults if fault[1]), default=None)
    if first:
        return Fate(seq=first[0], what=first[1])
    return Fate(erased=sum(rows[entry.text_id].erased_seq is not None for entry in kept))


def check_kept(row: Any, entry: Kept, erasures: Mapping[int, str]) -> str:
    """What is wrong with a text that an entry commits to; empty if nothing is."""
    if row is None:
        return "its text is missing"
    if row.content is None or row.salt is None:
        told = row.erased_seq is not None and erasures.get(row.erased_seq) == row.id
        return "" if told else "its text was removed without an entry that says so"
    whole = isinstance(row.content, bytes) and isinstance(row.salt, bytes)
    if not whole or not entry.commitment == row.commitment == commit_to(row.content, row.salt):
        return "its text was changed"
    return ""


def check_erased(row: Any, seq: int) -> str:
    gone = row is not None and row.content is None and row.salt is None and row.erased_seq == seq
    return "" if gone else "the text that it erased is back"


def read_texts(connection: Connection, ids: Sequence[str]) -> dict[str, Any]:
    """Rows as they are stored: a value of a wrong type is a finding, not a failure."""
    columns = tables.texts.c
    raw = [type_coerce(columns[name], NullType).label(name) for name in ("content", "salt")]
    query = select(columns.id, columns.commitment, columns.erased_seq, *raw)
    found: dict[str, Any] = {}
    for begin in range(0, len(ids), PAGE):
        some = columns.id.in_(ids[begin : begin + PAGE])
        found.update({row.id: row for row in connection.execute(query.where(some))})
    return found


def read_erasures(connection: Connection, seqs: Sequence[int]) -> dict[int, str]:
    """Which text each of these entries erased. The walk checks the entries themselves when it gets there."""
    columns = tables.ledger.c
    found: dict[int, str] = {}
    for begin in range(0, len(seqs), PAGE):
        some = columns.seq.in_(seqs[begin : begin + PAGE])
        rows = connection.execute(select(columns.seq, columns.subject).where(some, columns.kind == ERASED))
        found.update({row.seq: row.subject for row in rows})
    return found
