"""What an author says is wrong about a score, as it is kept and as its entries tell it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, Row, select

from sayso.core import DEFAULT_COMMUNITY
from sayso.storage import tables
from sayso.storage.ledger.entries import read_entry
from sayso.storage.ledger.texts import KeptText, find_texts
from sayso.storage.transaction import TEXTS, Entry

ObjectionKind = Literal["false_alarm", "missed", "biased"]
"""The score is too high; it is too low; it follows who is meant or how somebody speaks, not what is said."""

Verdict = Literal["agreed", "disagreed"]
ObjectionState = Literal["open", "answered", "withdrawn"]

ADDED = "objection.added"
ANSWERED = "objection.answered"
WITHDRAWN = "objection.withdrawn"


@dataclass(frozen=True, slots=True)
class NewObjection:
    """`begin` and `end` count code points; both 0 mean the whole text. `person` is the platform's id."""

    kind: ObjectionKind
    content: str = field(repr=False)
    begin: int
    end: int
    scores: Mapping[str, float]
    model: str
    comment: str = field(default="", repr=False)
    community: str = DEFAULT_COMMUNITY
    actor: str = ""
    person: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, and which scores the text should have had; `content` is None once erased."""

    at: datetime
    actor: str
    verdict: Verdict
    labels: Mapping[str, float]
    content: str | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Objection:
    """One objection with all its answers, oldest first. `content` is None once the text is erased."""

    id: str
    token: str = field(repr=False)
    at: datetime
    community: str
    actor: str
    kind: ObjectionKind
    begin: int
    end: int
    scores: Mapping[str, float]
    model: str
    content: str | None = field(repr=False)
    comment: str | None = field(repr=False)
    person: str = field(repr=False)
    erased_at: datetime | None
    withdrawn_at: datetime | None
    answers: tuple[Answer, ...]

    @property
    def state(self) -> ObjectionState:
        if self.withdrawn_at is not None:
            return "withdrawn"
        return "answered" if self.answers else "open"

    @property
    def is_about_all(self) -> bool:
        """Whether the whole text is meant, not a part of it."""
        whole = None if self.content is None else (0, len(self.content))
        return (self.begin, self.end) in ((0, 0), whole)


def read_objections(connection: Connection, rows: Sequence[Row[Any]]) -> list[Objection]:
    """Rows of the table `objections`, with what the ledger and the texts say of them."""
    entries = read_entries(connection, [row.id for row in rows])
    ids = [name["id"] for some in entries.values() for entry in some for name in entry.body.get(TEXTS, ())]
    texts = find_texts(connection, ids)
    return [make_objection(row, entries[row.id], texts) for row in rows]


def read_entries(connection: Connection, ids: Sequence[str]) -> dict[str, list[Entry]]:
    columns = tables.objection_entries.c
    query = (
        select(columns.objection_id, tables.ledger)
        .join(tables.ledger, tables.ledger.c.seq == columns.seq)
        .where(columns.objection_id.in_(ids))
        .order_by(columns.seq)
    )
    found: dict[str, list[Entry]] = {one: [] for one in ids}
    for row in connection.execute(query):
        found[row.objection_id].append(read_entry(row))
    return found


def make_objection(row: Row[Any], entries: Sequence[Entry], texts: Mapping[str, KeptText]) -> Objection:
    added = next(entry for entry in entries if entry.kind == ADDED)
    text, *comments = (texts[name["id"]] for name in added.body[TEXTS])
    withdrawn = next((entry for entry in entries if entry.kind == WITHDRAWN), None)
    return Objection(
        id=row.id,
        token=row.token,
        at=added.at,
        community=added.community,
        actor=added.actor,
        kind=added.body["kind"],
        begin=added.body["begin"],
        end=added.body["end"],
        scores=added.body["scores"],
        model=added.body["model"],
        content=text.content,
        comment=comments[0].content if comments else "",
        person=text.person,
        erased_at=text.erased_at,
        withdrawn_at=withdrawn.at if withdrawn else None,
        answers=tuple(make_answer(entry, texts) for entry in entries if entry.kind == ANSWERED),
    )


def make_answer(entry: Entry, texts: Mapping[str, KeptText]) -> Answer:
    content = texts[entry.body[TEXTS][0]["id"]].content
    return Answer(entry.at, entry.actor, entry.body["verdict"], entry.body["labels"], content)
