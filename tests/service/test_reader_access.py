"""Who may be a reader: platforms with a key, anyone where readers are open, bearers of tokens."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from fastapi import APIRouter, Request
from starlette.testclient import TestClient
from tests.reader_actor import ME, arrive, make_key, service_of, turn_clock

from sayso.web.access.dependencies import ServiceDep, authenticate
from sayso.web.access.keys import read_secret
from sayso.web.access.readers import identify_reader
from sayso.web.app import create_app
from sayso.web.http.request_notes import notes_of
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
MakeService = Callable[..., Service]
API = "/api/v1/readers"
CHATBOT = "https://chatbot.example"


def test_a_platform_names_its_readers_and_the_same_name_is_the_same_reader(client: TestClient) -> None:
    key = make_key(client, community="forum")
    first = client.post(API, json={"reader": "ana"}, headers=key)
    again = client.post(API, json={"reader": " ana "}, headers=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert set(first.json()) == {"reader", "community", "token", "expires_at"}
    assert (first.json()["reader"], first.json()["community"]) == ("ana", "forum")
    (reader,) = service_of(client).store.readers.list()
    for answer in (first, again):
        read = service_of(client).readers.tokens.read_reader(answer.json()["token"])
        assert read.reader_id == reader.id


def test_the_same_name_in_another_community_is_somebody_else(client: TestClient) -> None:
    for community in ("forum", "school"):
        client.post(API, json={"reader": "ana"}, headers=make_key(client, community=community))
    assert [reader.name for reader in service_of(client).store.readers.list()] == ["ana", "ana"]


@pytest.mark.parametrize("content", [b"", b"{}", b"null", b'{"reader": null}'])
def test_anyone_gets_a_reader_of_their_own_where_readers_are_open(client: TestClient, content: bytes) -> None:
    headers = {"content-type": "application/json"} if content else {}
    names = {client.post(API, content=content, headers=headers).json()["reader"] for _ in range(3)}
    assert len(names) == 3
    assert all(name.startswith("visitor-") for name in names)


def test_without_a_key_nobody_can_take_a_name(client: TestClient) -> None:
    arrive(client, "ana")
    answer = client.post(API, json={"reader": "ana"})
    assert (answer.status_code, answer.json()["code"]) == (401, "not-allowed")
    assert (
        answer.json()["message"]
        == "A reader can be named only with an API key, since anyone can type a name."
    )


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({"auth": "keys"}, 401),
        ({"auth": "keys", "reader_access": "open"}, 201),
        ({"auth": "open", "reader_access": "keys"}, 401),
        ({"host": "0.0.0.0"}, 401),
        ({}, 201),
    ],
)
def test_who_may_become_a_reader_is_a_setting(
    make_client: MakeClient, settings: dict[str, Any], status: int
) -> None:
    client = make_client(**settings)
    assert client.post(API).status_code == status
    assert client.post(API, json={"reader": "ana"}, headers=make_key(client)).status_code == 201


def test_a_key_that_is_not_known_is_refused_where_keys_count(make_client: MakeClient) -> None:
    client = make_client(auth="keys", reader_access="open")
    refused = client.post(API, headers={"x-api-key": "wrong"})
    assert refused.json()["message"] == "This API key is not known here or was revoked."
    ana = arrive(client)
    assert client.get(ME, headers=ana.headers | {"x-api-key": "wrong"}).status_code == 401
    assert client.get(ME, headers=ana.headers).status_code == 200


def test_an_address_can_become_only_so_many_readers(make_client: MakeClient) -> None:
    client = make_client(new_readers_per_minute=2)
    statuses = [client.post(API).status_code for _ in range(5)]  # a minute may begin meanwhile
    assert statuses[:2] == [201, 201]
    assert 429 in statuses
    assert client.post(API, json={"reader": "ana"}, headers=make_key(client)).status_code == 201


def test_an_address_can_ask_only_so_often_without_a_key(make_client: MakeClient) -> None:
    client = make_client(reader_per_minute=2)
    ana = arrive(client)
    answers = [ana.get() for _ in range(5)]
    assert answers[0].headers["x-ratelimit-limit"] == "2"
    assert {answer.status_code for answer in answers} == {200, 429}
    with_key = client.get(ME, headers=ana.headers | make_key(client))
    assert with_key.status_code == 200


@pytest.mark.parametrize(
    "body",
    [{"reader": ""}, {"reader": "  "}, {"reader": "x" * 201}, {"reader": 7}, {"name": "ana"}, [], "ana"],
)
def test_what_is_no_name_is_refused(client: TestClient, body: object) -> None:
    answer = client.post(API, json=body, headers=make_key(client))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")


def test_a_reader_learns_who_they_are(client: TestClient) -> None:
    ana = arrive(client)
    told = ana.get().json()
    expires_at = datetime.fromisoformat(told.pop("expires_at"))
    assert timedelta(days=89) < expires_at - datetime.now(UTC) <= timedelta(days=90)
    assert told.pop("created_at")
    assert told == {
        "reader": "ana",
        "community": "default",
        "records": False,
        "agreed_at": None,
        "joins_list": False,
    }


def test_a_token_is_enough_where_others_need_keys(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    assert arrive(client).get().status_code == 200


def test_no_token_is_told_where_to_get_one(client: TestClient) -> None:
    answer = client.get(ME)
    assert (answer.status_code, answer.json()["code"]) == (401, "not-allowed")
    assert answer.json()["message"] == "This address needs a reader token, and the request has none."
    assert "POST /api/v1/readers" in answer.json()["hint"]


@pytest.mark.parametrize(("days", "status"), [(29, 200), (31, 401)])
def test_a_token_that_expired_says_when(make_service: MakeService, days: int, status: int) -> None:
    service = turn_clock(make_service(reader_token_days=30), timedelta(days=days))
    with TestClient(create_app(service)) as client:
        answer = arrive(client).get()
    expired_at = datetime.now(UTC) + timedelta(days=30)
    assert answer.status_code == status
    if status == 401:
        assert answer.json()["message"].startswith(f"This reader token expired on {expired_at:%Y-%m-%d}")


@pytest.mark.parametrize("spoilt", ["{cut}", "x{token}", "made-up"])
def test_a_token_that_was_changed_is_none(client: TestClient, spoilt: str) -> None:
    token = arrive(client).token
    answer = client.get(ME, headers={"x-sayso-reader": spoilt.format(cut=token[:-5], token=token)})
    assert answer.status_code == 401
    assert (
        answer.json()["message"] == "This is no reader token of this service, or it was changed on its way."
    )


def test_a_link_is_no_token(client: TestClient) -> None:
    ana = arrive(client)
    link = service_of(client).readers.tokens.sign_link(ana.reader.id, ana.hold().id)
    assert client.get(ME, headers={"x-sayso-reader": link}).status_code == 401


def test_a_token_of_another_community_does_not_go_with_the_key(client: TestClient) -> None:
    ana = arrive(client, community="forum")
    foreign = client.get(ME, headers=ana.headers | make_key(client, community="school"))
    assert (foreign.status_code, foreign.json()["code"]) == (403, "forbidden")
    assert foreign.json()["message"] == "This reader token belongs to another community than the API key."
    own = client.get(ME, headers=ana.headers | make_key(client, community="forum"))
    assert (own.status_code, own.json()["community"]) == (200, "forum")


def test_a_reader_who_was_deleted_is_unknown_and_told_what_to_do(client: TestClient) -> None:
    ana = arrive(client)
    assert ana.delete().status_code == 204
    answer = ana.get()
    assert answer.status_code == 401
    assert answer.json()["message"].startswith("Unknown reader: ")
    assert "POST /api/v1/readers" in answer.json()["hint"]


def test_tokens_survive_a_restart_and_hold_in_every_worker(make_client: MakeClient) -> None:
    before, after = make_client(), make_client()
    ana = arrive(before)
    assert after.get(ME, headers=ana.headers).json()["reader"] == "ana"


def test_the_token_is_asked_for_before_the_body_is_read(client: TestClient) -> None:
    answer = client.post(f"{ME}/words", content=b"{", headers={"content-type": "application/json"})
    assert answer.status_code == 401


@pytest.fixture
def guarded(client: TestClient) -> TestClient:
    """A service with an address that says whom a completion would be for."""
    router = APIRouter()

    @router.post("/whose")
    async def _whose(request: Request, service: ServiceDep) -> Mapping[str, str | None]:  # pyright: ignore[reportUnusedFunction]  # by its route
        secret = read_secret(request.headers, request.query_params)
        caller = await authenticate(notes_of(request.scope), service, secret, "chat")
        reader = await identify_reader(request, service, caller, await request.json())
        return {"reader": reader and f"{reader.community}/{reader.name}"}

    cast("Any", client.app).include_router(router)
    return client


@pytest.mark.parametrize(
    ("body", "whose"),
    [
        ({"safety_identifier": "ana", "user": "bea"}, "forum/ana"),
        ({"user": "bea"}, "forum/bea"),
        ({"safety_identifier": " ", "user": " bea "}, "forum/bea"),
        ({"safety_identifier": 7, "user": None}, None),
        ({}, None),
    ],
)
def test_with_a_key_a_completion_names_its_reader(
    guarded: TestClient, body: object, whose: str | None
) -> None:
    assert guarded.post("/whose", json=body).json() == {"reader": None}
    named = guarded.post("/whose", json=body, headers=make_key(guarded, community="forum"))
    assert named.json() == {"reader": whose}


def test_a_token_goes_before_any_name(guarded: TestClient) -> None:
    ana = arrive(guarded, community="forum")
    body = {"user": "bea"}
    assert guarded.post("/whose", json=body, headers=ana.headers).json() == {"reader": "forum/ana"}
    key = make_key(guarded, community="forum")
    assert guarded.post("/whose", json=body, headers=ana.headers | key).json() == {"reader": "forum/ana"}
    bad = guarded.post("/whose", json=body, headers={"x-sayso-reader": "made-up"} | key)
    assert bad.status_code == 401


@pytest.mark.parametrize(
    ("method", "path"), [("PUT", f"{ME}/limits"), ("DELETE", ME), ("GET", ME), ("POST", API)]
)
def test_a_chatbots_own_page_may_ask_from_another_origin(
    make_client: MakeClient, method: str, path: str
) -> None:
    client = make_client(allowed_origins=CHATBOT)
    wanted = {
        "access-control-request-method": method,
        "access-control-request-headers": "content-type,x-sayso-reader",
    }
    asked = client.options(path, headers={"origin": CHATBOT, **wanted})
    assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (200, CHATBOT)
    other = client.options(path, headers={"origin": "https://other.example", **wanted})
    assert other.status_code == 400


def test_an_answer_can_be_read_from_another_origin_a_refusal_too(make_client: MakeClient) -> None:
    client = make_client(allowed_origins=CHATBOT)
    for headers in ({}, arrive(client).headers):
        answer = client.get(ME, headers={"origin": CHATBOT, **headers})
        assert answer.headers["access-control-allow-origin"] == CHATBOT
