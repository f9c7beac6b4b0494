"""From an exception to a `Problem`, and from a problem to an answer in the shape of the address asked.

Each set of addresses has its shape: `api.errors`, `openai.errors`, `perspective.errors`.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, cast

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from sayso.core import errors
from sayso.web.http.request_notes import notes_of
from sayso.web.http.request_paths import route_path

STATUS: Mapping[type[errors.SaysoError], int] = {
    errors.SaysoError: 500,
    errors.BadInput: 400,
    errors.UnknownName: 400,
    errors.BadFile: 400,
    errors.TextTooLong: 413,
    errors.AlreadyAnswered: 409,
    errors.QuestionExpired: 410,
    errors.StalePolicy: 409,
    errors.MissingExtra: 500,
    errors.MissingUpstream: 503,
    errors.BadWeights: 503,
    errors.RemoteError: 502,
    errors.RemoteTimeout: 504,
    errors.RemoteQuota: 503,
    errors.RemoteRefused: 502,
    errors.RemoteBroken: 502,
    errors.StoreError: 503,
    errors.StoreOutdated: 503,
    errors.StoreBusy: 503,
    errors.LedgerBroken: 500,
    errors.NotAllowed: 401,
    errors.Forbidden: 403,
    errors.LimitReached: 429,
    errors.Busy: 503,
}
"""The status of each error; a class that is not listed has that of its nearest listed parent."""

HTTP_CODES: Mapping[int, str] = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    408: "request-timeout",
    413: "body-too-large",
    422: "invalid-request",
    500: "internal-error",
}
"""Codes of what goes wrong before a route is reached, or where nobody expected it."""

_HINTS: Mapping[int, str] = {
    404: "See /openapi.json for the addresses there are.",
    405: "See the header 'Allow' for the methods this address takes.",
    408: "Send the whole body at once.",
    413: "Send fewer or shorter texts at a time, a key if you sent none, or raise SAYSO_MAX_BODY_BYTES.",
    503: "Try again in a few seconds, or send a key.",
}
_VAGUE: Mapping[type[errors.SaysoError], tuple[str, str] | None] = {
    errors.StoreError: ("The database cannot answer now.", "The log has the details under the request's id."),
    errors.StoreBusy: None,
    errors.BadWeights: ("The model cannot answer now.", "The log has the details under the request's id."),
}
"""Errors whose own words name servers, roles and paths: whoever runs the service reads those in the log."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("sayso.web")
_NAME = re.compile(r"[A-Za-z_]{1,40}")
_SHOWN = 3
_BUSY_RETRY_S = 1


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, without the text being moderated. `error` is there if the cause was a `SaysoError`."""

    status: int
    code: str
    message: str
    hint: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    error: errors.SaysoError | None = None
    where: str = ""


Shape = Callable[[Problem], Response]
"""Writes a problem as one of the vendors would, or as we do."""


def status_of(error: errors.SaysoError) -> int:
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def problem_from(error: Exception) -> Problem:
    """Whatever was raised, as a problem."""
    if isinstance(error, errors.SaysoError):
        return _from_sayso(error)
    if isinstance(error, RequestValidationError):
        return _from_validation(error)
    if isinstance(error, HTTPException):
        return _from_http(error)
    return Problem(
        500,
        HTTP_CODES[500],
        "Something went wrong inside Sayso.",
        hint="The log has the details under the request's id.",
    )


def _from_sayso(error: errors.SaysoError) -> Problem:
    headers: dict[str, str] = {}
    retry_after_s = getattr(error, "retry_after_s", None)
    if isinstance(error, errors.StoreBusy):
        retry_after_s = _BUSY_RETRY_S
    if retry_after_s is not None:
        headers["Retry-After"] = str(max(1, math.ceil(retry_after_s)))
    status = status_of(error)
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    message, hint = _vague(error) or (error.message, error.hint)
    return Problem(status, error.slug, message, hint, headers, error)


def _vague(error: errors.SaysoError) -> tuple[str, str] | None:
    """What strangers are told instead of the error's own words; None if those will do."""
    return next((_VAGUE[kind] for kind in type(error).__mro__ if kind in _VAGUE), None)


def log_detail(error: Exception, *, request_id: str = "") -> None:
    """Keeps what `problem_from` leaves out of the answer."""
    if isinstance(error, errors.SaysoError) and _vague(error):
        _log.error(
            "cannot answer", code=error.slug, detail=error.message, hint=error.hint, request_id=request_id
        )


def _from_http(error: HTTPException) -> Problem:
    status = error.status_code
    busy = errors.Busy.slug if status == HTTPStatus.SERVICE_UNAVAILABLE else "http-error"
    code = HTTP_CODES.get(status, busy)
    message = f"{error.detail}." if error.detail and not error.detail.endswith(".") else str(error.detail)
    return Problem(status, code, message, _HINTS.get(status, ""), dict(error.headers or {}))


def _from_validation(error: RequestValidationError) -> Problem:
    """Says where and what, never what was there: the value may be the text being moderated."""
    found = cast(Sequence[Mapping[str, Any]], error.errors())
    if found[0]["type"] == "json_invalid":
        return Problem(
            400,
            HTTP_CODES[400],
            f"The body is not JSON: see its character {found[0]['loc'][-1]}.",
            hint="Send JSON with 'content-type: application/json'.",
        )
    places = [_place(item["loc"]) for item in found[:_SHOWN]]
    parts = [f"{place}: {_reason(item)}" for place, item in zip(places, found, strict=False)]
    more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    message = f"The request is not as it should be. {'; '.join(parts)}{more}."
    hint = "Send JSON with 'content-type: application/json' as /openapi.json describes it."
    return Problem(422, HTTP_CODES[422], message, hint, where=places[0])


def _reason(item: Mapping[str, Any]) -> str:
    return str(item["msg"]).removeprefix("Value error, ")


def _place(loc: Sequence[str | int]) -> str:
    """`body.texts.0`; what is not one of our names is left out, since a client may have made it up."""
    return ".".join(str(part) if isinstance(part, int) or _NAME.fullmatch(part) else "?" for part in loc)


def shape_for(scope: Scope, shapes: Mapping[str, Shape]) -> Shape:
    """The shape with the longest start of the path; `""` is there for all others."""
    path = route_path(scope)
    return shapes[max((start for start in shapes if path.startswith(start)), key=len)]


def install_error_handlers(app: FastAPI, shapes: Mapping[str, Shape]) -> None:
    """Every expected failure leaves through here; the unexpected are caught by `middleware`."""

    async def handle(request: Request, error: Exception) -> Response:
        log_detail(error, request_id=notes_of(request.scope).request_id)
        return shape_for(request.scope, shapes)(problem_from(error))

    for kind in (errors.SaysoError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, handle)
