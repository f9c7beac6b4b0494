"""What every store does, whichever database is under it."""

from concurrent.futures import CancelledError, Future, wait
from threading import Event

import pytest
from sqlalchemy import text

from sayso.core import Say
from sayso.core.errors import StoreError
from sayso.storage import Store, Transaction


def say(subject: str = "") -> Say:
    return Say("test.done", actor="tester", subject=subject)


def subjects(store: Store) -> list[str]:
    return [entry.subject for entry in store.ledger.entries(kinds=["test.done"])]


def test_a_new_database_is_ready_and_empty(store: Store) -> None:
    assert store.ledger.head().seq == 0
    assert store.keys.list() == []
    assert store.pins.current() == {}


def test_what_was_written_is_there_after_reopening(database_url: str) -> None:
    with Store.open(database_url) as first, first.transaction() as transaction:
        first.ledger.append(transaction, say("kept"))
    with Store.open(database_url) as second:
        assert subjects(second) == ["kept"]


def test_a_transaction_that_fails_leaves_nothing(store: Store) -> None:
    def fail() -> None:
        with store.transaction() as transaction:
            store.ledger.append(transaction, say())
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError):
        fail()
    assert store.ledger.head().seq == 0
    assert list(store.ledger.entries()) == []


def test_a_query_inside_a_transaction_sees_what_was_appended(store: Store) -> None:
    with store.transaction() as transaction:
        store.ledger.append(transaction, say())
        assert transaction.connection.execute(text("SELECT count(*) FROM ledger")).scalar() == 1


def test_a_submitted_work_answers_with_its_result_after_the_commit(store: Store) -> None:
    entry = store.submit(lambda transaction: store.ledger.append(transaction, say("one"))).result(timeout=30)
    assert entry.seq == 1
    assert subjects(store) == ["one"]


def hold_the_writer(store: Store) -> tuple[Event, Future[None]]:
    """Keeps the writing thread busy, so that what is submitted next shares one transaction."""
    started, go = Event(), Event()

    def wait_for_go(_transaction: Transaction) -> None:
        started.set()
        go.wait(30)

    future = store.submit(wait_for_go)
    started.wait(30)
    return go, future


@pytest.mark.parametrize("queries", [False, True], ids=["appending only", "with queries of its own"])
def test_a_failing_work_fails_alone(store: Store, *, queries: bool) -> None:
    go, _ = hold_the_writer(store)

    def work(subject: str, transaction: Transaction) -> None:
        store.ledger.append(transaction, say(subject))
        if queries:
            transaction.connection.execute(text("SELECT 1"))
            store.ledger.append(transaction, say(subject + " again"))
        if subject == "bad":
            raise ValueError("on purpose")

    futures = [store.submit(lambda t, s=subject: work(s, t)) for subject in ("first", "bad", "last")]
    go.set()
    wait(futures, timeout=30)
    assert [type(future.exception()) for future in futures] == [type(None), ValueError, type(None)]
    expected = ["first", "first again", "last", "last again"] if queries else ["first", "last"]
    assert subjects(store) == expected
    assert store.ledger.verify().problem is None


def test_a_work_sees_what_earlier_works_of_its_group_did(store: Store) -> None:
    go, _ = hold_the_writer(store)
    store.submit(lambda transaction: store.ledger.append(transaction, say()))
    count = text("SELECT count(*) FROM ledger")
    seen = store.submit(lambda transaction: transaction.connection.execute(count).scalar())
    go.set()
    assert seen.result(timeout=30) == 1


def test_a_work_with_a_wrong_query_fails_alone(store: Store) -> None:
    go, _ = hold_the_writer(store)
    before = store.submit(lambda transaction: store.ledger.append(transaction, say("before")))
    wrong = store.submit(
        lambda transaction: transaction.connection.execute(text("SELECT nothing FROM nowhere"))
    )
    after = store.submit(lambda transaction: store.ledger.append(transaction, say("after")))
    go.set()
    assert wrong.exception(timeout=30) is not None
    assert (before.result().seq, after.result().seq) == (1, 2)


def test_closing_finishes_what_was_accepted(database_url: str) -> None:
    store = Store.open(database_url)
    go, _ = hold_the_writer(store)
    futures = [store.submit(lambda t, n=n: store.ledger.append(t, say(str(n)))) for n in range(50)]
    go.set()
    store.close()
    assert all(future.done() for future in futures)
    with Store.open(database_url) as again:
        assert subjects(again) == [str(n) for n in range(50)]


def test_a_closed_store_accepts_nothing(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.submit(lambda _: None)


def test_a_cancelled_work_is_not_done(store: Store) -> None:
    go, _ = hold_the_writer(store)
    cancelled = store.submit(lambda transaction: store.ledger.append(transaction, say("never")))
    assert cancelled.cancel()
    go.set()
    done = store.submit(lambda transaction: store.ledger.append(transaction, say("done")))
    done.result(timeout=30)
    with pytest.raises(CancelledError):
        cancelled.result(timeout=30)
    assert subjects(store) == ["done"]
