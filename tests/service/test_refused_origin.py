"""A site that was not allowed finds one line in the log that says what to set."""

import pytest
import structlog
from starlette.testclient import TestClient

PREFLIGHT = {"Origin": "https://forum.example", "Access-Control-Request-Method": "POST"}


def refusals(client: TestClient, method: str, path: str, headers: dict[str, str]) -> list[dict[str, object]]:
    with structlog.testing.capture_logs() as logs:
        client.request(method, path, headers=headers)
    return [dict(line) for line in logs if line["event"] == "origin refused"]


@pytest.mark.parametrize(
    ("method", "path"), [("OPTIONS", "/api/v1/author/draft"), ("POST", "/v1/moderations")]
)
def test_a_refused_origin_is_one_line_with_the_origin_and_the_setting(
    client: TestClient, method: str, path: str
) -> None:
    (line,) = refusals(client, method, path, PREFLIGHT)
    assert (line["origin"], line["setting"]) == ("https://forum.example", "SAYSO_ALLOWED_ORIGINS")


def test_our_own_pages_are_not_refused(client: TestClient) -> None:
    assert refusals(client, "POST", "/api/v1/author/draft", {"Origin": "http://testserver"}) == []
