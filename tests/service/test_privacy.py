"""The log of a running service has what an operator needs, and neither texts nor keys."""

import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from sayso.web.http.logs import configure_logs
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
SECRET = "what a person wrote"


pytestmark = pytest.mark.usefixtures("restored_loggers")


def read_requests(printed: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in printed.splitlines()]
    return [line for line in lines if line["event"] == "request"]


def test_a_request_leaves_one_line_without_text_query_or_key(
    make_client: MakeClient, capsys: pytest.CaptureFixture[str]
) -> None:
    client = make_client(auth="keys")
    service: Service = cast("Any", client.app).state.service
    key, secret = service.store.keys.create("site")
    configure_logs(level="debug", form="json")
    client.post(f"/api/v1/analyze?key={secret}", json={"text": SECRET}, headers={"x-request-id": "abc"})
    printed = capsys.readouterr().err
    (line,) = read_requests(printed)
    assert line.pop("duration_ms") > 0
    assert line.pop("timestamp")
    assert line == {
        "event": "request",
        "level": "info",
        "method": "POST",
        "route": "/api/v1/analyze",
        "status": 200,
        "request_id": "abc",
        "key_id": key.id,
    }
    assert SECRET not in printed
    assert secret not in printed
    assert "?" not in printed


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/moderations", {"input": SECRET}),
        (
            "/v1alpha1/comments:analyze",
            {"comment": {"text": SECRET}, "requestedAttributes": {"TOXICITY": {}}},
        ),
        (
            "/v1alpha1/comments:suggestscore",
            {"comment": {"text": SECRET}, "attributeScores": {"TOXICITY": {"summaryScore": {"value": 1}}}},
        ),
        (f"/{SECRET}", {}),
        ("/api/v1/analyze", {"texts": SECRET}),
    ],
)
def test_no_address_logs_the_text(
    client: TestClient, capsys: pytest.CaptureFixture[str], path: str, body: object
) -> None:
    configure_logs(level="debug", form="json")
    client.post(path, json=body)
    printed = capsys.readouterr().err
    assert len(read_requests(printed)) == 1
    assert SECRET not in printed
    assert "person" not in printed


def test_probes_are_logged_only_for_debugging(client: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="info", form="json")
    client.get("/healthz")
    client.get("/metrics")
    assert capsys.readouterr().err == ""
