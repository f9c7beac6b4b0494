"""One call and its answer, apart from HTTP: a request of its own and a part of a batch are answered alike."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from sayso.core.errors import NotAllowed
from sayso.web.access.keys import Caller, authenticate, read_secret
from sayso.web.access.limits import Allowance
from sayso.web.http.request_notes import RequestNotes
from sayso.web.perspective.analyze import Charge, Json, analyze
from sayso.web.perspective.discovery import API_VERSION, RESPONSE_SHAPES
from sayso.web.perspective.errors import Refusal, refuse_key, refuse_quota
from sayso.web.perspective.fields import check_fields, parse_fields, select_fields
from sayso.web.perspective.suggest import suggest
from sayso.web.perspective.wire import AnalyzeRequest, SuggestRequest, read_message
from sayso.web.service import Service

PRETTY = json.JSONEncoder(indent=2)
COMPACT = json.JSONEncoder(separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Call:
    """A request for one of `METHODS`. Header names are in lower case."""

    method: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes = field(repr=False)

    @property
    def secret(self) -> str | None:
        """The key: Google's ways to send it first, then the ways all our addresses know."""
        google = self.query.get("key", "").strip() or self.headers.get("x-goog-api-key", "").strip()
        return google or read_secret(self.headers, self.query)

    @property
    def is_pretty(self) -> bool:
        return self.query.get("prettyPrint", "").lower() == "true"


async def answer(service: Service, call: Call, notes: RequestNotes) -> Json:
    """The content of the answer; a refusal is raised. `notes` gets the headers about the caller's limits."""
    caller = await _identify(service, call.secret)
    notes.key_id = caller.key_id
    charge = partial(_charge, service, caller, notes)
    await charge(texts=0)  # for the headers: a request that is refused has them too, and costs nothing
    mask = parse_fields(call.query.get("fields", ""))
    check_fields(mask, RESPONSE_SHAPES[call.method])
    content = await METHODS[call.method](service, caller, call.body, charge)
    return select_fields(mask, content)


def find_method(path: str) -> str | None:
    """The method at this path, whatever prefix a proxy put before it."""
    _, mark, method = path.rpartition(f"/{API_VERSION}/comments:")
    return method if mark and method in METHODS else None


def encode_json(content: Mapping[str, object], *, pretty: bool = False) -> bytes:
    """In plain ASCII, so that any client token can be echoed, one with a lone surrogate too."""
    return (PRETTY if pretty else COMPACT).encode(content).encode("ascii")


async def _identify(service: Service, secret: str | None) -> Caller:
    try:
        return await authenticate(service, secret)
    except NotAllowed:
        raise refuse_key(given=bool(secret)) from None


async def _charge(service: Service, caller: Caller, notes: RequestNotes, *, texts: int = 1) -> None:
    allowance = await service.limiter.charge(caller, texts=texts)
    notes.headers.update(allowance.headers)
    if allowance.refused:
        raise _explain_limit(caller, allowance)


def _explain_limit(caller: Caller, allowance: Allowance) -> Refusal:
    is_minute = allowance.headers.get("X-RateLimit-Remaining") == "0"
    limit = caller.per_minute if is_minute else caller.per_day
    return refuse_quota(limit or 0, period="minute" if is_minute else "day", key_id=caller.key_id)


async def _run_analyze(service: Service, caller: Caller, body: bytes, charge: Charge) -> Json:
    return await analyze(service, caller, read_message(AnalyzeRequest, body), charge)


async def _run_suggest(service: Service, caller: Caller, body: bytes, charge: Charge) -> Json:
    return await suggest(service, caller, read_message(SuggestRequest, body), charge)


METHODS: Mapping[str, Callable[[Service, Caller, bytes, Charge], Awaitable[Json]]] = {
    "analyze": _run_analyze,
    "suggestscore": _run_suggest,
}
