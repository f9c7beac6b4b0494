"""Finds what was changed, left out, put in or moved behind the ledger's back."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, Text, func, select, type_coerce

from sayso.core.errors import LedgerBroken
from sayso.storage import tables
from sayso.storage.columns import unescape
from sayso.storage.ledger.chain import FIRST_HASH, hash_entry
from sayso.storage.ledger.record_check import check_records
from sayso.storage.ledger.text_check import ERASED, Kept, check_texts
from sayso.storage.transaction import TEXTS, Head

PAGE = 1000
SEARCHED = 1_000_000
"""How far past the last entry a misplaced one may have stood; a forged head must not make this endless."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The first thing that is wrong; `seq` is the entry concerned, None if no entry is."""

    seq: int | None
    what: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What was checked, and the first problem if there is one."""

    entries: int
    texts: int
    erased: int
    head: Head
    problem: Problem | None

    def require_intact(self) -> None:
        if self.problem is None:
            return
        place = (
            "The ledger" if self.problem.seq is None else f"The ledger is broken at entry {self.problem.seq}"
        )
        raise LedgerBroken(
            f"{place}: {self.problem.what}.",
            hint="Keep a copy of the database for inspection. To go back: sayso db restore FILE --replace",
        )


START = Head(0, FIRST_HASH)


@dataclass(slots=True)
class Walk:
    """How far a verification has come."""

    previous: Head = START
    texts: int = 0
    erased: int = 0


def verify_ledger(
    connection: Connection, *, expect: Head | None = None, progress: Callable[[int, int], None] | None = None
) -> Verification:
    walk, problem = Walk(), None
    total = connection.execute(select(func.count()).select_from(tables.ledger)).scalar_one()
    head = read_head(connection)
    last = min(max(total, head.seq if head else 0), total + SEARCHED)
    for page in read_raw_pages(connection):
        problem = follow(walk, page, expect=expect)
        if problem:
            problem = find_move(connection, walk.previous, last=last) or problem
        problem = check_page_texts(connection, walk, page) or problem
        if progress:
            progress(walk.previous.seq, total)
        if problem:
            break
    problem = problem or check_end(walk, head, expect=expect) or check_strays(connection, walk)
    if problem is None and (fault := check_records(connection)):
        problem = Problem(fault.seq, fault.what)
    return Verification(walk.previous.seq, walk.texts, walk.erased, head or walk.previous, problem)


def read_raw_pages(connection: Connection) -> Iterator[Sequence[Any]]:
    columns = tables.ledger.c
    query = select_raw().order_by(columns.seq).limit(PAGE)
    last: int | None = None
    while page := connection.execute(query if last is None else query.where(columns.seq > last)).all():
        yield page
        last = page[-1].seq


def select_raw() -> Select[Any]:
    """Entries as they are stored: a changed value must not fail in a column type unseen."""
    columns = tables.ledger.c
    names = ("at", "kind", "community", "actor", "subject", "body", "previous", "hash")
    return select(columns.seq, *(type_coerce(columns[name], Text).label(name) for name in names))


def follow(walk: Walk, page: Sequence[Any], *, expect: Head | None) -> Problem | None:
    """Check the links of a page, as far as they hold."""
    for row in page:
        problem = check_link(walk.previous, row, expect=expect)
        if problem:
            return problem
        walk.previous = Head(row.seq, row.hash)
    return None


def check_page_texts(connection: Connection, walk: Walk, page: Sequence[Any]) -> Problem | None:
    """Check what the sound entries of a page say about texts."""
    sound = [row for row in page if row.seq <= walk.previous.seq]
    kept = [
        Kept(row.seq, text["id"], text["commitment"])
        for row in sound
        for text in json.loads(row.body).get(TEXTS, ())
    ]
    fate = check_texts(connection, kept, erased={row.subject: row.seq for row in sound if row.kind == ERASED})
    walk.texts += len(kept)
    walk.erased += fate.erased
    return Problem(fate.seq, fate.what) if fate.what else None


def check_link(previous: Head, row: Any, *, expect: Head | None) -> Problem | None:
    wanted = previous.seq + 1
    if row.seq < wanted:
        return Problem(row.seq, "it stands before the first entry")
    if row.seq > wanted:
        return Problem(wanted, "it is missing")
    if hash_row(row, seq=row.seq) != row.hash:
        return Problem(row.seq, "its contents do not match its hash; it was changed")
    if row.previous != previous.hash:
        return Problem(
            row.seq, "it does not follow from the entry before; one of the two was replaced or moved"
        )
    if expect and row.seq == expect.seq and row.hash != expect.hash:
        return Problem(row.seq, "its hash is not the expected one; the ledger was rewritten")
    return None


def find_move(connection: Connection, previous: Head, *, last: int) -> Problem | None:
    """Whether the entry that should follow stands elsewhere, or another one in its place.

    An entry's hash tells its number: only under that one do its contents match it.
    """
    columns = tables.ledger.c
    wanted = previous.seq + 1
    followers = connection.execute(select_raw().where(columns.previous == previous.hash)).all()
    for row in followers:
        if row.seq != wanted and hash_row(row, seq=wanted) == row.hash:
            return Problem(wanted, f"it was moved; it stands as entry {row.seq} now")
    here = connection.execute(select_raw().where(columns.seq == wanted)).first()
    number = None if here is None else find_number(here, last=last)
    if number in (None, wanted):
        return None
    return Problem(wanted, f"entry {number} stands in its place, moved or copied")


def find_number(row: Any, *, last: int) -> int | None:
    """The number that an entry was written under; None if it was changed."""
    numbers = (row.seq, *range(1, last + 1))
    return next((number for number in numbers if hash_row(row, seq=number) == row.hash), None)


def hash_row(row: Any, *, seq: int) -> str:
    """The hash an entry should have under a number; empty if it holds something other than text."""
    _, at, kind, community, actor, subject, body, previous, _ = row
    for text in (at, kind, community, actor, subject, body, previous):
        if not isinstance(text, str):
            return ""
    return hash_entry(
        seq=seq,
        at=at,
        kind=unescape(kind),
        community=unescape(community),
        actor=unescape(actor),
        subject=unescape(subject),
        body=body,
        previous=previous,
    )


def read_head(connection: Connection) -> Head | None:
    row = connection.execute(select(tables.ledger_head.c.seq, tables.ledger_head.c.hash)).first()
    return None if row is None else Head(row.seq, row.hash)


def check_end(walk: Walk, head: Head | None, *, expect: Head | None) -> Problem | None:
    """A tail that was cut off leaves a sound chain: only the head and an anchor kept elsewhere know of it."""
    last = walk.previous
    if expect and expect.seq > last.seq:
        return Problem(last.seq + 1, f"it is missing; the ledger ends before the expected entry {expect.seq}")
    if head is None:
        return Problem(None, "its head is missing")
    if head.seq > last.seq:
        return Problem(
            last.seq + 1, f"it is missing; the head of the ledger says there are {head.seq} entries"
        )
    if head != last:
        return Problem(last.seq, "it is not the entry that the head of the ledger names")
    return None


def check_strays(connection: Connection, walk: Walk) -> Problem | None:
    count = connection.execute(select(func.count()).select_from(tables.texts)).scalar_one()
    if count == walk.texts:
        return None
    return Problem(None, f"{count - walk.texts} of the texts kept beside it are named by no entry")
