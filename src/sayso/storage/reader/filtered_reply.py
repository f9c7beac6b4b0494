"""A filtered reply as it is kept and as it is read back."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, false, select

from sayso.core import Attribute, Cause, Outcome, Say
from sayso.core.errors import BadInput
from sayso.deciding.held_replies import VIEWS, HeldState, Question, find_state, may_be_read
from sayso.storage import tables
from sayso.storage.ledger.chain import canonical, decode_content
from sayso.storage.ledger.texts import BATCH
from sayso.storage.reader.reader_rows import is_id
from sayso.storage.reader.readers import Reader
from sayso.storage.transaction import Entry, NewText, Transaction, fold_person


@dataclass(frozen=True, slots=True)
class NewFilteredReply:
    """A reply that was not shown. `reader` is the reader's id; `named` are n-grams of it, worst first,
    `passages` how these stand in it, `words` what an answer may be about, the likeliest first."""

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
    passages: tuple[str, ...] = field(default=(), repr=False)
    words: tuple[str, ...] = field(default=(), repr=False)
    categories: tuple[tuple[Attribute, float], ...] = ()
    upstream_model: str = ""


@dataclass(frozen=True, slots=True)
class FilteredReply:
    """A filtered reply as it is at a moment. What it says is empty once its time is over.

    An answer is about the first of the `words`, or, without any, about what is `named`.
    """

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
    question: Question
    state: HeldState
    content: str | None = field(repr=False)
    named: tuple[str, ...] = field(repr=False)
    passages: tuple[str, ...] = field(repr=False)
    words: tuple[str, ...] = field(repr=False)

    @property
    def reply(self) -> str | None:
        """What the reader may see of it now: the reply once they said they want to, while it is kept."""
        return self.content if self.question.view and self.outcome == "held" else None


NAMED, PASSAGES, WORDS, END = 1, 100, 200, 300
"""Where the texts of a reply begin, by kind; at 0 is all of it."""


def number_texts(new: NewFilteredReply, *, keeps: bool) -> dict[int, str]:
    """The texts of a reply by their place."""
    texts = {0: new.content} if keeps else {}
    for first, kind in ((NAMED, new.named), (PASSAGES, new.passages), (WORDS, new.words)):
        texts |= dict(enumerate(kind, start=first))
    return texts


def _pick(texts: Mapping[int, str], first: int) -> tuple[str, ...]:
    """The texts of one kind."""
    end = {NAMED: PASSAGES, PASSAGES: WORDS, WORDS: END}[first]
    return tuple(text for place, text in texts.items() if first <= place < end)


def pack_categories(categories: Sequence[tuple[Attribute, float]]) -> list[list[Any]]:
    return [[str(attribute), float(score)] for attribute, score in categories]


def record_filtered(
    transaction: Transaction, new: NewFilteredReply, reader: Reader, *, written: Sequence[str]
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


def make_row(
    new: NewFilteredReply, entry: Entry, *, lasts: timedelta, held_id: str | None = None
) -> dict[str, Any]:
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


def write_question(question: Question) -> dict[str, Any]:
    """The columns that answers and time change."""
    views = {wants: word for word, wants in VIEWS.items()}
    return {
        "expires_at": question.expires_at,
        "closed_at": question.closed_at,
        "view": None if question.view is None else views[question.view],
        "future": question.future,
        "scope": question.scope,
        "answered_at": question.answered_at,
    }


def select_filtered(*conditions: ColumnElement[bool]) -> Select[Any]:
    """Rows for `make_question` and `read_many`: with what their readers agreed to."""
    joined = tables.held.join(tables.readers, tables.readers.c.id == tables.held.c.reader_id)
    return select(tables.held, tables.readers.c.agreed_at).select_from(joined).where(*conditions)


def is_one_of(reader_id: str, held_id: str) -> tuple[ColumnElement[bool], ...]:
    columns, is_possible = tables.held.c, is_id(reader_id) and is_id(held_id)
    return (columns.reader_id == reader_id, columns.id == held_id) if is_possible else (false(),)


def is_of(reader_id: str, conversation: str | None) -> tuple[ColumnElement[bool], ...]:
    columns = tables.held.c
    own = columns.reader_id == reader_id if is_id(reader_id) else false()
    return (own,) if conversation is None else (own, columns.conversation == fold_person(conversation))


def read_one(connection: Connection, reader_id: str, held_id: str, *, now: datetime) -> FilteredReply:
    found = find_one(connection, reader_id, held_id, now=now)
    if found is None:
        raise BadInput(
            f"There is no held reply {held_id!r} for this reader.",
            hint="The link may belong to somebody else, or its reader was deleted.",
        )
    return found


def find_one(connection: Connection, reader_id: str, held_id: str, *, now: datetime) -> FilteredReply | None:
    rows = connection.execute(select_filtered(*is_one_of(reader_id, held_id))).all()
    return next(iter(read_many(connection, rows, now=now)), None)


def read_many(connection: Connection, rows: Sequence[Row[Any]], *, now: datetime) -> list[FilteredReply]:
    texts = read_texts(connection, [row.id for row in rows])
    return [make_reply(row, texts.get(row.id, {}), now=now) for row in rows]


def read_texts(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, str]]:
    """For each reply what is kept of its texts, by place (`number_texts`)."""
    columns, content = tables.held_texts.c, tables.texts.c.content
    joined = tables.held_texts.join(tables.texts, tables.texts.c.id == columns.text_id)
    query = select(columns.held_id, columns.place, content).select_from(joined).order_by(columns.place)
    found = dict[str, dict[int, str]]()
    for begin in range(0, len(ids), BATCH):
        some = columns.held_id.in_(ids[begin : begin + BATCH])
        for row in connection.execute(query.where(some, content.is_not(None))):
            found.setdefault(row.held_id, {})[row.place] = decode_content(bytes(row.content))
    return found


def make_question(row: Row[Any], *, is_kept: bool) -> Question:
    return Question(
        is_asked=row.outcome == "held",
        created_at=row.created_at,
        lasts_until=row.lasts_until,
        expires_at=row.expires_at,
        closed_at=row.closed_at,
        is_kept=is_kept,
        agreed_at=row.agreed_at,
        view=None if row.view is None else VIEWS[row.view],
        future=row.future,
        scope=row.scope,
        answered_at=row.answered_at,
    )


def make_reply(row: Row[Any], texts: Mapping[int, str], *, now: datetime) -> FilteredReply:
    """What may not be read any more is left out, whether it is erased yet or not."""
    question = make_question(row, is_kept=0 in texts)
    readable: Mapping[int, str] = texts if may_be_read(question, now) else {}
    return FilteredReply(
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
        question=question,
        state=find_state(question, now),
        content=readable.get(0) if question.is_asked else None,
        named=_pick(readable, NAMED),
        passages=_pick(readable, PASSAGES) or _pick(readable, NAMED),
        words=_pick(readable, WORDS),
    )
