"""Who goes next at the processor: runs of all graphs in turn, threads that go first before the others.

A lane's thread says of itself whether it goes first, and whether anybody still waits for what it does.
"""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType


class NobodyWaits(Exception):  # no error: the thread stops because nobody is left to answer
    """Raised in a lane's thread between two steps, when all who waited for its work have gone."""


@dataclass  # without slots: those would be one for all threads
class _Thread(threading.local):
    goes_first: bool = False
    is_wanted: Callable[[], bool] | None = None


_thread = _Thread()


def go_first() -> None:
    """This thread gets its turns before all that have not said so."""
    _thread.goes_first = True


@contextmanager
def work_while(is_wanted: Callable[[], bool]) -> Generator[None]:
    """What is done inside stops at its next turn or `check_wanted` once it is not wanted."""
    _thread.is_wanted = is_wanted
    try:
        yield
    finally:
        _thread.is_wanted = None


def check_wanted() -> None:
    """Between two steps of long work: raises `NobodyWaits` if it is for nobody."""
    if _thread.is_wanted is not None and not _thread.is_wanted():
        raise NobodyWaits


class Turns:
    """A lock. Whoever goes first waits for the turn under way, and for nobody else that does not.

    Nobody starves: between two turns of a thread that goes first, one that waits gets its turn.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._is_taken = False
        self.waiting_first = 0

    def __enter__(self) -> None:
        check_wanted()
        goes_first = _thread.goes_first
        with self._changed:
            self.waiting_first += goes_first
            self._changed.wait_for(lambda: not self._is_taken and (goes_first or not self.waiting_first))
            self.waiting_first -= goes_first
            self._is_taken = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._is_taken = False
            self._changed.notify_all()


PROCESSOR = Turns()
"""Every graph's runs: each uses all the cores it is given, so two at once would only fight over them."""
