"""Objections of authors: kept, found by their link, answered, withdrawn.

The entries of the ledger are the data. The table `objections` is only the way from a link to them.
"""

import hashlib
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, false, insert, select, update

from sayso.core import Say
from sayso.core.errors import BadInput
from sayso.storage import tables
from sayso.storage.author.objection import (
    ADDED,
    ANSWERED,
    WITHDRAWN,
    NewObjection,
    Objection,
    Verdict,
    read_entries,
    read_objections,
)
from sayso.storage.author.outbox import Outbox
from sayso.storage.author.suggested_scores import plain_scores
from sayso.storage.database import Database
from sayso.storage.ledger.chain import canonical
from sayso.storage.ledger.texts import erase_some
from sayso.storage.transaction import TEXTS, Entry, NewText, Transaction

PAGE = 500
SAME_CLICK = timedelta(minutes=1)
"""Within it, the same words from the same client are one objection that was sent twice."""

TOKEN_BYTES = 32
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
ID = re.compile(r"[0-9a-f]{16}")
AUTHOR = "author"
"""Who withdraws: whoever has the link."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the author gets. `is_new` is False where the same had come a moment before."""

    id: str
    token: str = field(repr=False)
    is_new: bool


class Objections:
    def __init__(self, database: Database, outbox: Outbox) -> None:
        self._database = database
        self._outbox = outbox

    def add(
        self, transaction: Transaction, new: NewObjection, *, client: str = "", root: str | None = None
    ) -> Receipt:
        """Keep an objection; with `root`, the service's address, also the duty to tell the platform of it.

        `client` is remembered for a minute, as a hash together with all that was said.
        """
        self.forget_clients(transaction)
        fingerprint = make_fingerprint(new, client)
        twin = transaction.connection.execute(select_by(tables.objections.c.fingerprint == fingerprint))
        if (row := twin.first()) is not None:
            return Receipt(row.id, row.token, is_new=False)
        receipt = Receipt(secrets.token_hex(8), secrets.token_urlsafe(TOKEN_BYTES), is_new=True)
        keep(transaction, new, receipt, fingerprint=fingerprint)
        if root is not None:
            self._outbox.add(transaction, objection_id=receipt.id, root=root)
        return receipt

    def forget_clients(self, transaction: Transaction, *, after: timedelta = SAME_CLICK) -> None:
        """Forget who sent what is older; `add` does it too, for whoever comes next."""
        columns = tables.objections.c
        old = (columns.fingerprint.is_not(None), columns.created_at <= transaction.now - after)
        transaction.connection.execute(update(tables.objections).where(*old).values(fingerprint=None))

    def find(self, token: str) -> Objection | None:
        """The objection that a link leads to."""
        with self._database.reading() as connection:
            return find_one(connection, has_token(token))

    def get(self, objection_id: str) -> Objection | None:
        with self._database.reading() as connection:
            return find_one(connection, has_id(objection_id))

    def rows(self, *, community: str | None = None) -> Iterator[Objection]:
        """Every objection, oldest first, from one consistent view."""
        columns = tables.objections.c
        query = select(tables.objections).order_by(columns.seq).limit(PAGE)
        if community is not None:
            query = query.where(columns.community == community)
        last = 0
        with self._database.reading() as connection:
            while page := connection.execute(query.where(columns.seq > last)).all():
                yield from read_objections(connection, page)
                last = page[-1].seq

    def answer(
        self,
        objection_id: str,
        *,
        verdict: Verdict,
        content: str,
        labels: Mapping[str, float] | None = None,
        again: bool = False,
        actor: str = "cli",
    ) -> Objection:
        """Answer it. What others answered is never replaced; to add to it, say `again`."""
        if not content.strip():
            raise BadInput("The answer is empty.", hint="Say in a sentence what you found, for the author.")
        with self._database.transaction() as transaction:  # nobody else can answer between look and act
            found = find_one(transaction.connection, has_id(objection_id))
            found = require_answerable(found, objection_id, again=again)
            body = {"verdict": verdict, "labels": plain_scores(labels or {})}
            say = Say(ANSWERED, community=found.community, actor=actor, subject=found.id, body=body)
            # It may quote the author, so it goes when the author's words go.
            record(transaction, say, texts=[NewText(content, person=found.person)])
            return find_one(transaction.connection, has_id(objection_id)) or found

    def withdraw(self, token: str) -> Objection | None:
        """Erase what was said, the answers too; that something was said stays. None: unknown link."""
        columns = tables.objections.c
        with self._database.transaction() as transaction:
            found = find_one(transaction.connection, has_token(token))
            if found is None or found.withdrawn_at is not None:
                return found
            record(transaction, Say(WITHDRAWN, community=found.community, actor=AUTHOR, subject=found.id))
            written = is_text_of(transaction.connection, found.id)
            erase_some(transaction, [written], reason="withdrawn", actor=AUTHOR)
            self._outbox.drop(transaction, objection_id=found.id)
            forgotten = update(tables.objections).where(columns.id == found.id).values(fingerprint=None)
            transaction.connection.execute(forgotten)
        self._database.scrub()
        return self.get(found.id)


def make_fingerprint(new: NewObjection, client: str) -> str:
    said = [client, new.actor, new.person, new.community, new.kind]
    fields = [*said, new.begin, new.end, new.content, new.comment]
    return hashlib.sha256(canonical(fields).encode("ascii")).hexdigest()


def keep(transaction: Transaction, new: NewObjection, receipt: Receipt, *, fingerprint: str) -> None:
    body = {
        "kind": new.kind,
        "begin": new.begin,
        "end": new.end,
        "scores": plain_scores(new.scores),
        "model": new.model,
    }
    written = [new.content, new.comment] if new.comment else [new.content]
    texts = [NewText(content, person=new.person) for content in written]
    say = Say(ADDED, community=new.community, actor=new.actor, subject=receipt.id, body=body)
    entry = record(transaction, say, texts=texts)
    row = {
        "id": receipt.id,
        "token": receipt.token,
        "community": new.community,
        "seq": entry.seq,
        "created_at": entry.at,
        "fingerprint": fingerprint,
    }
    transaction.connection.execute(insert(tables.objections), row)


def record(transaction: Transaction, say: Say, *, texts: Sequence[NewText] = ()) -> Entry:
    """Append an entry about an objection, its subject, and the way from the one to the other."""
    entry = transaction.record(say, texts=texts)
    transaction.connection.execute(
        insert(tables.objection_entries), {"objection_id": say.subject, "seq": entry.seq}
    )
    return entry


def has_token(token: str) -> ColumnElement[bool]:
    """Nothing has a token of another shape, and a database may refuse to look for it."""
    return tables.objections.c.token == token if TOKEN.fullmatch(token) else false()


def has_id(objection_id: str) -> ColumnElement[bool]:
    return tables.objections.c.id == objection_id if ID.fullmatch(objection_id) else false()


def select_by(condition: ColumnElement[bool]) -> Select[Any]:
    return select(tables.objections).where(condition)


def find_one(connection: Connection, condition: ColumnElement[bool]) -> Objection | None:
    rows = connection.execute(select_by(condition)).all()
    return next(iter(read_objections(connection, rows)), None)


def require_answerable(found: Objection | None, objection_id: str, *, again: bool) -> Objection:
    if found is None:
        raise BadInput(
            f"There is no objection {objection_id!r}.", hint="Run: sayso objections list --state all"
        )
    if found.withdrawn_at is not None:
        raise BadInput(
            f"The author withdrew feedback {objection_id} on {found.withdrawn_at:%Y-%m-%d %H:%M} UTC.",
            hint="There is nothing left to answer. Run: sayso objections list",
        )
    if found.answers and not again:
        last = found.answers[-1]
        raise BadInput(
            f"Feedback {objection_id} was answered on {last.at:%Y-%m-%d %H:%M} UTC by {last.actor}:"
            f" {last.verdict}.",
            hint="To add your answer below it: --again. Nothing that was answered is replaced.",
        )
    return found


def is_text_of(connection: Connection, objection_id: str) -> ColumnElement[bool]:
    """True for everything that was written about an objection, by whomever."""
    entries = read_entries(connection, [objection_id])[objection_id]
    ids = [name["id"] for entry in entries for name in entry.body.get(TEXTS, ())]
    return tables.texts.c.id.in_(ids)
