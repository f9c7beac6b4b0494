"""The server behind the guard: where it is, how it is asked, and within which limits its answer is read."""

import asyncio
import ipaddress
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

import httpx
from httpx_sse import EventSource

from sayso.core.errors import BadInput, MissingUpstream, SaysoError
from sayso.core.json_text import render_json
from sayso.reader.guard.parts import Part, read_part
from sayso.reader.guard.upstream_failures import (
    FailureKind,
    UpstreamFault,
    tell_exception,
    tell_malformed,
    tell_status,
    tell_timeout,
    tell_too_large,
)

Json: TypeAlias = Any
CONNECT_S = 10.0
STREAM_TYPE = "text/event-stream"
DONE = "[DONE]"
_FRAME_HEADERS = {"content-type": f"{STREAM_TYPE}; charset=utf-8"}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Upstream(Protocol):
    """Knows where the server is; one that starts its own may take its time to answer."""

    @property
    def key(self) -> str:
        """What the server wants as a bearer; empty: whatever the client brings."""
        ...

    async def base_url(self) -> str:
        """What `/chat/completions` is appended to; raises `MissingUpstream` where there is none."""
        ...


class FixedUpstream:
    """A server somebody else runs. `http://host:port` means the same as `http://host:port/v1`."""

    def __init__(self, address: str, *, key: str = "") -> None:
        self._url = complete_address(address)
        self.key = key

    async def base_url(self) -> str:
        return self._url


def explain_absence() -> MissingUpstream:
    return MissingUpstream(
        "There is no chatbot behind this guard.",
        hint="Set SAYSO_UPSTREAM to an OpenAI-compatible server, such as http://127.0.0.1:8701/v1, "
        "or run: sayso models fetch smollm2",
    )


class NoUpstream:
    """Nobody has said where the model is; `explain` says why each time, for the reason may change."""

    key = ""

    def __init__(self, explain: Callable[[], MissingUpstream] = explain_absence) -> None:
        self._explain = explain

    async def base_url(self) -> str:
        raise self._explain()


def complete_address(address: str) -> str:
    url = httpx.URL(address)
    return str(url.copy_with(path="/v1")) if url.path in ("", "/") else address.rstrip("/")


def is_loopback(address: str) -> bool:
    host = httpx.URL(address).host
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def write_body(body: Json) -> bytes:
    """Raises `BadInput` for what Python reads as JSON and JSON does not have."""
    try:
        return render_json(body)
    except (ValueError, RecursionError):
        raise BadInput(
            "The request has a number that JSON does not have (NaN or an infinity), or is nested too deeply.",
            hint="Send finite numbers, or leave the field out.",
        ) from None


@dataclass(frozen=True, slots=True)
class UpstreamLimits:
    """`timeout_s` for a whole answer, `idle_s` between two pieces of a stream."""

    timeout_s: float = 300.0
    idle_s: float = 60.0
    max_bytes: int = 1024 * 1024


class FailureCounter(Protocol):
    def __call__(self, kind: FailureKind, /) -> None: ...


def _look_away(_kind: FailureKind) -> None: ...


@dataclass(slots=True)
class _Progress:
    """How far an answer came before it failed."""

    began: bool = False


@dataclass(slots=True)
class UpstreamClient:
    """Asks; one per worker. Failures are raised in our own words and counted."""

    upstream: Upstream
    limits: UpstreamLimits = UpstreamLimits()
    count_failure: FailureCounter = _look_away
    transport: httpx.AsyncBaseTransport | None = None
    _http: httpx.AsyncClient | None = None

    async def ask(self, body: Mapping[str, Json], *, bearer: str = "") -> Part:
        """A completion, whole."""
        part = self._read(await self._fetch("POST", "/chat/completions", body, bearer))
        if not part.pieces:
            raise self._count("malformed", tell_malformed("it has no choices"))
        return part

    async def list_models(self, *, bearer: str = "") -> Json:
        return self._parse(await self._fetch("GET", "/models", None, bearer))

    async def stream(self, body: Mapping[str, Json], *, bearer: str = "") -> AsyncGenerator[Part]:
        """The events of a completion. A server that answers whole sends one."""
        limits = self.limits
        timeout = httpx.Timeout(limits.idle_s, connect=min(CONNECT_S, limits.idle_s))
        async with self._open("POST", "/chat/completions", body, bearer, timeout) as (response, progress):
            pieces = self._limit(response, progress)
            if not response.headers.get("content-type", "").strip().lower().startswith(STREAM_TYPE):
                yield replace(self._read(b"".join([piece async for piece in pieces])), is_last=True)
                return
            async with aclosing(read_frames(pieces)) as frames:
                async for frame in frames:
                    yield Part(is_last=True) if frame.strip() == DONE else self._read(frame)

    async def close(self) -> None:
        if self._http:
            await self._http.aclose()

    async def _fetch(self, method: str, path: str, body: Mapping[str, Json] | None, bearer: str) -> bytes:
        """The first byte may take as long as the whole answer: servers think before they write."""
        timeout = httpx.Timeout(self.limits.timeout_s, connect=min(CONNECT_S, self.limits.timeout_s))
        async with self._open(method, path, body, bearer, timeout) as (response, progress):
            return b"".join([piece async for piece in self._limit(response, progress)])

    @asynccontextmanager
    async def _open(
        self, method: str, path: str, body: Mapping[str, Json] | None, bearer: str, timeout: httpx.Timeout
    ) -> AsyncGenerator[tuple[httpx.Response, _Progress]]:
        url = f"{await self.upstream.base_url()}{path}"
        content = write_body(body) if body is not None else None
        progress = _Progress()
        try:
            async with (
                asyncio.timeout(self.limits.timeout_s),
                self._client(url).stream(
                    method, url, content=content, headers=self._headers(bearer), timeout=timeout
                ) as response,
            ):
                if not response.is_success:
                    raise self._count(*tell_status(response.status_code, response.headers))
                yield response, progress
        except TimeoutError:
            raise self._count("timeout", tell_timeout(began=progress.began)) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            wrapped = error if isinstance(error, httpx.HTTPError) else httpx.UnsupportedProtocol("")
            raise self._count(*tell_exception(wrapped, began=progress.began)) from None

    async def _limit(self, response: httpx.Response, progress: _Progress) -> AsyncGenerator[bytes]:
        """Counts what comes out of the wire's compression: a small body can hold a large one."""
        seen = 0
        async for piece in response.aiter_bytes():
            progress.began = True
            yield piece[: self.limits.max_bytes - seen]
            seen += len(piece)
            if seen > self.limits.max_bytes:
                raise self._count("too_large", tell_too_large(self.limits.max_bytes))

    def _read(self, content: bytes | str) -> Part:
        try:
            return read_part(self._parse(content))
        except UpstreamFault as fault:
            raise self._count(fault.kind, fault.error) from None

    def _parse(self, content: bytes | str) -> Json:
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            raise self._count("malformed", tell_malformed("it is not JSON")) from None

    def _count(self, kind: FailureKind, error: SaysoError) -> SaysoError:
        self.count_failure(kind)
        return error

    def _headers(self, bearer: str) -> dict[str, str]:
        key = self.upstream.key or bearer
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        return {**headers, "Authorization": f"Bearer {key}"} if key else headers

    def _client(self, url: str) -> httpx.AsyncClient:
        """Made when the first request comes: loading certificates takes a while, and many need none.

        A proxy that the environment names has no business between us and this machine.
        """
        if self._http is None:
            self._http = httpx.AsyncClient(
                transport=self.transport,
                limits=httpx.Limits(max_connections=None),
                trust_env=not is_loopback(url),
            )
        return self._http


async def read_frames(pieces: AsyncIterator[bytes]) -> AsyncGenerator[str]:
    """The data of each server-sent event, up to `[DONE]` or the end. Comments and empty events are left out.

    An event that the end cuts off is read as far as it came: half a frame is no JSON, and whoever parses
    it says so, while a whole one that lacks its empty line is not lost. The rules are httpx-sse's:
    docs/decisions/0022.
    """
    response = httpx.Response(200, headers=_FRAME_HEADERS, content=_finish(pieces))
    async with aclosing(EventSource(response).aiter_sse()) as events:
        async for event in events:
            if event.data:
                yield event.data
            if event.data.strip() == DONE:
                return


async def _finish(pieces: AsyncIterator[bytes]) -> AsyncGenerator[bytes]:
    """Without the mark that some put before UTF-8, and with an end to the last event."""
    start: bytes | None = b""
    async for piece in pieces:
        if start is None:
            yield piece
        elif len(start + piece) < len(_BYTE_ORDER_MARK):
            start += piece
        else:
            yield (start + piece).removeprefix(_BYTE_ORDER_MARK)
            start = None
    yield (start or b"") + b"\n\n"
