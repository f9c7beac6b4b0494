"""A run of training that somebody stops."""

from collections.abc import Callable
from contextlib import nullcontext

import pytest

from sayso_lab.encoder import encoder
from sayso_lab.encoder.interrupts import Interrupts


def stop_at_first_report(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], None]:
    """A report that stops the run when it is first called.

    Without a signal: one to this process would find all that other tests have left running in it. The tests
    of the commands send real ones, to a process of their own.
    """
    interrupts = Interrupts()
    monkeypatch.setattr(encoder, "notice_interrupts", lambda: nullcontext(interrupts))

    def report(_progress: object) -> None:
        interrupts.asked = True

    return report
