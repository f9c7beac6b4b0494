"""Calls to another service that scores texts: time limits, retries with back-off, only a few at once."""

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar
from urllib.request import getproxies, proxy_bypass

import httpx

from sayso.core import Attribute, Scores
from sayso.scoring.failures import Failure, Service, as_object, read_exception, read_failure, unreadable
from sayso.text.windows import split_windows

Item = TypeVar("Item")
Result = TypeVar("Result")

MAX_BYTES = 20_480
"""Perspective's limit for one comment; longer texts are sent in overlapping windows."""
WINDOW = MAX_BYTES // 4
OVERLAP = 200


@dataclass(frozen=True, slots=True)
class Retries:
    """How often to try, and how long to wait in between: doubling, with jitter so that clients spread out."""

    attempts: int = 4
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    jitter: Callable[[], float] = random.random

    def wait_s(self, attempt: int, failure: Failure) -> float | None:
        """Seconds until the next try, the first attempt being 0; None to give up."""
        if not failure.retry or attempt + 1 >= self.attempts:
            return None
        if failure.wait_s is not None:
            return failure.wait_s if failure.wait_s <= self.longest_wait_s else None
        return min(self.first_wait_s * 2**attempt * (0.5 + self.jitter() / 2), self.longest_wait_s)


@dataclass(frozen=True, slots=True)
class Wire:
    """What tests replace: how bytes travel and how waiting is done."""

    transport: httpx.BaseTransport | None = None
    retries: Retries = Retries()
    at_once: int = 8


class RemoteClient:
    """Posts JSON to one service and gives back the JSON it answers, or one of the remote errors."""

    def __init__(
        self,
        service: Service,
        *,
        url: str,
        timeout_s: float,
        key: str = "",
        headers: Mapping[str, str] | None = None,
        wire: Wire | None = None,
    ) -> None:
        self._service = service
        self._key = key
        self._timeout_s = timeout_s
        self._wire = wire or Wire()
        self._http = httpx.Client(
            base_url=url,
            headers=headers,
            timeout=timeout_s,
            transport=self._wire.transport,
        )

    def post(self, path: str, body: Mapping[str, object], *, hidden: Sequence[str]) -> Mapping[str, object]:
        """The answer to `body`; messages of errors quote nothing of `hidden`, the texts in it."""
        attempt = 0
        while isinstance(outcome := self._try(path, body, hidden), Failure):
            wait_s = self._wire.retries.wait_s(attempt, outcome)
            if wait_s is None:
                raise outcome.error
            self._wire.retries.sleep(wait_s)
            attempt += 1
        return outcome

    def each(self, work: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """`work` on every item, a few at once, results in order; the first error stops the rest."""
        if len(items) < 2:
            return [work(item) for item in items]
        with ThreadPoolExecutor(
            min(len(items), self._wire.at_once), thread_name_prefix="sayso-remote"
        ) as pool:
            return list(pool.map(work, items))

    def close(self) -> None:
        self._http.close()

    def _try(
        self, path: str, body: Mapping[str, object], hidden: Sequence[str]
    ) -> "Mapping[str, object] | Failure":
        try:
            response = self._http.post(path, json=body)
        except httpx.HTTPError as error:
            return read_exception(
                self._service, error, host=self._http.base_url.host, timeout_s=self._timeout_s
            )
        if not response.is_success:
            return read_failure(self._service, response, hidden=[*hidden, self._key])
        return self._read(response)

    def _read(self, response: httpx.Response) -> "Mapping[str, object] | Failure":
        try:
            answer: object = response.json()
        except ValueError:
            return Failure(unreadable(self._service, "not JSON"), retry=False)
        if answer != {} and not as_object(answer):
            return Failure(unreadable(self._service, "not a JSON object"), retry=False)
        return as_object(answer)


class KeyInQuery(httpx.BaseTransport):
    """Adds `?key=` behind the client, so that neither its log lines nor its exceptions ever hold the key."""

    def __init__(self, key: str, inner: httpx.BaseTransport) -> None:
        self._key = key
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        keyed = httpx.Request(
            request.method,
            request.url.copy_merge_params({"key": self._key}),
            headers=request.headers,
            stream=request.stream,
            extensions=request.extensions,
        )
        return self._inner.handle_request(keyed)

    def close(self) -> None:
        self._inner.close()


def open_transport(url: str) -> httpx.BaseTransport:
    """The way to `url`, through the proxy that the environment names: a transport of one's own skips it."""
    address = httpx.URL(url)
    proxy = None if proxy_bypass(address.host) else getproxies().get(address.scheme)
    return httpx.HTTPTransport(proxy=proxy)


def score_pieces(
    texts: Sequence[str],
    *,
    name: str,
    attributes: Iterable[Attribute],
    ask: Callable[[Sequence[str]], Sequence[Mapping[Attribute, float]]],
) -> Scores:
    """Scores by asking a service. A blank text is 0 without a call; a long one is its worst window."""
    pieces = [(row, piece) for row, text in enumerate(texts) for piece in split_text(text)]
    columns = {attribute: [0.0] * len(texts) for attribute in sorted(attributes)}
    for (row, _), scores in zip(pieces, ask([piece for _, piece in pieces]), strict=True):
        for attribute, column in columns.items():
            column[row] = max(column[row], scores[attribute])
    return Scores(name, columns)


def split_text(text: str) -> list[str]:
    """What to send of a text: nothing if blank, windows if too long, and only what UTF-8 can carry."""
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if not text.strip():
        return []
    if len(text) <= WINDOW or len(text.encode()) <= MAX_BYTES:
        return [text]
    spans = split_windows(text, size=WINDOW, overlap=OVERLAP)
    return [piece for span in spans if (piece := text[span.begin : span.end]).strip()]
