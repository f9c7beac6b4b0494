"""Around every request: its id, the headers of its answer, its line in the log, its place in the metrics."""

import re
import time
from collections.abc import Mapping
from uuid import uuid4

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sayso.core.traces import describe_error
from sayso.web.http.errors import Shape, problem_from, shape_for
from sayso.web.http.headers import SECURITY_HEADERS
from sayso.web.http.metrics import Metrics
from sayso.web.http.request_notes import RequestNotes, notes_of
from sayso.web.http.request_paths import route_template

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")
_REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
_DEFAULTS = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
_QUIET_ROUTES = frozenset({"/healthz", "/readyz", "/metrics"})


class RequestMiddleware:
    """Also the last to catch: what nobody expected is logged and becomes a 500 in the right shape."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics, shapes: Mapping[str, Shape]) -> None:
        self._app = app
        self._metrics = metrics
        self._shapes = shapes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        notes = notes_of(scope)
        notes.request_id = _request_id(scope)
        watch = _Watch(send, notes)
        started = time.perf_counter()
        try:
            await self._app(scope, receive, watch)
        except Exception as error:  # noqa: BLE001  # the last resort: logged here, answered below
            _log.error(
                "failed", request_id=notes.request_id, route=route_template(scope), **describe_error(error)
            )
            if not watch.status:
                await shape_for(scope, self._shapes)(problem_from(error))(scope, receive, watch)
        self._record(scope, notes, watch.status, time.perf_counter() - started)

    def _record(self, scope: Scope, notes: RequestNotes, status: int, duration_s: float) -> None:
        method, route = scope["method"], route_template(scope)
        self._metrics.count_request(method=method, route=route, status=status, duration_s=duration_s)
        log = _log.debug if route in _QUIET_ROUTES else _log.info
        log(
            "request",
            method=method,
            route=route,
            status=status,
            duration_ms=round(duration_s * 1000, 2),
            request_id=notes.request_id,
            key_id=notes.key_id,
        )


class _Watch:
    """Sends on, with our headers; remembers the status."""

    def __init__(self, send: Send, notes: RequestNotes) -> None:
        self._send = send
        self._notes = notes
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = _with_ours(message.get("headers", []), self._notes)
        await self._send(message)


def _with_ours(headers: list[tuple[bytes, bytes]], notes: RequestNotes) -> list[tuple[bytes, bytes]]:
    there = {name.lower() for name, _ in headers}
    added = [(name.lower().encode(), value.encode()) for name, value in notes.headers.items()]
    ours = [*_DEFAULTS, *added, (b"x-request-id", notes.request_id.encode())]
    return [*headers, *((name, value) for name, value in ours if name not in there)]


def _request_id(scope: Scope) -> str:
    """The client's own, if it is harmless; else a new one."""
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"").decode(
        "latin-1"
    )
    return given if _REQUEST_ID.fullmatch(given) else uuid4().hex
