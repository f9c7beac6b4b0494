"""Work is bounded and fair: what is charged, refused and stopped (H2, M6, M7, L3)."""

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Scope

from sayso.core import Scores
from sayso.core.errors import Busy, StoreError
from sayso.core.sizes import COUNTED_LENGTH, MAX_LENGTH
from sayso.scoring.lanes import SHORT_CALL
from sayso.testing import FakeScorer
from sayso.web.app import create_app
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
MakeService = Callable[..., Service]
BUSY = Busy("More texts wait here than can be scored soon.", hint="Try again.", retry_after_s=7)


def service_of(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def make_key(client: TestClient, **wishes: Any) -> dict[str, str]:
    return {"x-api-key": service_of(client).store.keys.create("site", **wishes)[1]}


def refuse_all(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def score(_self: object, texts: Sequence[str]) -> Scores:
        raise BUSY

    monkeypatch.setattr(type(service_of(client).scoring), "score", score)


def test_a_text_counts_by_its_length(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    key = make_key(client, per_minute=100)
    texts = ["short", "x" * COUNTED_LENGTH, "x" * (2 * COUNTED_LENGTH + 1)]
    answer = client.post("/api/v1/analyze", json={"texts": texts}, headers=key)
    assert (answer.status_code, answer.headers["x-ratelimit-remaining"]) == (200, "95")
    answer = client.post("/v1/moderations", json={"input": texts[2]}, headers=key)
    assert (answer.status_code, answer.headers["x-ratelimit-remaining"]) == (200, "92")


def test_texts_that_are_too_long_together_are_refused(make_client: MakeClient) -> None:
    answer = make_client().post("/api/v1/analyze", json={"texts": ["x" * MAX_LENGTH] * 11})
    assert (answer.status_code, answer.json()["code"]) == (413, "text-too-long")
    assert answer.json()["hint"] == "Send them in several requests."


def test_a_draft_without_a_key_is_short_where_keys_are_needed(make_client: MakeClient) -> None:
    client = make_client(auth="keys", author_access="open", draft_characters=50)
    answer = client.post("/api/v1/author/draft", json={"text": "x" * 51})
    assert (answer.status_code, answer.json()["code"]) == (413, "text-too-long")
    assert answer.json()["hint"] == "Send a part of it, or a key."


@pytest.mark.parametrize(
    ("path", "body", "shape"),
    [
        ("/api/v1/analyze", {"text": "hello"}, {"code": "busy"}),
        ("/v1/moderations", {"input": "hello"}, {"error": {"code": "server_is_overloaded"}}),
        (
            "/v1alpha1/comments:analyze",
            {"comment": {"text": "hello"}, "languages": ["en"], "requestedAttributes": {"TOXICITY": {}}},
            {"error": {"code": 503, "status": "UNAVAILABLE"}},
        ),
    ],
)
def test_over_the_bound_each_vendor_says_when_to_come_back(
    make_client: MakeClient, monkeypatch: pytest.MonkeyPatch, path: str, body: object, shape: dict[str, Any]
) -> None:
    client = make_client()
    refuse_all(client, monkeypatch)
    answer = client.post(path, json=body)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "7")
    found = answer.json()
    for name, value in shape.items():
        assert found[name] == value or value.items() <= found[name].items()


def test_readiness_writes_to_the_disk(make_client: MakeClient, monkeypatch: pytest.MonkeyPatch) -> None:
    client = make_client()

    def fail(*_: object) -> None:
        raise StoreError("The disk is full.")

    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr("sayso.storage.access.usage.Usage.add", fail)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, "store-error")


def test_readiness_tells_of_overload(make_client: MakeClient, monkeypatch: pytest.MonkeyPatch) -> None:
    client = make_client()

    def find_overload(_self: object) -> Busy:
        return BUSY

    monkeypatch.setattr(type(service_of(client).scoring), "find_overload", find_overload)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


@pytest.mark.anyio
async def test_work_stops_when_its_client_has_gone(make_service: MakeService) -> None:
    class Gated(FakeScorer):
        gate, started = threading.Event(), threading.Event()

        def score(self, texts: Sequence[str]) -> Scores:
            self.started.set()
            assert self.gate.wait(10)
            return super().score(texts)

    scorer = Gated()
    service = make_service(scorer=scorer)
    app = create_app(service)
    blocker = asyncio.create_task(service.scoring.score(["x" * (SHORT_CALL + 1)]))
    await asyncio.to_thread(scorer.started.wait, 10)
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "path": "/api/v1/analyze",
        "raw_path": b"/api/v1/analyze",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "scheme": "http",
        "root_path": "",
    }
    body = json.dumps({"texts": ["y" * (SHORT_CALL + 1)]}).encode()
    messages = iter([{"type": "http.request", "body": body, "more_body": False}, {"type": "http.disconnect"}])

    async def receive() -> Message:
        await asyncio.sleep(0.05)
        return next(messages)

    async def send(_message: Message) -> None: ...

    await asyncio.wait_for(app(scope, receive, send), 5)
    scorer.gate.set()
    await blocker
    await service.scoring.close()
    service.store.close()
    assert scorer.calls == [1]
