"""The queue of the writing thread, with transactions that write nowhere."""

from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Event
from typing import cast

import pytest
from sqlalchemy.exc import OperationalError

from sayso.core.errors import StoreBusy, StoreError
from sayso.storage.transaction import Transaction
from sayso.storage.writer import LARGEST_GROUP, Writer


class Paper:
    """Stands for a transaction: scopes that do nothing."""

    @contextmanager
    def scope(self) -> Generator[None]:
        yield


class Desk:
    """Begins transactions, counts them, and fails as often as told."""

    def __init__(self, *failures: Exception, commit: Callable[[], None] = lambda: None) -> None:
        self.failures = list(failures)
        self.commit = commit
        self.groups = 0

    @contextmanager
    def begin(self) -> Generator[Transaction]:
        if self.failures:
            raise self.failures.pop(0)
        self.groups += 1
        yield cast(Transaction, Paper())
        self.commit()


def test_works_that_wait_share_transactions_of_limited_size() -> None:
    desk, go, started = Desk(), Event(), Event()
    writer = Writer(desk.begin)
    first = writer.submit(lambda _: (started.set(), go.wait(30)))
    started.wait(30)
    rest = [writer.submit(lambda _, n=n: n) for n in range(LARGEST_GROUP + 1)]
    go.set()
    writer.close()
    assert first.done()
    assert [future.result() for future in rest] == list(range(LARGEST_GROUP + 1))
    assert desk.groups == 3


def test_nothing_is_acknowledged_before_the_commit() -> None:
    futures: list[Future[str]] = []
    done_at_commit: list[bool] = []
    go = Event()
    writer = Writer(Desk(commit=lambda: done_at_commit.append(futures[0].done())).begin)
    futures.append(writer.submit(lambda _: str(go.wait(30))))
    go.set()
    assert futures[0].result(timeout=30) == "True"
    writer.close()
    assert done_at_commit == [False]


def test_a_commit_that_fails_is_told_to_everyone_in_the_group() -> None:
    def fail() -> None:
        raise StoreError("the disk is full")

    writer = Writer(Desk(commit=fail).begin)
    assert str(writer.submit(lambda _: "done").exception(timeout=30)) == "the disk is full"
    writer.close()


def test_a_full_queue_refuses_at_once() -> None:
    go, started = Event(), Event()
    writer = Writer(Desk().begin, capacity=2)
    writer.submit(lambda _: (started.set(), go.wait(30)))
    started.wait(30)
    accepted = [writer.submit(lambda _: "done") for _ in range(2)]
    with pytest.raises(StoreBusy, match="2 writes are waiting already"):
        writer.submit(lambda _: None)
    go.set()
    writer.close()
    assert [future.result() for future in accepted] == ["done", "done"]


def test_a_busy_database_is_tried_four_times() -> None:
    busy = StoreBusy("busy")
    patient, hopeless = Writer(Desk(busy, busy, busy).begin), Writer(Desk(busy, busy, busy, busy).begin)
    assert patient.submit(lambda _: "done").result(timeout=30) == "done"
    assert hopeless.submit(lambda _: "done").exception(timeout=30) is busy
    for writer in (patient, hopeless):
        writer.close()


def test_a_broken_database_is_told_at_once_and_the_next_group_goes_on() -> None:
    broken = StoreError("broken")
    writer = Writer(Desk(broken).begin)
    assert writer.submit(lambda _: "done").exception(timeout=30) is broken
    assert writer.submit(lambda _: "done").result(timeout=30) == "done"
    writer.close()


def test_even_an_exit_stays_with_the_work_that_raised_it() -> None:
    writer = Writer(Desk().begin)

    def leave(_transaction: Transaction) -> None:
        raise SystemExit

    assert isinstance(writer.submit(leave).exception(timeout=30), SystemExit)
    assert writer.submit(lambda _: "done").result(timeout=30) == "done"
    writer.close()


def test_closing_twice_or_unused_is_harmless() -> None:
    writer, used = Writer(Desk().begin), Writer(Desk().begin)
    used.submit(lambda _: None)
    for one in (writer, writer, used, used):
        one.close()
    with pytest.raises(StoreError, match="closed"):
        writer.submit(lambda _: None)


def test_what_the_driver_raises_within_a_work_becomes_a_sentence() -> None:
    writer = Writer(Desk().begin)

    def fail(_transaction: Transaction) -> None:
        raise OperationalError("INSERT ...", {"content": "what a person wrote"}, Exception("disk I/O error"))

    error = writer.submit(fail).exception(timeout=30)
    assert isinstance(error, StoreError)
    assert error.message == "The database did not answer: disk I/O error."
    writer.close()
