"""Many filtered replies at once, as a chat request with many notices asks for them, on each database."""

from datetime import timedelta

import pytest

from sayso.deciding.held_replies import View
from sayso.storage import FilteredReply, NewFilteredReply, Reader, Store
from sayso.testing.fake_clock import FakeClock

REPLY = "you are a silly goose"


@pytest.fixture
def reader(store: Store) -> Reader:
    return store.readers.find_or_create("forum", "ana")


def hold(store: Store, reader: Reader, content: str = REPLY) -> FilteredReply:
    new = NewFilteredReply(
        reader.id, "forum", "c1", "held", "between", content, 0.5, "linear.v1", 2, ("silly goose",)
    )
    return store.held.add(new, lasts=timedelta(hours=1))


def test_a_readers_own_replies_are_found_in_one_call(store: Store, reader: Reader) -> None:
    first, second, _ = (hold(store, reader, content) for content in ("one", "two", "three"))
    other = hold(store, store.readers.find_or_create("forum", "ben"))
    wanted = [first.id, second.id, other.id, "0123456789abcdef", "no id", ""]
    found = {held.id: held for held in store.held.get_many(reader.id, wanted)}
    assert found == {first.id: first, second.id: second}
    assert store.held.get_many(reader.id, []) == []
    assert store.held.get_many("nobody", wanted) == []


def test_what_is_over_comes_without_its_words_and_nothing_is_written(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    held = hold(store, reader)
    store.held.advance(reader.id, held.id, View(True))
    (seen,) = store.held.get_many(reader.id, [held.id])
    assert seen.reply == REPLY
    clock.advance(hours=1)
    before = len(list(store.ledger.entries()))
    (over,) = store.held.get_many(reader.id, [held.id])
    assert (over.reply, over.content, over.named) == (None, None, ())
    assert len(list(store.ledger.entries())) == before
    assert store.held.expire() == 2


def test_with_agreement_what_is_over_keeps_its_words(store: Store, reader: Reader, clock: FakeClock) -> None:
    store.readers.agree(reader.id, True)
    held = hold(store, reader)
    store.held.advance(reader.id, held.id, View(True))
    clock.advance(hours=1)
    (over,) = store.held.get_many(reader.id, [held.id])
    assert over.reply == REPLY
