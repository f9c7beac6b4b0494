"""Compares the tables beside the ledger with its entries: keys, policies, readers' words and shared ones.

What is kept in both must be the same in both. A row without the entry that made it was put in behind the
ledger's back; one that differs was changed there.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Text, select, type_coerce

from sayso.storage import tables

KEY_CREATED, KEY_REVOKED = "key.created", "key.revoked"
POLICY_SET = "policy.set"
RULED, REMOVED, UNDONE = "reader.ruled", "reader.removed", "reader.undone"
PROPOSED, APPROVED, REJECTED = "words.proposed", "words.approved", "words.rejected"

KINDS = (
    *(KEY_CREATED, KEY_REVOKED, POLICY_SET),
    *(RULED, REMOVED, UNDONE, PROPOSED, APPROVED, REJECTED),
)


class Fault(NamedTuple):
    """What is wrong, and the entry concerned; None if no entry is."""

    seq: int | None
    what: str


class Told(NamedTuple):
    """An entry, with its moment as it is stored."""

    seq: int
    at: str
    kind: str
    community: str
    subject: str
    body: Mapping[str, Any]


def check_records(connection: Connection) -> Fault | None:
    """The first fault. The chain itself is known to be sound."""
    told = {entry.seq: entry for entry in read_told(connection)}
    checks: tuple[Callable[[Connection, Mapping[int, Told]], Iterator[Fault]], ...] = (
        check_keys,
        check_policies,
        check_terms,
        check_shared,
    )
    return next((fault for check in checks for fault in check(connection, told)), None)


def read_told(connection: Connection) -> Iterator[Told]:
    columns = tables.ledger.c
    names = (columns.seq, type_coerce(columns.at, Text), columns.kind, columns.community, columns.subject)
    query = select(*names, columns.body).where(columns.kind.in_(KINDS)).order_by(columns.seq)
    for seq, at, kind, community, subject, body in connection.execute(query):
        yield Told(seq, at, kind, community, subject, json.loads(body))


def check_keys(connection: Connection, told: Mapping[int, Told]) -> Iterator[Fault]:
    """A key has the rights that it was made with, and stays revoked."""
    created = {entry.subject: entry for entry in told.values() if entry.kind == KEY_CREATED}
    revoked = {entry.subject: entry.at for entry in told.values() if entry.kind == KEY_REVOKED}
    columns = tables.keys.c
    moments = [type_coerce(columns[name], Text).label(name) for name in ("created_at", "revoked_at")]
    plain = [column for column in columns if column.name not in ("created_at", "revoked_at")]
    rows: dict[str, Row[Any]] = {row.id: row for row in connection.execute(select(*plain, *moments))}
    for key_id, row in rows.items():
        entry = created.get(key_id)
        if entry is None:
            yield Fault(None, f"the key {key_id} has no entry that made it")
        elif not is_key_so(row, entry, revoked_at=revoked.get(key_id)):
            yield Fault(entry.seq, f"the key {key_id} is not as its entry says")
    for key_id in created.keys() - rows.keys():
        yield Fault(created[key_id].seq, f"the key {key_id} that it made is missing")


def is_key_so(row: Row[Any], entry: Told, *, revoked_at: str | None) -> bool:
    wishes = all(getattr(row, name) == value for name, value in entry.body.items())
    return wishes and (row.community, row.created_at, row.revoked_at) == (
        entry.community,
        entry.at,
        revoked_at,
    )


def check_policies(connection: Connection, told: Mapping[int, Told]) -> Iterator[Fault]:
    """Each version stands where it was set, and none is missing."""
    rest = {seq for seq, entry in told.items() if entry.kind == POLICY_SET}
    columns = tables.policies.c
    for row in connection.execute(select(tables.policies).order_by(columns.community, columns.version)):
        name = f"the policy of {row.community!r}, version {row.version},"
        if row.seq not in rest:
            yield Fault(None, f"{name} has no entry that set it")
        elif (told[row.seq].community, told[row.seq].body.get("version")) != (row.community, row.version):
            yield Fault(row.seq, f"{name} is not as its entry says")
        rest.discard(row.seq)
    for seq in sorted(rest):
        yield Fault(seq, "the policy that it set is missing")


def check_terms(connection: Connection, told: Mapping[int, Told]) -> Iterator[Fault]:
    """Words are ruled as their reader ruled, as far as they are still kept."""
    undone = {seq for entry in told.values() if entry.kind == UNDONE for seq in entry.body.get("undoes", ())}
    removed = {
        term
        for entry in told.values()
        if entry.kind == REMOVED and entry.seq not in undone
        for term in entry.body["terms"]
    }
    rulings: Counter[tuple[int, str]] = Counter()
    for row in connection.execute(select(tables.terms).order_by(tables.terms.c.made_seq)):
        entry = told.get(row.made_seq)
        rulings[row.made_seq, row.ruling] += 1
        is_so = (
            entry is not None
            and is_made_so(row, entry)
            and rulings[row.made_seq, row.ruling] <= entry.body["rulings"].get(row.ruling, 0)
            and is_ended_so(row, told)
            and not (row.ended_seq is None and (row.id in removed or row.made_seq in undone))
        )
        if not is_so:
            yield Fault(row.made_seq if entry else None, f"the words {row.id} are not as its entry says")


def is_made_so(row: Row[Any], entry: Told) -> bool:
    texts = entry.body.get("texts", ())
    at_place = texts[row.place]["id"] if 0 <= row.place < len(texts) else None
    return (
        (entry.kind, entry.subject, at_place) == (RULED, row.reader_id, row.text_id)
        and row.origin in entry.body["sources"]
        and ("conversation" if row.conversation else "always") in entry.body["scopes"]
    )


def is_ended_so(row: Row[Any], told: Mapping[int, Told]) -> bool:
    if row.ended_seq is None:
        return True
    entry = told.get(row.ended_seq)
    if entry is None or entry.subject != row.reader_id or row.ended_seq <= row.made_seq:
        return False
    return entry.kind in (RULED, UNDONE) or (entry.kind == REMOVED and row.id in entry.body["terms"])


def check_shared(connection: Connection, told: Mapping[int, Told]) -> Iterator[Fault]:
    """Shared words are in the state that was decided last."""
    last = {entry.subject: entry for entry in told.values() if entry.kind in (APPROVED, REJECTED)}
    for row in connection.execute(select(tables.shared_terms)):
        proposed = told.get(row.proposed_seq)
        decided = told.get(row.decided_seq or 0)
        is_so = (
            proposed is not None
            and (proposed.kind, proposed.community) == (PROPOSED, row.community)
            and proposed.body["ruling"] == row.ruling
            and is_decided_so(row, decided, last.get(row.id))
        )
        if not is_so:
            where = row.proposed_seq if proposed else None
            yield Fault(where, f"the shared words {row.id} are not as its entry says")


def is_decided_so(row: Row[Any], decided: Told | None, last: Told | None) -> bool:
    """Words are also rejected by the entry that approves the opposite ones."""
    if row.state == "proposed":
        return row.decided_seq is None and last is None
    if decided is None or decided.community != row.community or (last and last.seq > decided.seq):
        return False
    if row.state == "approved":
        return (decided.kind, decided.subject) == (APPROVED, row.id)
    return row.state == "rejected" and (decided.kind == APPROVED or decided.subject == row.id)
