"""Keeps a process alive that runs a language model, and knows its address and key."""

import http.client
import logging
import os
import secrets
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Self

from sayso.core.errors import RemoteBroken
from sayso.predicting.catalogue import ModelFile
from sayso.predicting.model_process import LOOPBACK, NO_MODEL, NO_RUNTIME, Orders

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


COMMAND = (sys.executable, "-m", "sayso.predicting.model_process")
MOST_THREADS = 8
REASONS = {
    NO_MODEL: "its file is damaged, of a kind that llama.cpp does not know, or too large for this machine",
    NO_RUNTIME: "llama.cpp cannot be loaded (if libgomp is missing, on Debian: apt-get install libgomp1)",
}
"""Why a process ended, where its status says so."""

_log = logging.getLogger("sayso.predicting")


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds between looks at a process that runs, how long a look may take, how much a process that does
    not answer must have worked since the last look to count as busy, and the pauses before a dead one is
    started again: the first, doubled each time up to the longest.

    A tenth of a second of work between looks is far below what a model uses that writes (two seconds, on a
    machine with four times the work it can do), and far above what a hundred readers cost who only wait
    (0.02 s).
    """

    look_s: float = 10.0
    answer_s: float = 5.0
    work_s: float = 0.1
    failed_looks: int = 3
    first_pause_s: float = 0.5
    longest_pause_s: float = 60.0
    end_s: float = 5.0


PATIENCE = Patience()


class LocalServer:
    """One model, one process, one port of this machine that stays the same when the process is replaced."""

    def __init__(
        self,
        model: ModelFile,
        *,
        context: int = 4096,
        threads: int | None = None,
        command: Sequence[str] = COMMAND,
        patience: Patience = PATIENCE,
    ) -> None:
        self.model = model
        self.key = secrets.token_urlsafe(32)
        self._command = command
        self._patience = patience
        self._place = _reserve_port()
        self._port: int = self._place.getsockname()[1]
        self._orders = Orders(
            name=model.name,
            path=str(model.path),
            port=self._port,
            key=self.key,
            context=context,
            threads=threads or count_threads(),
        )
        self._process: subprocess.Popen[bytes] | None = None
        self._changing = threading.Lock()
        self._ending = threading.Event()
        self._keeper = threading.Thread(target=self._keep_alive, name="sayso-model", daemon=True)

    @property
    def address(self) -> str:
        """What `/chat/completions` is appended to."""
        return f"http://{LOOPBACK}:{self._port}/v1"

    def start(self) -> Self:
        """Returns at once; the model loads beside."""
        self._keeper.start()
        return self

    def close(self) -> None:
        with self._changing:
            self._ending.set()
            process = self._process
        if process:
            self._end(process)
        if self._keeper.is_alive():
            self._keeper.join()
        self._place.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _keep_alive(self) -> None:
        pause_s = self._patience.first_pause_s
        while process := self._launch():
            with process:  # at its end the pipes are closed, and the process with them
                was_ready = self._tend(process)
            if self._ending.is_set():
                return
            pause_s = self._patience.first_pause_s if was_ready else pause_s
            status = process.returncode
            reason = REASONS.get(status, f"its process ended with status {status}")
            said = f"The language model {self.model.name!r} does not run: {reason}."
            _log.warning("%s It is started again in %g s.", said, pause_s)
            self._ending.wait(pause_s)
            pause_s = min(2 * pause_s, self._patience.longest_pause_s)

    def _launch(self) -> "subprocess.Popen[bytes] | None":
        """A new process with its orders; None where the end has come."""
        with self._changing:
            if self._ending.is_set():
                return None
            # Threads of the model that wait for each other leave the processors to whoever has work.
            environment = {**os.environ, "OMP_WAIT_POLICY": "passive"}
            self._process = subprocess.Popen(  # noqa: S603  # our own command
                self._command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
            )
            self._give_orders(self._process)
            return self._process

    def _give_orders(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(self._orders.to_line())
        except BrokenPipeError:
            _log.debug("the model's process ended before it had its orders")

    def _tend(self, process: "subprocess.Popen[bytes]") -> bool:
        """Until it ends, or no longer lives and is ended. Answers whether it was ever ready."""
        assert process.stdout is not None
        if not process.stdout.readline():
            return False
        _log.info("The language model %r is ready.", self.model.name)
        pulse = self._feel_pulse(process)
        failed = 0
        while process.poll() is None and failed < self._patience.failed_looks:
            try:
                process.wait(self._patience.look_s)
            except subprocess.TimeoutExpired:
                failed = 0 if self._lives(pulse) else failed + 1
        process.kill()
        return True

    def _feel_pulse(self, process: "subprocess.Popen[bytes]") -> Pulse:
        assert process.stdin is not None
        assert process.stdout is not None
        patience = self._patience
        return Pulse(process.stdin, process.stdout, answer_s=patience.answer_s, work_s=patience.work_s)

    def _lives(self, pulse: Pulse) -> bool:
        """A busy model is not a dead one: where more readers wait than llama.cpp has threads for, a look
        waits behind them, and to end the process would cut all their replies. So a silent one is left alone
        while it works; one that refuses, hangs up or reports a failure of its own is not excused by work."""
        try:
            return self._is_healthy()
        except TimeoutError:
            return pulse.is_working()
        except (OSError, http.client.HTTPException):
            return False

    def _is_healthy(self) -> bool:
        connection = http.client.HTTPConnection(LOOPBACK, self._port, timeout=self._patience.answer_s)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status < http.client.INTERNAL_SERVER_ERROR
        finally:
            connection.close()

    def _end(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        try:
            process.stdin.close()
            process.wait(self._patience.end_s)
        except subprocess.TimeoutExpired:
            process.kill()


def count_threads() -> int:
    """Half of the processors: the other half judges what the model says."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(usable // 2, MOST_THREADS))


def _reserve_port() -> socket.socket:
    """A free port that stays ours: bound and never listened on, so that only processes of this account can
    listen there. Another account's program cannot step in between two of them and be told what is asked."""
    place = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_REUSEPORT"):
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        place.bind((LOOPBACK, 0))
    except OSError as error:
        place.close()
        raise RemoteBroken(f"No port is free for the language model: {error.strerror}.") from error
    return place
