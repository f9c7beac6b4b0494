"""What a connection may cost before anybody knows who calls: bytes, headers, time, requests ahead.

Uvicorn bounds the idle time between two requests, and with h11 a head's bytes but not its time; with the
quicker httptools nothing else. So the limits are added here, where the parser and the event loop call
uvicorn's protocol. How large and how slow a body may be: `bodies`.
"""

import resource
from asyncio import TimerHandle, Transport
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

LARGEST_HEAD = 65_536
"""In bytes, address and headers together."""

MOST_HEADERS = 100
MOST_PIPELINED = 8
"""So many requests may be under way on one connection, their answers still to come."""

_MOST_FRAMING = 8
"""Bytes of chunk sizes and the like for each byte of a body; with a byte to a chunk there are five."""

_KEPT_FILES = 128
"""Files that are left for the database, the models and the servers behind the guard."""


def _find_most_connections() -> int:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 4096 if files == resource.RLIM_INFINITY else max(64, min(4096, files - _KEPT_FILES))


_BODY_HEADERS = frozenset({b"content-length", b"transfer-encoding"})


class _Refused(Exception):
    """Stops the parser."""


class BoundedProtocol(HttpToolsProtocol):
    """A connection with limits. At most one clock runs, for whatever the client has to do next."""

    head_timeout_s: ClassVar[float] = 10.0
    """From the connection, or from the first byte after an answer, to the end of a head."""
    linger_s: ClassVar[float] = 5.0
    """A body goes on after its refusal: so long it is read and thrown away, so that the client sees why."""
    write_timeout_s: ClassVar[float] = 30.0
    """For an answer that the client does not read."""
    most_connections: ClassVar[int] = _find_most_connections()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._in_head = True
        self._head_size = self._header_size = 0
        self._framing = 0
        self._body_size = 0
        self._refusal = (400, "Invalid HTTP request received.")
        self._running: RequestResponseCycle | None = None
        self._clock: TimerHandle | None = None
        self._write_clock: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            self._refuse(503, "Too many connections. Try again in a few seconds.")
            return
        self._set_clock(self.head_timeout_s)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        self.resume_writing()
        # Uvicorn tells the request that came last; the one that is being answered may be another.
        for cycle in (self._running, *(waiting for waiting, _ in self.pipeline)):
            if cycle and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        self.pipeline.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._in_head:
            self._head_size += len(data)
            if self._clock is None:
                self._set_clock(self.head_timeout_s)
        else:
            self._framing += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._in_head and self._head_size > LARGEST_HEAD:
            self._refuse(431, f"The head of the request is larger than {LARGEST_HEAD} bytes.")
        elif not self._in_head and self._framing > LARGEST_HEAD + _MOST_FRAMING * self._body_size:
            self._refuse(400, "Too much of the request is neither head nor body.")

    def on_message_begin(self) -> None:
        self._in_head, self._header_size = True, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Those that come after a body are counted and left out: nobody has looked at them."""
        if not self._in_head:
            return
        self._count(len(name) + len(value))
        if len(self.headers) >= MOST_HEADERS:
            self._stop(431, f"The request has more than {MOST_HEADERS} headers.")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._stop_clock()
        if len(self.pipeline) + 1 >= MOST_PIPELINED and self._is_answering:
            self._stop(400, "Too many requests before their answers.")
        if (
            self.parser
            and self.parser.should_upgrade()
            and any(name in _BODY_HEADERS for name, _ in self.headers)
        ):
            # httptools takes what follows for another protocol's, and then for the next request
            self._stop(400, "Connections are not upgraded here: send a body without the header Upgrade.")
        super().on_headers_complete()
        self._in_head = False
        self._framing = self._body_size = 0

    def on_body(self, body: bytes) -> None:
        self._body_size += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head_size = True, 0
        if self.cycle.response_complete:  # the rest of a refused body has come: idle from now on
            self._set_clock(self.timeout_keep_alive)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing() or (
            not self._in_head and not self.pipeline and self.cycle.response_complete
        ):
            self._set_clock(self.linger_s)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_clock = self.loop.call_later(self.write_timeout_s, self.transport.abort)

    def resume_writing(self) -> None:
        if self._write_clock:
            self._write_clock.cancel()
            self._write_clock = None
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        self._close()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's shape; ours says what was wrong
        self._refuse(*self._refusal)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def _unsupported_upgrade_warning(self) -> None:
        """Strangers write no lines into the log; the request is answered as if it had not asked."""

    @property
    def _broken(self) -> RequestResponseCycle | None:
        """The request that is being read, if its head was good."""
        return None if self._in_head else self.cycle

    @property
    def _is_answering(self) -> bool:
        return self._running is not None and not self._running.response_complete

    def _count(self, size: int) -> None:
        self._header_size += size
        if self._header_size > LARGEST_HEAD:
            self._stop(431, f"The head of the request is larger than {LARGEST_HEAD} bytes.")

    def _stop(self, status: int, message: str) -> None:
        self._refusal = (status, message)
        raise _Refused

    def _refuse(self, status: int, message: str) -> None:
        """Says so and closes. While another request is answered, that answer is the last."""
        if self._running and self._is_answering and self._running is not self._broken:
            self._running.keep_alive = False
            self.pipeline.clear()
            self.flow.pause_reading()
            return
        if not (self._running and self._is_answering and self._running.response_started):
            self._write(status, message)
        self._close()

    def _write(self, status: int, message: str) -> None:
        head = [STATUS_LINE[status], b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"]
        retry = b"retry-after: 5\r\n" if status == 503 else b""
        head += [retry, b"content-length: %d\r\n\r\n" % len(message), message.encode()]
        self.transport.write(b"".join(head))

    def _set_clock(self, seconds: float) -> None:
        self._stop_clock()
        self._clock = self.loop.call_later(seconds, self._run_out)

    def _stop_clock(self) -> None:
        if self._clock:
            self._clock.cancel()
            self._clock = None

    def _run_out(self) -> None:
        self._clock = None
        if self.transport.is_closing():
            self.transport.abort()
        elif self._is_answering:
            self.cycle.keep_alive = False
        elif self._in_head and self._head_size:
            self._refuse(408, f"The head of the request took longer than {self.head_timeout_s:g} seconds.")
        else:
            self._close()

    def _close(self) -> None:
        """What was written still goes out, if the client takes it."""
        self.transport.close()
        self._set_clock(self.linger_s)
