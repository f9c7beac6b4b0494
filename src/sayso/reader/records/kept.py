"""Conversations that were kept of readers who agreed to records, as they are counted."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from sayso.core import Attribute
from sayso.core.policy import Method, Policy
from sayso.reader.records.conversation import Answer, Message, Record, Ruled
from sayso.storage import Message as KeptMessage
from sayso.storage import Reader, Store

FindGroups = Callable[[Sequence[str]], Mapping[str, tuple[str, ...]]]


def read_records(store: Store, reader: Reader, *, find_groups: FindGroups | None = None) -> list[Record]:
    """One reader's conversations; none of one who has not agreed."""
    if reader.agreed_at is None:
        return []
    changes = store.policies.history(reader.community)
    methods: dict[int, Method] = {
        0: Policy().method,
        **{one.policy.version: one.policy.method for one in changes},
    }
    messages = store.conversations.rows(reader_id=reader.id)
    answers: dict[str, list[Answer]] = {}
    for reply in reversed(store.held.list(reader.id)):
        if reply.question.is_asked:
            said = Answer(reply.question.view, reply.question.future)
            answers.setdefault(reply.conversation, []).append(said)
    records = [
        _make_record(name, list(rows), methods, find_groups)
        for name, rows in groupby(messages, key=lambda one: one.conversation)
    ]
    return [replace(one, answers=tuple(answers.get(one.conversation, ()))) for one in records]


def read_rulings(store: Store, reader: Reader) -> Iterator[tuple[str, Ruled]]:
    """What one reader ruled on words, by answers and by hand, except what they took back."""
    if reader.agreed_at is None:
        return
    changes = store.terms.over_time(reader.id)
    undone = {seq for change in changes for seq in change.undoes}
    for change in changes:
        if change.act == "ruled" and change.seq not in undone:
            yield from ((reader.id, Ruled(term.text, term.ruling)) for term in change.terms)


def _make_record(
    name: str,
    messages: Sequence[KeptMessage],
    methods: Mapping[int, Method],
    find_groups: FindGroups | None,
) -> Record:
    """A conversation counts for the filter that its last reply passed."""
    versions = [one.policy_version for one in messages if one.policy_version is not None]
    replies = [one.content for one in messages if one.side == "model" and one.content is not None]
    groups: Mapping[str, tuple[str, ...]] = find_groups(replies) if find_groups else {}
    return Record(
        messages[0].reader_id,
        name,
        methods.get(versions[-1] if versions else 0, Policy().method),
        tuple(_make_message(one, groups) for one in messages),
    )


def _make_message(message: KeptMessage, groups: Mapping[str, tuple[str, ...]]) -> Message:
    scores = {Attribute(name): score for name, score in message.scores.items() if name in set(Attribute)}
    return Message(
        message.side,
        message.content,
        message.outcome,
        scores,
        groups.get(message.content or "", ()) if message.side == "model" else (),
    )
