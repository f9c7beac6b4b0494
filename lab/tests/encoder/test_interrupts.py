import os
import signal
import threading

import pytest

from sayso_lab.encoder.interrupts import SIGNALS, notice_interrupts


@pytest.mark.parametrize("number", SIGNALS)
def test_the_first_signal_is_noticed_and_the_second_acts_as_always(number: signal.Signals) -> None:
    seen: list[int] = []
    before = signal.signal(number, lambda number, _: seen.append(number))
    try:
        with notice_interrupts() as interrupts:
            assert not interrupts.asked
            os.kill(os.getpid(), number)
            assert (interrupts.asked, seen) == (True, [])
            os.kill(os.getpid(), number)
            assert seen == [number]
    finally:
        signal.signal(number, before)


def test_afterwards_signals_are_as_they_were() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with notice_interrupts():
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


def test_in_another_thread_nothing_is_touched() -> None:
    found: list[bool] = []

    def work() -> None:
        with notice_interrupts() as interrupts:
            found.append(interrupts.asked)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [False]
