"""What is on record of readers who agreed to that, as rows: messages, answers, the word bank over time.

A reader is named by the id they have here, not by what the platform calls them.
"""

from collections.abc import Iterator
from typing import Any

from sayso.core import Term
from sayso.storage import FilteredReply, Message, Reader, Store, TermChange
from sayso.storage.columns import format_moment

Row = dict[str, Any]

COLUMNS = (
    *("kind", "reader", "community", "conversation", "at"),
    *("number", "side", "text", "outcome", "cause", "score", "scores", "model", "policy", "upstream_model"),
    *("held", "state", "view", "future", "scope", "act", "ruling", "source"),
)
"""Of every row, whatever its kind; what a kind does not have is None."""


def export_rows(store: Store, reader: Reader) -> Iterator[Row]:
    """Everything on record of one reader; nothing of one who has not agreed."""
    if reader.agreed_at is None:
        return
    owner = {"reader": reader.id, "community": reader.community}
    for message in store.conversations.rows(reader_id=reader.id):
        yield make_row(owner, describe_message(message))
    for reply in reversed(store.held.list(reader.id)):
        yield make_row(owner, describe_filtered(reply))
    for change in store.terms.over_time(reader.id):
        for told in describe_change(change):
            yield make_row(owner, told)


def make_row(*parts: Row) -> Row:
    row: Row = dict.fromkeys(COLUMNS)
    for part in parts:
        row.update(part)
    return row


def describe_message(message: Message) -> Row:
    return {
        "kind": "message",
        "conversation": message.conversation,
        "at": format_moment(message.at),
        "number": message.number,
        "side": message.side,
        "text": message.content,
        "outcome": message.outcome,
        "cause": message.cause,
        "score": message.score,
        "scores": dict(message.scores) or None,
        "model": message.model or None,
        "policy": message.policy_version,
        "upstream_model": message.upstream_model or None,
        "held": message.held_id,
    }


def describe_filtered(reply: FilteredReply) -> Row:
    """A filtered reply, with both answers if it was held."""
    return {
        "kind": "filtered",
        "conversation": reply.conversation,
        "at": format_moment(reply.question.created_at),
        "text": "; ".join(reply.named) or None,
        "outcome": reply.outcome,
        "cause": reply.cause,
        "score": reply.score,
        "scores": {str(name): score for name, score in reply.categories} or None,
        "model": reply.model,
        "policy": reply.policy_version,
        "upstream_model": reply.upstream_model or None,
        "held": reply.id,
        "state": reply.state,
        "view": reply.question.view,
        "future": reply.question.future,
        "scope": reply.question.scope,
    }


def describe_change(change: TermChange) -> Iterator[Row]:
    """A row for each of the words; an undoing has one row, without words."""
    common: Row = {
        "kind": "words",
        "at": format_moment(change.at),
        "number": change.seq,
        "act": change.act,
        "held": change.held_id,
    }
    if not change.terms:
        undone = ", ".join(str(seq) for seq in change.undoes)
        yield {**common, "text": f"change {undone}" if undone else None}
    for term in change.terms:
        yield {**common, **describe_term(term)}


def describe_term(term: Term) -> Row:
    return {
        "conversation": term.conversation,
        "text": term.text,
        "ruling": term.ruling,
        "scope": "always" if term.conversation is None else "conversation",
        "source": term.source,
    }
