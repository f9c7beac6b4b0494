"""A chat server that does as a test says: on a real socket, byte by byte, at the pace of the test."""

import json
import socket
import threading
import time
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

LOOK_S = 0.01
"""How often a pause looks whether it should end."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Says nothing for so long, or until the test sets `until`; ends early when the client hangs up."""

    seconds: float
    until: threading.Event | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """An answer: its status, its headers and its bytes, as they go out. Afterwards the line is cut."""

    steps: Sequence[bytes | Pause] = ()
    status: int = 200
    content_type: str = "text/event-stream"
    headers: tuple[tuple[str, str], ...] = ()
    before: Sequence[Pause] = ()
    """Ere even the status is sent."""


@dataclass(slots=True)
class HostileUpstream:
    """Plays scripts in order, the last one again and again; keeps what it was asked."""

    url: str
    scripts: deque[Script] = field(default_factory=deque[Script])
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    headers: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    hung_up: threading.Event = field(default_factory=threading.Event)
    """A client went before the script was over."""

    def play(self, *scripts: Script) -> None:
        self.scripts.clear()
        self.scripts.extend(scripts)

    def stream(self, *texts: str, finish: str | None = "stop", done: bool = True) -> None:
        """Play a well-behaved stream of these pieces."""
        self.play(Script([stream_bytes(*texts, finish=finish, done=done)]))

    def reply(self, *contents: str, **message: Any) -> None:
        """Play a whole completion with these choices."""
        choices = [
            {
                "index": index,
                "message": {"role": "assistant", "content": content, **message},
                "finish_reason": "stop",
            }
            for index, content in enumerate(contents)
        ]
        self.answer({"id": "theirs", "model": "their-own-name", "choices": choices, "usage": USAGE})

    def answer(self, value: Any, *, status: int = 200) -> None:
        self.play(Script([json.dumps(value).encode()], status, "application/json"))

    def _next(self) -> Script:
        return self.scripts.popleft() if len(self.scripts) > 1 else self.scripts[0]

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as incoming:
            try:
                self._read(incoming)
                self._play(connection, self._next())
            except OSError:
                self.hung_up.set()

    def _play(self, connection: socket.socket, script: Script) -> None:
        for pause in script.before:
            self._wait(connection, pause)
        head = [f"HTTP/1.1 {script.status} Whatever", f"Content-Type: {script.content_type}"]
        head += [f"{name}: {value}" for name, value in (*script.headers, ("Connection", "close"))]
        connection.sendall("\r\n".join([*head, "", ""]).encode())
        for step in script.steps:
            if isinstance(step, Pause):
                self._wait(connection, step)
            else:
                connection.sendall(step)

    def _wait(self, connection: socket.socket, pause: Pause) -> None:
        deadline = time.monotonic() + pause.seconds
        while (left := deadline - time.monotonic()) > 0 and not (pause.until and pause.until.is_set()):
            connection.settimeout(min(left, LOOK_S))
            with suppress(TimeoutError):
                if not connection.recv(1):
                    raise ConnectionResetError
        connection.settimeout(None)

    def _read(self, incoming: Any) -> None:
        """A client may go while it is still asking: what did not come whole was not asked."""
        _read_line(incoming)
        headers: dict[str, str] = {}
        while line := _read_line(incoming).strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        length = int(headers.get("content-length", "0"))
        body = incoming.read(length)
        if len(body) < length:
            raise ConnectionResetError
        self.headers.append(headers)
        self.asked.append(json.loads(body) if body else {})


def _read_line(incoming: Any) -> str:
    line = incoming.readline().decode("latin-1")
    if not line.endswith("\n"):
        raise ConnectionResetError
    return line


USAGE = {"prompt_tokens": 3, "completion_tokens": 5, "total_tokens": 8, "secret": "you idiot"}


def event(value: Any) -> bytes:
    """Half a surrogate pair has no UTF-8, and goes out as an escape."""
    try:
        data = json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        data = json.dumps(value).encode()
    return b"data: " + data + b"\n\n"


def delta_event(delta: dict[str, Any], *, index: int = 0, finish: str | None = None) -> bytes:
    choice = {"index": index, "delta": delta, "finish_reason": finish}
    return event({"id": "theirs", "model": "their-own-name", "choices": [choice]})


def stream_bytes(*texts: str, finish: str | None = "stop", done: bool = True) -> bytes:
    """The bytes of a stream as OpenAI's servers send it."""
    events = [delta_event({"role": "assistant", "content": ""})]
    events += [delta_event({"content": text}) for text in texts]
    events += [delta_event({}, finish=finish)] if finish else []
    return b"".join(events) + (b"data: [DONE]\n\n" if done else b"")


def list_halves(text: str) -> list[str]:
    """The UTF-16 units of a text, each a string: some servers cut a character between them."""
    units = text.encode("utf-16-be")
    return [chr(int.from_bytes(units[at : at + 2], "big")) for at in range(0, len(units), 2)]


@contextmanager
def run_upstream() -> Generator[HostileUpstream]:
    """One on a free port of this machine while the block runs. No pause outlasts it: the lines are cut."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        upstream = HostileUpstream(f"http://127.0.0.1:{listener.getsockname()[1]}")
        lines: list[socket.socket] = []
        threads: list[threading.Thread] = []

        def accept() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                lines.append(connection)
                threads.append(threading.Thread(target=upstream._serve, args=(connection,), daemon=True))  # pyright: ignore[reportPrivateUsage]  # its own thread
                threads[-1].start()

        accepting = threading.Thread(target=accept, daemon=True)
        accepting.start()
        try:
            yield upstream
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            accepting.join(5)
            for line in lines:
                with suppress(OSError):  # it has ended by itself
                    line.shutdown(socket.SHUT_RDWR)
            for thread in threads:
                thread.join(5)
