"""Keys, roles, limits and the headers about them."""

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from starlette.types import Message, Scope

from sayso.core.errors import StoreBusy, StoreError
from sayso.testing import FakeScorer
from sayso.web.access.limits import KeyWindow, Limiter
from sayso.web.app import create_app
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
MakeService = Callable[..., Service]
PATH = "/api/v1/analyze"
BODY = {"text": "hello"}
JSON = "application/json"


def service_of(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def make_key(client: TestClient, **wishes: Any) -> str:
    return service_of(client).store.keys.create("site", **wishes)[1]


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def test_an_open_service_takes_any_key_and_none(client: TestClient) -> None:
    asked = [
        client.post(PATH, json=BODY),
        client.post(PATH, json=BODY, headers=bearer("anything")),
        client.post(f"{PATH}?key=anything", json=BODY),
    ]
    assert [answer.status_code for answer in asked] == [200, 200, 200]


def test_an_open_service_still_keeps_to_the_limits_of_a_real_key(client: TestClient) -> None:
    secret = make_key(client, per_minute=5)
    assert client.post(PATH, json=BODY, headers=bearer(secret)).headers["x-ratelimit-remaining"] == "4"


@pytest.mark.parametrize("place", ["bearer", "x-api-key", "query"])
def test_a_key_is_taken_wherever_clients_put_it(make_client: MakeClient, place: str) -> None:
    client = make_client(auth="keys")
    secret = make_key(client)
    headers = {"bearer": bearer(secret), "x-api-key": {"x-api-key": secret}}.get(place, {})
    params = {"key": secret} if place == "query" else {}
    assert client.post(PATH, json=BODY, headers=headers, params=params).status_code == 200


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ({}, "This service needs an API key, and the request has none."),
        ({"x-api-key": "wrong"}, "This API key is not known here or was revoked."),
        ({"x-api-key": "x" * 5000}, "This API key is not known here or was revoked."),
        (
            {"authorization": "Bearer sayso_000000000000_" + "a" * 52},
            "This API key is not known here or was revoked.",
        ),
    ],
)
def test_without_a_right_key_a_closed_service_says_what_it_needs(
    make_client: MakeClient, headers: dict[str, str], message: str
) -> None:
    answer = make_client(auth="keys").post(PATH, json=BODY, headers=headers)
    assert answer.status_code == 401
    assert answer.json()["message"] == message
    assert answer.json()["hint"].startswith("Send it as 'Authorization: Bearer KEY'")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("path", [PATH, "/v1/moderations"])
@pytest.mark.parametrize("content", [b'{"text": 3}', b"{not json", b""])
def test_the_key_is_asked_for_before_the_body_is_judged(
    make_client: MakeClient, path: str, content: bytes
) -> None:
    answer = make_client(auth="keys").post(path, content=content, headers={"content-type": JSON})
    assert answer.status_code == 401


@pytest.mark.parametrize("path", [PATH, "/v1/moderations"])
def test_without_a_key_not_a_byte_of_the_body_is_read(make_client: MakeClient, path: str) -> None:
    app = make_client(auth="keys").app
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("the body was asked for")

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"content-type", JSON.encode()), (b"content-length", b"30000000")]
    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": headers,
        "http_version": "1.1",
        "scheme": "http",
        "server": ("testserver", 80),
    }
    asyncio.run(cast(Any, app)(scope, receive, send))
    assert sent[0]["status"] == 401


def test_a_revoked_key_is_refused(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    service = service_of(client)
    key, secret = service.store.keys.create("site")
    service.store.keys.revoke(key.id)
    assert client.post(PATH, json=BODY, headers=bearer(secret)).status_code == 401


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/", "/errors", "/openapi.json", "/metrics"])
def test_health_and_pages_need_no_key(make_client: MakeClient, path: str) -> None:
    assert make_client(auth="keys").get(path).status_code == 200


@pytest.mark.parametrize(
    ("method", "path"), [("POST", PATH), ("GET", "/api/v1/models"), ("POST", "/v1/moderations")]
)
def test_everything_else_does(make_client: MakeClient, method: str, path: str) -> None:
    assert make_client(auth="keys").request(method, path, json={}).status_code == 401


def test_every_text_counts_and_every_answer_says_what_is_left(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    headers = bearer(make_key(client, per_minute=5, per_day=100))
    answer = client.post(PATH, json={"texts": ["a", "b"]}, headers=headers)
    assert (answer.headers["x-ratelimit-limit"], answer.headers["x-ratelimit-remaining"]) == ("5", "3")
    assert (answer.headers["x-quota-limit"], answer.headers["x-quota-remaining"]) == ("100", "98")
    assert 0 < int(answer.headers["x-ratelimit-reset"]) <= 60
    assert 0 < int(answer.headers["x-quota-reset"]) <= 86_400


@pytest.mark.parametrize(
    ("path", "content", "status"),
    [
        (PATH, '{"text": 3}', 422),
        (PATH, "{not json", 400),
        (PATH, '{"text": "a", "evidence": true}', 400),
        (PATH, '{"text": "a", "scale": "perspective"}', 400),
        (PATH, '{"text": "a", "attributes": ["SEXUALLY_EXPLICIT"]}', 400),
        (PATH, f'{{"text": "{"x" * 100_001}"}}', 413),
        (PATH, " " * 200_001, 413),
        ("/v1/moderations", '{"input": ""}', 400),
        ("/v1/moderations", "{not json", 400),
        ("/v1/moderations", f'{{"input": "{"x" * 100_001}"}}', 413),
    ],
)
def test_a_refused_request_costs_nothing_and_still_says_what_is_left(
    make_client: MakeClient, path: str, content: str, status: int
) -> None:
    client = make_client(auth="keys", max_body_bytes=200_000)
    headers = bearer(make_key(client, per_minute=5)) | {"content-type": JSON}
    answer = client.post(path, content=content, headers=headers)
    assert (answer.status_code, answer.headers["x-ratelimit-remaining"]) == (status, "5")
    assert client.post(PATH, json=BODY, headers=headers).headers["x-ratelimit-remaining"] == "4"


def test_over_the_limit_the_answer_is_429_in_the_shape_of_the_address(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    headers = bearer(make_key(client, per_day=1))
    client.post(PATH, json=BODY, headers=headers)
    ours = client.post(PATH, json=BODY, headers=headers)
    openai = client.post("/v1/moderations", json={"input": "hello"}, headers=headers)
    assert (ours.status_code, ours.json()["code"]) == (429, "limit-reached")
    assert (openai.status_code, openai.json()["error"]["code"]) == (429, "rate_limit_exceeded")
    for answer in (ours, openai):
        assert answer.headers["x-quota-remaining"] == "0"
        assert 0 < int(answer.headers["retry-after"]) <= 86_400


def test_a_key_without_limits_has_no_headers_about_them(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    answer = client.post(PATH, json=BODY, headers=bearer(make_key(client)))
    assert not [name for name in answer.headers if name.startswith(("x-ratelimit", "x-quota"))]


def test_a_database_that_is_busy_at_the_end_keeps_nobody_from_stopping(
    make_service: MakeService, capsys: pytest.CaptureFixture[str]
) -> None:
    class Busy:
        """Counts that can never be kept."""

        def add(self, counts: Mapping[KeyWindow, int]) -> None:
            raise StoreBusy("somebody is writing")

        def totals(self, windows: Iterable[KeyWindow]) -> Mapping[KeyWindow, int]:
            return {}

    service = replace(make_service(), limiter=Limiter(Busy()))
    with TestClient(create_app(service)) as client:
        answer = client.post(PATH, json=BODY, headers=bearer(make_key(client, per_day=10)))
        assert answer.headers["x-quota-remaining"] == "9"
    assert "usage not kept yet" in capsys.readouterr().out


def test_counts_that_fail_in_an_unheard_of_way_are_tried_again_and_the_store_is_closed(
    make_service: MakeService, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Haunted:
        """Fails the first time, as no store should."""

        def __init__(self) -> None:
            self.tries = 0
            self.kept: list[int] = []

        def add(self, counts: Mapping[KeyWindow, int]) -> None:
            self.tries += 1
            if self.tries == 1:
                raise OperationalError("INSERT", {"content": "what a person wrote"}, Exception("gone"))
            self.kept.extend(counts.values())

        def totals(self, windows: Iterable[KeyWindow]) -> Mapping[KeyWindow, int]:
            return {}

    monkeypatch.setattr("sayso.web.app.FLUSH_INTERVAL_S", 0.01)
    shared = Haunted()
    service = replace(make_service(), limiter=Limiter(shared))
    with TestClient(create_app(service)) as client:
        client.post(PATH, json=BODY, headers=bearer(make_key(client, per_day=10)))
        deadline = time.monotonic() + 20
        while not shared.kept and time.monotonic() < deadline:
            time.sleep(0.01)
    assert shared.kept == [1]
    with pytest.raises(StoreError, match="closed"):
        service.store.submit(lambda _transaction: None)
    printed = capsys.readouterr().out
    assert "OperationalError" in printed
    assert "what a person wrote" not in printed


def test_the_store_is_closed_even_if_the_model_cannot_be(make_service: MakeService) -> None:
    class Clinging(FakeScorer):
        def close(self) -> None:
            raise RuntimeError("will not go")

    service = make_service(Clinging())
    with pytest.raises(RuntimeError, match="will not go"), TestClient(create_app(service)):
        pass
    with pytest.raises(StoreError, match="closed"):
        service.store.submit(lambda _transaction: None)


def test_the_quota_of_a_day_outlives_a_restart(make_client: MakeClient) -> None:
    before = make_client(auth="keys")
    headers = bearer(make_key(before, per_day=10))
    before.post(PATH, json={"texts": ["a"] * 7}, headers=headers)
    before.__exit__()
    after = make_client(auth="keys")
    assert after.post(PATH, json=BODY, headers=headers).headers["x-quota-remaining"] == "2"
