"""One call and its answer, apart from HTTP: a request of its own and a part of a batch are answered alike."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from sayso.core.sizes import count_texts
from sayso.web.access.callers import Caller
from sayso.web.access.dependencies import charge
from sayso.web.access.keys import read_secret
from sayso.web.access.table import Permission
from sayso.web.http.request_notes import RequestNotes
from sayso.web.perspective.analyze import Charge, Json, analyze
from sayso.web.perspective.discovery import API_VERSION, RESPONSE_SHAPES
from sayso.web.perspective.fields import Mask, check_fields, parse_fields, select_fields
from sayso.web.perspective.suggest import suggest
from sayso.web.perspective.wire import AnalyzeRequest, SuggestRequest, read_message
from sayso.web.service import Service

PRETTY = json.JSONEncoder(indent=2)
COMPACT = json.JSONEncoder(separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Call:
    """What was sent. Header names are in lower case."""

    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes = field(repr=False)

    @property
    def secret(self) -> str | None:
        return read_secret(self.headers, self.query)

    @property
    def is_pretty(self) -> bool:
        return self.query.get("prettyPrint", "").lower() == "true"


async def answer_analyze(service: Service, caller: Caller, call: Call, notes: RequestNotes) -> Json:
    """The content of the answer; a refusal is raised, and costs nothing."""
    mask = read_mask(call, "analyze")
    message = read_message(AnalyzeRequest, call.body)
    content = await analyze(service, caller, message, _make_charge(service, caller, notes, message))
    return select_fields(mask, content)


async def answer_suggest(service: Service, caller: Caller, call: Call, notes: RequestNotes) -> Json:
    mask = read_mask(call, "suggestscore")
    message = read_message(SuggestRequest, call.body)
    content = await suggest(service, caller, message, _make_charge(service, caller, notes, message))
    return select_fields(mask, content)


def _make_charge(
    service: Service, caller: Caller, notes: RequestNotes, message: AnalyzeRequest | SuggestRequest
) -> Charge:
    return partial(charge, notes, service, caller, texts=count_texts([message.comment.text]))


@dataclass(frozen=True, slots=True)
class Method:
    """What a part of a batch asks for, and the permission that takes."""

    permission: Permission
    answer: Callable[[Service, Caller, Call, RequestNotes], Awaitable[Json]]


_METHODS: Mapping[str, Method] = {
    "analyze": Method("score", answer_analyze),
    "suggestscore": Method("suggest", answer_suggest),
}


def find_method(path: str) -> Method | None:
    """The method at this path, whatever prefix a proxy put before it."""
    _, mark, name = path.rpartition(f"/{API_VERSION}/comments:")
    return _METHODS.get(name) if mark else None


def read_mask(call: Call, method: str) -> Mask:
    mask = parse_fields(call.query.get("fields", ""))
    check_fields(mask, RESPONSE_SHAPES[method])
    return mask


def encode_json(content: Mapping[str, object], *, pretty: bool = False) -> bytes:
    """In plain ASCII, so that any client token can be echoed, one with a lone surrogate too."""
    return (PRETTY if pretty else COMPACT).encode(content).encode("ascii")
