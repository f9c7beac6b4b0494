"""A double of Perspective: comments:analyze as its clients know it, with any scorer behind it."""

from collections.abc import Mapping
from typing import Any

from sayso.core import Attribute, Scorer
from sayso.testing.fake_scorer import FakeScorer
from sayso.testing.http_double import Answer, Asked, HttpDouble

ERROR_TYPE = "type.googleapis.com/google.commentanalyzer.v1alpha1.Error"
INFO_TYPE = "type.googleapis.com/google.rpc.ErrorInfo"
MAX_BYTES = 20_480


def perspective_double(scorer: Scorer | None = None, *, key: str = "") -> HttpDouble:
    """With a `key`, every other key is refused."""
    behind = scorer or FakeScorer(attributes=frozenset(Attribute))

    def respond(asked: Asked) -> Answer:
        if key and asked.query.get("key") != key:
            return perspective_bad_key()
        if (asked.method, asked.path) != ("POST", "/v1alpha1/comments:analyze"):
            return Answer(404, {"error": {"code": 404, "message": "Not found.", "status": "NOT_FOUND"}})
        return _analyze(behind, asked.json())

    return HttpDouble(respond)


def perspective_error(error_type: str, message: str) -> Answer:
    details = [{"@type": ERROR_TYPE, "errorType": error_type}]
    return _error(400, message, "INVALID_ARGUMENT", details)


def perspective_bad_key() -> Answer:
    details = [{"@type": INFO_TYPE, "reason": "API_KEY_INVALID", "domain": "googleapis.com"}]
    return _error(400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT", details)


def perspective_quota(headers: Mapping[str, str] | None = None) -> Answer:
    details = [{"@type": INFO_TYPE, "reason": "RATE_LIMIT_EXCEEDED", "domain": "googleapis.com"}]
    message = "Quota exceeded for quota metric 'Analysis requests (AnalyzeComment)'."
    return _error(429, message, "RESOURCE_EXHAUSTED", details, headers)


def _error(
    code: int,
    message: str,
    status: str,
    details: list[dict[str, str]],
    headers: Mapping[str, str] | None = None,
) -> Answer:
    error = {"code": code, "message": message, "status": status, "details": details}
    return Answer(code, {"error": error}, headers or {})


def _analyze(scorer: Scorer, body: Any) -> Answer:
    text: str = body.get("comment", {}).get("text", "")
    requested: dict[str, Any] = body.get("requestedAttributes", {})
    unknown = [name for name in requested if name not in scorer.attributes]
    if not text.strip():
        return perspective_error("COMMENT_EMPTY", "Comment must be non-empty.")
    if len(text.encode()) > MAX_BYTES:
        return perspective_error("COMMENT_TOO_LONG", "Comment text too long.")
    if not requested:
        return perspective_error("NO_REQUESTED_ATTRIBUTES", "Missing requested_attributes")
    if unknown:
        return perspective_error("INVALID_REQUEST", f"Unknown requested attribute: {unknown[0]}")
    row = scorer.score([text]).row(0)
    scores = {name: _attribute_score(row[Attribute(name)], text) for name in requested}
    return Answer(content={"attributeScores": scores, "languages": ["en"], "detectedLanguages": ["en"]})


def _attribute_score(value: float, text: str) -> dict[str, object]:
    score = {"value": value, "type": "PROBABILITY"}
    end = len(text.encode("utf-16-le")) // 2
    return {"spanScores": [{"begin": 0, "end": end, "score": score}], "summaryScore": score}
