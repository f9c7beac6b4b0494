"""Sittings as records: what the paper's tables are made from."""

from collections.abc import Iterator, Mapping, Sequence

from sayso.reader.records.conversation import Message, Record, Ruled
from sayso.reader.simulation.run import Event, Sitting

Groups = Mapping[str, tuple[str, ...]]


def record_sittings(sittings: Sequence[Sitting], *, groups: Groups | None = None) -> list[Record]:
    return [_record(sitting, groups or {}) for sitting in sittings]


def _record(sitting: Sitting, groups: Groups) -> Record:
    return Record(
        sitting.reader,
        sitting.conversation,
        sitting.method,
        tuple(message for event in sitting.events for message in _list_messages(event, groups)),
        tuple(ruled for event in sitting.events for ruled in _list_rulings(event)),
    )


def _list_messages(event: Event, groups: Groups) -> Iterator[Message]:
    reply = event.turn.reply
    if event.turn.prompt:
        yield Message("reader", event.turn.prompt)
    yield Message("model", reply, event.outcome, event.contested.whole, groups.get(reply, ()))


def _list_rulings(event: Event) -> Iterator[Ruled]:
    """Not to look counts as blocking, which is what it does."""
    if event.looked is not None:
        for text in event.named:
            yield Ruled(text, event.future or "block")
