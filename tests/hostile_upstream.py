"""A chat server that does as a test says: on a real socket, byte by byte, at the pace of the test."""

import json
import socket
import threading
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Pause:
    """Says nothing for so long; ends early when the client hangs up."""

    seconds: float


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
            self._read(incoming)
            script = self._next()
            try:
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
            except OSError:
                self.hung_up.set()

    def _wait(self, connection: socket.socket, pause: Pause) -> None:
        connection.settimeout(pause.seconds)
        try:
            if not connection.recv(1):
                raise ConnectionResetError
        except TimeoutError:
            connection.settimeout(None)

    def _read(self, incoming: Any) -> None:
        incoming.readline()
        headers: dict[str, str] = {}
        while line := incoming.readline().decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        body = incoming.read(int(headers.get("content-length", "0")))
        self.headers.append(headers)
        self.asked.append(json.loads(body) if body else {})


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
    """One on a free port of this machine while the block runs."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        upstream = HostileUpstream(f"http://127.0.0.1:{listener.getsockname()[1]}")
        threads: list[threading.Thread] = []

        def accept() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                threads.append(threading.Thread(target=upstream._serve, args=(connection,), daemon=True))  # pyright: ignore[reportPrivateUsage]  # its own thread
                threads[-1].start()

        accepting = threading.Thread(target=accept, daemon=True)
        accepting.start()
        try:
            yield upstream
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            accepting.join(5)
            for thread in threads:
                thread.join(5)
