"""What has to be told to a platform, on each database."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from sayso.storage import Delivery, NewObjection, Store
from sayso.testing.fake_clock import FakeClock

LEASE = timedelta(seconds=30)


def add(store: Store, *, count: int = 1) -> list[str]:
    ids: list[str] = []
    with store.transaction() as transaction:
        for number in range(count):
            new = NewObjection("missed", f"text {number}", 0, 0, {}, "linear.v1")
            ids.append(store.objections.add(transaction, new, root="https://example.org/sayso").id)
    return ids


def claim(store: Store, *, at_most: int = 10) -> list[Delivery]:
    return store.outbox.claim(at_most=at_most, lease=LEASE)


def test_nothing_waits_unless_somebody_is_to_be_told(store: Store) -> None:
    with store.transaction() as transaction:
        store.objections.add(transaction, NewObjection("missed", "text", 0, 0, {}, "linear.v1"))
    assert store.outbox.wait_s() is None
    assert claim(store) == []


def test_a_new_objection_is_due_at_once(store: Store) -> None:
    (objection_id,) = add(store)
    assert store.outbox.wait_s() == 0
    (delivery,) = claim(store)
    assert (delivery.objection_id, delivery.root, delivery.attempts) == (
        objection_id,
        "https://example.org/sayso",
        1,
    )
    assert delivery.id.startswith("msg_")


def test_what_is_claimed_is_nobody_elses_until_the_lease_is_over(store: Store, clock: FakeClock) -> None:
    add(store)
    (first,) = claim(store)
    assert claim(store) == []
    assert store.outbox.wait_s() == 30
    clock.advance(seconds=30)
    (again,) = claim(store)
    assert (again.id, again.attempts) == (first.id, 2)


def test_what_is_settled_is_gone(store: Store, clock: FakeClock) -> None:
    add(store)
    store.outbox.settle(*claim(store))
    clock.advance(days=1)
    assert store.outbox.wait_s() is None
    assert claim(store) == []


def test_what_is_postponed_comes_back_then(store: Store, clock: FakeClock) -> None:
    add(store)
    store.outbox.postpone(*claim(store), delay=timedelta(minutes=5))
    assert store.outbox.wait_s() == 300
    clock.advance(minutes=5)
    assert [delivery.attempts for delivery in claim(store)] == [2]


def test_the_longest_due_come_first_and_no_more_than_asked_for(store: Store, clock: FakeClock) -> None:
    old = add(store, count=2)
    clock.advance(minutes=2)
    new = add(store)
    assert sorted(delivery.objection_id for delivery in claim(store, at_most=2)) == sorted(old)
    assert [delivery.objection_id for delivery in claim(store, at_most=2)] == new


def test_two_processes_never_claim_the_same(store: Store) -> None:
    add(store, count=20)
    with ThreadPoolExecutor(4) as pool:
        turns = [pool.submit(claim, store, at_most=5) for _ in range(8)]
        claimed = [one for turn in turns for one in turn.result(timeout=30)]
    assert len(claimed) == len({one.id for one in claimed}) == 20


def test_the_outbox_holds_no_words_and_writes_no_entries(store: Store) -> None:
    add(store)
    head = store.ledger.head()
    store.outbox.settle(*claim(store))
    assert store.ledger.head() == head
