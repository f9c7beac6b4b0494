"""How requests of readers can fail, for the OpenAPI document."""

from typing import Any

from sayso.web.api.schemas import ErrorAnswer

Failures = dict[int | str, dict[str, Any]]


def _describe(statuses: dict[int, str]) -> Failures:
    return {status: {"model": ErrorAnswer, "description": text} for status, text in statuses.items()}


_COMMON = {
    413: "The body is too long.",
    422: "The body is not of the right shape.",
    429: "The rate limit of the key or the address is reached.",
    503: "The database cannot answer now.",
}

FAILURES = _describe(
    {
        400: "The request cannot be answered as it is.",
        401: "No key, or one that is not known.",
        403: "A key of another community, or of a role that may not.",
        **_COMMON,
    }
)
"""Of what a key may ask."""

READER_FAILURES = _describe(
    {
        400: "The request cannot be answered as it is; the message says what would be.",
        401: "No reader token, or one that expired, was changed, or names a reader who is gone.",
        403: "A key without a reader token, or a token of another community than the key.",
        **_COMMON,
    }
)
"""Of what a reader may ask."""

MISSING = _describe({404: "This reader has nothing under that id."})
STALE = _describe({409: "The policy was changed meanwhile; nothing was changed now."})
ANSWERED = _describe(
    {
        409: "The question was answered otherwise before; nothing was changed now.",
        410: "The question was not answered in time; the reply is gone.",
    }
)
