"""Who may use the guard."""

from collections.abc import Callable
from typing import Any, cast

from starlette.testclient import TestClient
from tests.hostile_upstream import run_upstream

PATH = "/v1/chat/completions"
MakeClient = Callable[..., TestClient]
BODY = {"model": "m", "messages": [{"role": "user", "content": "Hello?"}]}


def ask(client: TestClient, **headers: str) -> Any:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(PATH, json=BODY, headers=names)


def make_token(client: TestClient) -> str:
    return client.post("/api/v1/readers", json={}).json()["token"]


def test_a_readers_token_is_enough_where_anyone_may_be_a_reader(make_client: MakeClient) -> None:
    with run_upstream() as upstream:
        client = make_client(upstream=upstream.url, auth="keys", reader_access="open")
        upstream.reply("Good day.")
        token = make_token(client)
        answer = ask(client, x_sayso_reader=token)
        assert (answer.status_code, answer.json()["sayso"]["decision"]) == (200, "shown")
        assert "x-ratelimit-remaining" in answer.headers
        assert client.get("/v1/models", headers={"x-sayso-reader": token}).status_code == 200


def test_without_a_token_a_key_is_needed_all_the_same(make_client: MakeClient) -> None:
    with run_upstream() as upstream:
        client = make_client(upstream=upstream.url, auth="keys", reader_access="open")
        assert ask(client).status_code == 401
        assert ask(client, x_sayso_reader="made-up").status_code == 401
        assert ask(client, x_sayso_reader=make_token(client), x_api_key="wrong").status_code == 401


def test_a_readers_token_is_not_enough_where_readers_need_a_key(make_client: MakeClient) -> None:
    with run_upstream() as upstream:
        client = make_client(upstream=upstream.url, auth="keys", reader_access="keys")
        service = cast("Any", client.app).state.service
        _, secret = service.store.keys.create("site")
        made = client.post("/api/v1/readers", json={"reader": "ann"}, headers={"x-api-key": secret})
        assert ask(client, x_sayso_reader=made.json()["token"]).status_code == 403
        upstream.reply("Good day.")
        assert ask(client, x_sayso_reader=made.json()["token"], x_api_key=secret).status_code == 200


def test_what_comes_with_a_token_alone_is_counted_by_address(make_client: MakeClient) -> None:
    with run_upstream() as upstream:
        client = make_client(upstream=upstream.url, auth="keys", reader_access="open", reader_per_minute=2)
        token = make_token(client)
        upstream.reply("Good day.")
        answers = [ask(client, x_sayso_reader=token).status_code for _ in range(3)]
        assert answers == [200, 200, 429]
