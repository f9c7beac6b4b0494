"""What whoever runs the service asks it."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from sayso.storage import Store
from sayso.web.api.health import find_obstacle
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
MakeService = Callable[..., Service]


def service_of(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def test_the_process_says_it_is_up(client: TestClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "up"})


def test_with_a_model_and_a_database_it_is_ready(client: TestClient) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "model": "fake.v1"})


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_probe_may_ask_for_the_head_alone(client: TestClient, path: str) -> None:
    answer = client.head(path)
    assert (answer.status_code, answer.content) == (200, b"")


def test_without_its_database_it_is_up_but_not_ready(client: TestClient) -> None:
    service_of(client).store.close()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "status": "not ready",
        "model": "fake.v1",
        "reason": "The database cannot answer now.",
        "code": "store-error",
    }
    assert client.get("/healthz").status_code == 200


def test_whatever_is_wrong_with_the_database_is_logged_by_its_type_alone(
    make_service: MakeService, capsys: pytest.CaptureFixture[str]
) -> None:
    service = make_service()

    class Haunted:
        """A store that fails as none should."""

        usage = service.store.usage

        def submit(self, _work: object) -> None:
            raise RuntimeError("what a person wrote")

    haunted = replace(service, store=cast("Store", Haunted()))
    obstacle = asyncio.run(find_obstacle(haunted))
    printed = capsys.readouterr().out
    assert obstacle
    assert obstacle.code == "internal-error"
    assert "RuntimeError" in printed
    assert "what a person wrote" not in obstacle.message + printed
    service.store.close()


def test_metrics_count_requests_texts_runs_and_cache_hits(client: TestClient) -> None:
    for _ in range(3):
        client.post("/api/v1/analyze", json={"texts": ["one", "two"]})
    client.get("/no/such/place")
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    for line in (
        'sayso_requests_total{method="POST",route="/api/v1/analyze",status="200"} 3.0',
        'sayso_requests_total{method="GET",route="unmatched",status="404"} 1.0',
        'sayso_texts_total{source="model"} 2.0',
        'sayso_texts_total{source="cache"} 4.0',
        "sayso_batch_texts_count 1.0",
        "sayso_batch_texts_sum 2.0",
        'sayso_model_info{model="fake.v1"} 1.0',
    ):
        assert line in answer.text
