"""Conversations of readers who agreed to records: every message of both sides, those not shown too."""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import takewhile
from typing import Any, Literal

from sqlalchemy import Connection, Row, func, insert, select

from sayso.core import Cause, Outcome, Say
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.ledger.chain import canonical, decode_content
from sayso.storage.reader.reader_rows import is_id
from sayso.storage.reader.readers import Reader, require_reader
from sayso.storage.transaction import TEXTS, Entry, NewText, Transaction, fold_person

RECORDED = "message.recorded"
PAGE = 500
MOST_ASKED = 50

Side = Literal["reader", "model"]


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message as it was written, with what was decided about it. `scores` are those of all of it."""

    side: Side
    content: str = field(repr=False)
    outcome: Outcome | None = None
    cause: Cause | None = None
    score: float | None = None
    scores: Mapping[str, float] = field(default_factory=dict[str, float])
    model: str = ""
    policy_version: int | None = None
    upstream_model: str = ""
    held_id: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A recorded message; `number` counts from 1 in each conversation. `content` is None once erased."""

    id: str
    reader_id: str
    community: str
    conversation: str
    number: int
    at: datetime
    side: Side
    content: str | None = field(repr=False)
    outcome: Outcome | None
    cause: Cause | None
    score: float | None
    scores: Mapping[str, float]
    model: str
    policy_version: int | None
    upstream_model: str
    held_id: str | None


class Conversations:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add_messages(
        self,
        reader_id: str,
        conversation: str,
        messages: Sequence[NewMessage],
        *,
        transaction: Transaction | None = None,
    ) -> int:
        """Record messages in this order, if the reader agreed. Returns how many are kept."""
        with self._database.joining(transaction) as joined:
            reader = require_reader(joined.connection, reader_id)
            if reader.agreed_at is None or not messages:
                return 0
            body = {"sides": [message.side for message in messages]}
            say = Say(RECORDED, community=reader.community, subject=reader.id, body=body)
            entry = joined.record(say, texts=[NewText(one.content, person=reader.name) for one in messages])
            place = fold_person(conversation)
            first = count_messages(joined.connection, reader_id, place) + 1
            rows = [
                make_row(message, reader, place, entry=entry, index=index, number=first + index)
                for index, message in enumerate(messages)
            ]
            joined.connection.execute(insert(tables.messages), rows)
        return len(rows)

    def count_asked(self, reader_id: str, conversation: str, prompt: str) -> int:
        """How many of the reader's last messages in a row say this; at most `MOST_ASKED` are looked at."""
        columns = tables.messages.c
        joined = tables.messages.join(tables.texts, tables.texts.c.id == columns.text_id)
        mine = (columns.reader_id == reader_id, columns.conversation == fold_person(conversation))
        query = select(tables.texts.c.content).select_from(joined).where(*mine, columns.side == "reader")
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(columns.number.desc()).limit(MOST_ASKED)).all()
        said = (None if row.content is None else decode_content(bytes(row.content)) for row in rows)
        return sum(1 for _ in takewhile(lambda text: text == prompt, said))

    def rows(self, *, community: str | None = None, reader_id: str | None = None) -> Iterator[Message]:
        """Every message, conversation by conversation, each from its beginning."""
        columns = tables.messages.c
        order = (columns.reader_id, columns.conversation, columns.number)
        joined = tables.messages.join(tables.texts, tables.texts.c.id == columns.text_id)
        query = select(tables.messages, tables.texts.c.content).select_from(joined).order_by(*order)
        if community is not None:
            query = query.where(columns.community == community)
        if reader_id is not None:
            query = query.where(columns.reader_id == (reader_id if is_id(reader_id) else ""))
        with self._database.reading() as connection:
            streaming = connection.execution_options(stream_results=True, yield_per=PAGE)
            for rows in streaming.execute(query).partitions():
                yield from map(read_message, rows)


def count_messages(connection: Connection, reader_id: str, conversation: str) -> int:
    columns = tables.messages.c
    mine = (columns.reader_id == reader_id, columns.conversation == conversation)
    return connection.execute(select(func.max(columns.number)).where(*mine)).scalar() or 0


def make_row(
    message: NewMessage, reader: Reader, conversation: str, *, entry: Entry, index: int, number: int
) -> dict[str, Any]:
    return {
        "id": secrets.token_hex(8),
        "reader_id": reader.id,
        "community": reader.community,
        "conversation": conversation,
        "number": number,
        "side": message.side,
        "text_id": entry.body[TEXTS][index]["id"],
        "at": entry.at,
        "outcome": message.outcome,
        "cause": message.cause,
        "score": None if message.score is None else canonical(float(message.score)),
        "scores": canonical({str(name): float(score) for name, score in message.scores.items()}),
        "model": message.model,
        "policy_version": message.policy_version,
        "upstream_model": message.upstream_model,
        "held_id": message.held_id,
    }


def read_message(row: Row[Any]) -> Message:
    return Message(
        id=row.id,
        reader_id=row.reader_id,
        community=row.community,
        conversation=row.conversation,
        number=row.number,
        at=row.at,
        side=row.side,
        content=None if row.content is None else decode_content(bytes(row.content)),
        outcome=row.outcome,
        cause=row.cause,
        score=None if row.score is None else json.loads(row.score),
        scores=json.loads(row.scores),
        model=row.model,
        policy_version=row.policy_version,
        upstream_model=row.upstream_model,
        held_id=row.held_id,
    )
