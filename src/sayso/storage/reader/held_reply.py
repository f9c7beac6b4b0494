"""A filtered reply as it is kept and as it is read back."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, Select, false, select

from sayso.core import Attribute, Cause, Outcome, Ruling, Say
from sayso.core.errors import BadInput
from sayso.storage import tables
from sayso.storage.ledger.chain import canonical
from sayso.storage.ledger.texts import BATCH, KeptText, find_texts
from sayso.storage.reader.reader_rows import is_id
from sayso.storage.reader.readers import Reader
from sayso.storage.transaction import Entry, NewText, Transaction, fold_person

Scope = Literal["conversation", "always"]
HeldState = Literal["waiting", "viewed", "declined", "answered", "expired", "none"]
"""Which question is open: the first, the second, none because the reader did not want to see it, none because
both are answered, none because time ran out, none because nothing was asked (the reply was replaced)."""

VIEWS: Mapping[str, bool] = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class NewHeld:
    """A reply that was not shown. `reader` is the reader's id; `named` are words of it, worst first."""

    reader: str
    community: str
    conversation: str
    outcome: Outcome
    cause: Cause
    content: str = field(repr=False)
    score: float
    model: str
    policy_version: int
    named: tuple[str, ...] = field(default=(), repr=False)
    categories: tuple[tuple[Attribute, float], ...] = ()
    upstream_model: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A filtered reply as it is now. `content` and `named` are empty once they are erased."""

    id: str
    reader_id: str
    community: str
    conversation: str
    outcome: Outcome
    cause: Cause
    score: float
    categories: tuple[tuple[Attribute, float], ...]
    model: str
    policy_version: int
    upstream_model: str
    created_at: datetime
    expires_at: datetime
    state: HeldState
    view: bool | None
    future: Ruling | None
    scope: Scope | None
    answered_at: datetime | None
    content: str | None = field(repr=False)
    named: tuple[str, ...] = field(repr=False)

    @property
    def reply(self) -> str | None:
        """What the reader may see of it now: the reply once they said they want to, while it is kept."""
        return self.content if self.view and self.outcome == "held" else None


def pack_categories(categories: Sequence[tuple[Attribute, float]]) -> list[list[Any]]:
    return [[str(attribute), float(score)] for attribute, score in categories]


def record_filtered(
    transaction: Transaction, new: NewHeld, reader: Reader, *, written: Sequence[str]
) -> Entry:
    body: dict[str, Any] = {
        "cause": new.cause,
        "score": new.score,
        "categories": pack_categories(new.categories),
        "model": new.model,
        "policy": new.policy_version,
    }
    say = Say(f"reply.{new.outcome}", community=reader.community, subject=reader.id, body=body)
    return transaction.record(say, texts=[NewText(content, person=reader.name) for content in written])


def make_row(new: NewHeld, entry: Entry, *, lasts: timedelta, held_id: str | None = None) -> dict[str, Any]:
    """A reply of no known conversation is one by itself: what is said of it there holds nowhere else."""
    held_id = held_id or secrets.token_hex(8)
    return {
        "id": held_id,
        "reader_id": new.reader,
        "community": entry.community,
        "conversation": fold_person(new.conversation) or held_id,
        "seq": entry.seq,
        "outcome": new.outcome,
        "cause": new.cause,
        "score": canonical(new.score),
        "categories": canonical(pack_categories(new.categories)),
        "model": new.model,
        "policy_version": new.policy_version,
        "upstream_model": new.upstream_model,
        "created_at": entry.at,
        "lasts_until": entry.at + lasts,
        "expires_at": entry.at + lasts,
    }


def select_of(reader_id: str, held_id: str) -> Select[Any]:
    columns = tables.held.c
    own = columns.reader_id == reader_id if is_id(reader_id) and is_id(held_id) else false()
    return select(tables.held).where(own, columns.id == held_id if is_id(held_id) else false())


def is_of(reader_id: str, conversation: str | None) -> tuple[ColumnElement[bool], ...]:
    columns = tables.held.c
    own = columns.reader_id == reader_id if is_id(reader_id) else false()
    return (own,) if conversation is None else (own, columns.conversation == fold_person(conversation))


def read_one(connection: Connection, reader_id: str, held_id: str, *, now: datetime) -> Held:
    rows = connection.execute(select_of(reader_id, held_id)).all()
    if not rows:
        raise BadInput(
            f"There is no held reply {held_id!r} for this reader.",
            hint="The link may belong to somebody else, or its reader was deleted.",
        )
    return read_many(connection, rows, now=now)[0]


def read_many(connection: Connection, rows: Sequence[Row[Any]], *, now: datetime) -> list[Held]:
    texts = read_texts(connection, [row.id for row in rows])
    return [make_held(row, texts.get(row.id, {}), now=now) for row in rows]


def read_texts(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, KeptText]]:
    """For each reply its texts by place: 0 is all of it, then the words named."""
    columns, found = tables.held_texts.c, dict[str, dict[int, KeptText]]()
    for begin in range(0, len(ids), BATCH):
        some = columns.held_id.in_(ids[begin : begin + BATCH])
        rows = connection.execute(select(tables.held_texts).where(some).order_by(columns.place)).all()
        kept = find_texts(connection, [row.text_id for row in rows])
        for row in rows:
            found.setdefault(row.held_id, {})[row.place] = kept[row.text_id]
    return found


def make_held(row: Row[Any], texts: Mapping[int, KeptText], *, now: datetime) -> Held:
    content = texts[0].content if 0 in texts and row.outcome == "held" else None
    return Held(
        id=row.id,
        reader_id=row.reader_id,
        community=row.community,
        conversation=row.conversation,
        outcome=row.outcome,
        cause=row.cause,
        score=json.loads(row.score),
        categories=tuple((Attribute(name), score) for name, score in json.loads(row.categories)),
        model=row.model,
        policy_version=row.policy_version,
        upstream_model=row.upstream_model,
        created_at=row.created_at,
        expires_at=row.expires_at,
        state=find_state(row, is_kept=content is not None, now=now),
        view=None if row.view is None else VIEWS[row.view],
        future=row.future,
        scope=row.scope,
        answered_at=row.answered_at,
        content=content,
        named=tuple(text.content for place, text in texts.items() if place and text.content is not None),
    )


def find_state(row: Row[Any], *, is_kept: bool, now: datetime) -> HeldState:
    if row.outcome != "held":
        return "none"
    if row.future is not None:
        return "answered"
    if row.view == "no":
        return "declined"
    if row.closed_at is not None or row.expires_at <= now or not is_kept:
        return "expired"
    return "waiting" if row.view is None else "viewed"
