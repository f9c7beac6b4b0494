"""Ctrl-C and a polite kill, noticed instead of obeyed at once: a run first saves where it stands."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass
class Interrupts:
    asked: bool = False
    """Whether somebody wants the run to stop."""


@contextmanager
def notice_interrupts() -> Generator[Interrupts]:
    """Inside, the first signal is noted and the second acts as it always does."""
    found = Interrupts()
    if threading.current_thread() is not threading.main_thread():
        yield found  # only the main thread may handle signals
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def note(_number: int, _frame: object) -> None:
        found.asked = True
        restore()

    for number in SIGNALS:
        signal.signal(number, note)
    try:
        yield found
    finally:
        restore()
