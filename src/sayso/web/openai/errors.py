"""Problems as OpenAI writes them: `{"error": {"message", "type", "param", "code"}}`."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.responses import Response

from sayso.core.errors import BadInput
from sayso.web.http.errors import Problem
from sayso.web.http.responses import JsonResponse

_CODES: Mapping[int, str] = {401: "invalid_api_key", 429: "rate_limit_exceeded", 503: "server_is_overloaded"}
_TYPES: Mapping[int, str] = {403: "permission_error", 429: "rate_limit_error"}
_LASTING = frozenset({"missing-upstream"})
"""What has the status of an overload and is none: waiting does not help."""


@dataclass(frozen=True, slots=True)
class ErrorBody:
    message: str
    type: str
    param: str | None
    code: str | None


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """Every failure of `/v1/…`."""

    error: ErrorBody


class BadParameter(BadInput):
    """A value of the request that cannot be taken; `param` names it as OpenAI would."""

    def __init__(self, message: str, *, param: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.param = param


def shape_error(problem: Problem) -> Response:
    """OpenAI answers a body of the wrong shape with 400, where our own addresses say 422."""
    body = ErrorAnswer(describe_error(problem))
    return JsonResponse(body, _status_of(problem), headers=dict(problem.headers))


def describe_error(problem: Problem) -> ErrorBody:
    """The object under `error`, which a stream that has begun can still send."""
    status = _status_of(problem)
    kind = _TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
    message = f"{problem.message} {problem.hint}".strip()
    param = getattr(problem.error, "param", None) or problem.where.removeprefix("body.") or None
    own = problem.code.replace("-", "_")
    return ErrorBody(message, kind, param, own if problem.code in _LASTING else _CODES.get(status, own))


def _status_of(problem: Problem) -> int:
    return 400 if problem.status == 422 else problem.status
