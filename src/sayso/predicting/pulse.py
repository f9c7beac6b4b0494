"""Whether a process that answers nobody still works: it is asked over its own pipes how long it has."""

import os
import select
from typing import IO

QUESTION = b"worked?\n"


class Pulse:
    """Processor time, as the process counts it itself.

    A model that writes replies uses its processors all the time, whether or not anybody hears from it. One
    that has ended, is stopped, or whose threads wait for each other does not. The process says it of itself,
    because Linux, macOS and a container without `ps` have no other way in common. A process that runs in
    circles is taken for a busy one: from outside they are the same.
    """

    def __init__(self, questions: IO[bytes], answers: IO[bytes], *, answer_s: float, work_s: float) -> None:
        self._questions = questions
        self._answers = answers
        self._answer_s = answer_s
        self._work_s = work_s
        self._worked_s = 0.0

    def is_working(self) -> bool:
        """Whether it has worked for `work_s` since it was last asked, or ever, the first time."""
        before_s, now_s = self._worked_s, self._ask()
        self._worked_s = before_s if now_s is None else now_s
        return self._worked_s - before_s >= self._work_s

    def _ask(self) -> float | None:
        """Seconds; None where no answer came in time or the process is gone."""
        try:
            self._questions.write(QUESTION)
            told, _, _ = select.select([self._answers], [], [], self._answer_s)
            # All that is there: an answer that came too late last time stands before the one of today.
            lines = os.read(self._answers.fileno(), 4096).splitlines() if told else []
            return float(lines[-1]) if lines else None
        except (OSError, ValueError):  # a pipe that broke, or was closed by whoever ends the process
            return None
