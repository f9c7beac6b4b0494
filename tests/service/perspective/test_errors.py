"""Sayso's own errors in Google's shape."""

import pytest

from sayso.core import errors
from sayso.web.perspective.errors import Refusal, describe, refuse_request


@pytest.mark.parametrize(
    ("error", "code", "status", "message"),
    [
        (errors.LimitReached("Too much."), 429, "RESOURCE_EXHAUSTED", "Too much."),
        (
            errors.NotAllowed("No."),
            400,
            "INVALID_ARGUMENT",
            "API key not valid. Please pass a valid API key.",
        ),
        (errors.Forbidden("Not you."), 403, "PERMISSION_DENIED", "Not you."),
        (errors.TextTooLong("Long."), 400, "INVALID_ARGUMENT", "Comment text too long."),
        (errors.BadInput("Odd."), 400, "INVALID_ARGUMENT", "Odd."),
        (errors.RemoteTimeout("Slow."), 503, "UNAVAILABLE", "The service is currently unavailable."),
        (errors.StoreOutdated("Old."), 503, "UNAVAILABLE", "The service is currently unavailable."),
        (errors.BadWeights("Torn."), 503, "UNAVAILABLE", "The service is currently unavailable."),
        (errors.LedgerBroken("Changed."), 500, "INTERNAL", "Internal error encountered."),
    ],
)
def test_each_error_has_its_code_status_and_message(
    error: errors.SaysoError, code: int, status: str, message: str
) -> None:
    refusal = describe(error)
    assert (refusal.code, refusal.status, refusal.message) == (code, status, message)


def test_a_refusal_stays_what_it_is() -> None:
    refusal = refuse_request("Unknown text type")
    assert describe(refusal) is refusal


def test_a_refusal_without_details_has_no_empty_list() -> None:
    assert Refusal("Gone.", code=404, status="NOT_FOUND").to_json() == {
        "error": {"code": 404, "message": "Gone.", "status": "NOT_FOUND"}
    }
