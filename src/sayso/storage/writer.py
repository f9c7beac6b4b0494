"""Group commit: many small writes share one transaction, and so one wait for the disk."""

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any, TypeVar

from sayso.core.errors import StoreBusy, StoreError
from sayso.storage.failures import plain_failures
from sayso.storage.transaction import Transaction

LARGEST_GROUP = 512
CAPACITY = 10_000
TRIES = 4

T = TypeVar("T")


@dataclass(slots=True)
class Job:
    """A work and the promise made for it; `result` and `error` are told only after the commit."""

    work: Callable[[Transaction], Any]
    future: Future[Any] = field(default_factory=Future[Any])
    result: Any = None
    error: BaseException | None = None

    def attempt(self, transaction: Transaction) -> None:
        self.error = None
        try:
            with plain_failures(), transaction.scope():
                self.result = self.work(transaction)
        except BaseException as error:  # noqa: BLE001 (whatever a work raises belongs to its own future)
            self.error = error

    def settle(self, failure: BaseException | None = None) -> None:
        error = self.error or failure
        if error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(error)


class Writer:
    """One thread that writes. While it waits for the disk, the next group gathers in the queue."""

    def __init__(
        self, begin: Callable[[], AbstractContextManager[Transaction]], *, capacity: int = CAPACITY
    ) -> None:
        self._begin = begin
        self._queue: queue.Queue[Job | None] = queue.Queue(capacity)
        self._lock = Lock()
        self._thread: Thread | None = None
        self._closed = False

    def submit(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Queue a work. It may run twice if the database was busy, but is committed once."""
        job = Job(work)
        with self._lock:
            if self._closed:
                raise StoreError("The store is closed.", hint="Open it again with Store.open.")
            try:
                self._queue.put_nowait(job)
            except queue.Full:
                raise StoreBusy(
                    f"{self._queue.maxsize} writes are waiting already.", hint="Try again."
                ) from None
            if self._thread is None:
                self._thread = Thread(target=self._run, name="sayso-writer", daemon=True)
                self._thread.start()
        return job.future

    def close(self) -> None:
        """Finish everything that was accepted, then stop."""
        with self._lock:
            first, self._closed = not self._closed, True
            thread = self._thread
        if thread is not None:
            if first:
                self._queue.put(None)
            thread.join()

    def _run(self) -> None:
        while True:
            group, last = self._gather()
            if group:
                self._commit(group)
            if last:
                return

    def _gather(self) -> tuple[list[Job], bool]:
        """Everything that waits, at least one; True if it was the last."""
        group: list[Job] = []
        job = self._queue.get()
        while job is not None:
            if job.future.set_running_or_notify_cancel():
                group.append(job)
            if len(group) >= LARGEST_GROUP:
                return group, False
            try:
                job = self._queue.get_nowait()
            except queue.Empty:
                return group, False
        return group, True

    def _commit(self, group: Sequence[Job]) -> None:
        failure: BaseException | None = None
        for _ in range(TRIES):
            try:
                with self._begin() as transaction:
                    for job in group:
                        job.attempt(transaction)
                failure = None
            except StoreBusy as error:
                failure = error
                continue
            except BaseException as error:  # noqa: BLE001 (told to everyone who waits)
                failure = error
            break
        for job in group:
            job.settle(failure)
