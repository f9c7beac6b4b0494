"""Problems as OpenAI writes them: `{"error": {"message", "type", "param", "code"}}`."""

from collections.abc import Mapping

from starlette.responses import Response

from sayso.core.errors import BadInput
from sayso.web.errors import Problem
from sayso.web.responses import JsonResponse

_CODES: Mapping[int, str] = {401: "invalid_api_key", 429: "rate_limit_exceeded", 503: "server_is_overloaded"}
_TYPES: Mapping[int, str] = {429: "rate_limit_error"}


class BadParameter(BadInput):
    """A value of the request that cannot be taken; `param` names it as OpenAI would."""

    def __init__(self, message: str, *, param: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.param = param


def shape_error(problem: Problem) -> Response:
    """OpenAI answers a body of the wrong shape with 400, where our own addresses say 422."""
    status = 400 if problem.status == 422 else problem.status
    kind = _TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
    message = f"{problem.message} {problem.hint}".strip()
    error = {
        "message": message,
        "type": kind,
        "param": getattr(problem.error, "param", None) or problem.where.removeprefix("body.") or None,
        "code": _CODES.get(status, problem.code.replace("-", "_")),
    }
    return JsonResponse({"error": error}, status, headers=dict(problem.headers))
