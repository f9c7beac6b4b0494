"""Refusals in Google's shape: `{"error": {"code", "message", "status", "details"}}`.

One function for each refusal the service can give; `describe` turns Sayso's own errors into the same shape.
No message holds any of the text that was sent.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from starlette.responses import Response

from sayso.core.errors import (
    BadInput,
    BadWeights,
    Busy,
    Forbidden,
    LimitReached,
    NotAllowed,
    RemoteError,
    SaysoError,
    StoreError,
    TextTooLong,
)
from sayso.web.access.limits import KeyLimitReached
from sayso.web.access.refusals import NoKey
from sayso.web.http.errors import Problem
from sayso.web.http.responses import JsonResponse

ErrorType = Literal[
    "COMMENT_EMPTY",
    "COMMENT_TOO_LONG",
    "NO_REQUESTED_ATTRIBUTES",
    "LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE",
    "LANGUAGE_DETECTION_FAILED",
    "INVALID_REQUEST",
]
Detail = Mapping[str, object]

ANALYZER_ERROR = "type.googleapis.com/google.commentanalyzer.v1alpha1.Error"
BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest"
ERROR_INFO = "type.googleapis.com/google.rpc.ErrorInfo"
HELP = "type.googleapis.com/google.rpc.Help"
SERVICE = "commentanalyzer.googleapis.com"
UNREGISTERED = (
    "Method doesn't allow unregistered callers (callers without established identity). "
    "Please use API Key or other form of API consumer identity to call this API."
)

HTTP_STATUSES: Mapping[int, str] = {
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    405: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
}
"""Google's names for what goes wrong before one of our routes is reached."""


class Refusal(BadInput):
    """An answer in Google's error shape, on its way to the caller."""

    def __init__(
        self,
        message: str,
        *,
        code: int = 400,
        status: str = "INVALID_ARGUMENT",
        details: Sequence[Detail] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.details = tuple(details)

    def to_json(self) -> dict[str, object]:
        error: dict[str, object] = {"code": self.code, "message": self.message, "status": self.status}
        return {"error": error | ({"details": list(self.details)} if self.details else {})}


INTERNAL = Refusal("Internal error encountered.", code=500, status="INTERNAL")


def refuse(error_type: ErrorType, message: str, **more: object) -> Refusal:
    """A refusal with Perspective's own error type in its details."""
    return Refusal(message, details=[{"@type": ANALYZER_ERROR, "errorType": error_type, **more}])


def refuse_request(message: str) -> Refusal:
    return refuse("INVALID_REQUEST", message)


def refuse_languages(
    attribute: str, unsupported: Sequence[str], *, detected: Sequence[str], requested: Sequence[str]
) -> Refusal:
    languages = {"detectedLanguages": list(detected), "requestedLanguages": list(requested)}
    listed: dict[str, object] = {name: codes for name, codes in languages.items() if codes}
    return refuse(
        "LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE",
        f"Attribute {attribute} does not support request languages: {', '.join(unsupported)}",
        languageNotSupportedByAttributeError=listed | {"attribute": attribute},
    )


def refuse_payload(message: str, *, field: str = "") -> Refusal:
    """The JSON could not be read: malformed, or a value of the wrong type at `field`."""
    violation = {"field": field, "description": message} if field else {"description": message}
    return Refusal(message, details=[{"@type": BAD_REQUEST, "fieldViolations": [violation]}])


def refuse_fields(description: str, *, path: str) -> Refusal:
    """The `fields` parameter could not be read, or names something the answer never has."""
    violation = {"field": path, "description": description}
    return Refusal(
        "Request contains an invalid argument.",
        details=[{"@type": BAD_REQUEST, "fieldViolations": [violation]}],
    )


def refuse_key(*, given: bool) -> Refusal:
    if not given:
        return Refusal(UNREGISTERED, code=403, status="PERMISSION_DENIED")
    info = {"@type": ERROR_INFO, "reason": "API_KEY_INVALID", "domain": "googleapis.com"}
    return Refusal(
        "API key not valid. Please pass a valid API key.", details=[info | {"metadata": {"service": SERVICE}}]
    )


def refuse_path(path: str) -> Refusal:
    return Refusal(f"Nothing is served at {path}.", code=404, status="NOT_FOUND")


def refuse_quota(requests: int, *, period: Literal["minute", "day"], key_id: str) -> Refusal:
    """The refusal that tells clients to slow down; `consumer` names the key."""
    metric, limit = "Analysis requests (AnalyzeComment)", f"Analysis requests (AnalyzeComment) per {period}"
    consumer = f"api_key:{key_id}"
    metadata = {
        "quota_limit_value": str(requests),
        "quota_limit": f"AnalyzeRequestsPer{period.capitalize()}PerProject",
        "quota_metric": "CommentAnalyzerService/analyze_requests",
        "quota_location": "global",
        "service": SERVICE,
        "consumer": consumer,
    }
    return Refusal(
        f"Quota exceeded for quota metric '{metric}' and limit '{limit}' "
        f"of service '{SERVICE}' for consumer '{consumer}'.",
        code=429,
        status="RESOURCE_EXHAUSTED",
        details=[
            {
                "@type": ERROR_INFO,
                "reason": "RATE_LIMIT_EXCEEDED",
                "domain": "googleapis.com",
                "metadata": metadata,
            },
            {
                "@type": HELP,
                "links": [{"description": "Limits are set with the key: sayso key create --help"}],
            },
        ],
    )


def describe(error: SaysoError) -> Refusal:
    """Any error of ours as a refusal; what is not the caller's doing stays vague."""
    match error:
        case Refusal():
            return error
        case KeyLimitReached():
            return refuse_quota(error.limit, period=error.period, key_id=error.key_id)
        case LimitReached():
            return Refusal(error.message, code=429, status="RESOURCE_EXHAUSTED")
        case NotAllowed():
            return refuse_key(given=not isinstance(error, NoKey))
        case Forbidden():
            return Refusal(error.message, code=403, status="PERMISSION_DENIED")
        case TextTooLong():
            return refuse("COMMENT_TOO_LONG", "Comment text too long.")
        case BadInput():
            return refuse_request(error.message)
        case RemoteError() | StoreError() | BadWeights() | Busy():
            return Refusal("The service is currently unavailable.", code=503, status="UNAVAILABLE")
        case _:
            return INTERNAL


def shape_error(problem: Problem) -> Response:
    """How every failure at an address of Perspective's leaves."""
    refusal = describe(problem.error) if problem.error else _describe_http(problem)
    is_unknown = isinstance(problem.error, NotAllowed)  # Google has no 401 for it, nor the header of one
    return JsonResponse(
        refusal.to_json(),
        refusal.code,
        headers={} if is_unknown else dict(problem.headers),
        media_type="application/json; charset=UTF-8",
    )


def _describe_http(problem: Problem) -> Refusal:
    status = HTTP_STATUSES.get(problem.status, "INTERNAL" if problem.status >= 500 else "INVALID_ARGUMENT")
    message = INTERNAL.message if status == "INTERNAL" else problem.message
    return Refusal(message, code=problem.status, status=status)
