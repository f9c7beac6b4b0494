"""Whether a process works, by what it says of itself."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO

import pytest

from sayso.predicting.local_server import QUESTION, Pulse


class Patient:
    """The other end of the pipes: says what it is told to say, before it is asked."""

    def __init__(self, stack: ExitStack) -> None:
        self.asked, self.questions = _make_pipe(stack)
        answers, self.says = _make_pipe(stack)
        self.pulse = Pulse(self.questions, answers, answer_s=0.05, work_s=0.5)

    def is_working(self, *lines: str) -> bool:
        for line in lines:
            self.says.write(f"{line}\n".encode())
        return self.pulse.is_working()


def _make_pipe(stack: ExitStack) -> tuple[IO[bytes], IO[bytes]]:
    out, into = os.pipe()
    return stack.enter_context(os.fdopen(out, "rb", 0)), stack.enter_context(os.fdopen(into, "wb", 0))


@pytest.fixture
def patient() -> Iterator[Patient]:
    with ExitStack() as stack:
        yield Patient(stack)


def test_it_asks_one_question_a_time(patient: Patient) -> None:
    patient.is_working("1.000")
    patient.is_working("2.000")
    assert patient.asked.read(1024) == 2 * QUESTION


def test_a_process_works_if_it_has_worked_enough_since_it_was_last_asked(patient: Patient) -> None:
    assert patient.is_working("0.700")
    assert not patient.is_working("1.100")
    assert not patient.is_working("1.500")  # 0.4 s more: what came before is not added
    assert patient.is_working("2.000")


def test_a_process_that_says_nothing_does_not_work(patient: Patient) -> None:
    assert patient.is_working("1.000")
    assert not patient.is_working()
    assert patient.is_working("1.500")


def test_an_answer_that_came_too_late_does_not_stand_for_that_of_today(patient: Patient) -> None:
    assert patient.is_working("1.000")
    assert not patient.is_working("9.000", "1.200")


def test_a_process_that_is_gone_does_not_work(patient: Patient) -> None:
    patient.says.close()
    assert not patient.is_working()
    patient.asked.close()
    assert not patient.is_working()


def test_pipes_that_are_closed_meanwhile_are_no_sign_of_work(patient: Patient) -> None:
    patient.questions.close()  # as whoever ends the process does
    assert not patient.is_working("1.000")
