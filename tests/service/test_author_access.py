"""Who may use the author's addresses: keys, anyone by address, pages of other sites."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, cast

import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Scope
from tests.author_stub import AuthorStub

from sayso.web.service import Service

MakeService = Callable[..., Service]
MakeAuthorClient = Callable[..., TestClient]
PATH = "/api/v1/author/draft"
BODY = {"text": "hello"}
FORUM = "https://forum.example"


@pytest.fixture
def stub() -> AuthorStub:
    return AuthorStub()


@pytest.fixture
def make_author_client(make_service: MakeService, stub: AuthorStub) -> Iterator[MakeAuthorClient]:
    """`make(host=..., **settings)`: a client at that address."""
    with ExitStack() as stack:

        def make(host: str = "203.0.113.7", **settings: Any) -> TestClient:
            app = stub.make_app(make_service(**settings))
            client = TestClient(app, raise_server_exceptions=False, client=(host, 50_000))
            return stack.enter_context(client)

        yield make


def make_key(client: TestClient, **wishes: Any) -> dict[str, str]:
    service = cast(Service, cast(Any, client.app).state.service)
    return {"x-api-key": service.store.keys.create("site", **wishes)[1]}


def from_forum(**more: str) -> dict[str, str]:
    return {"origin": FORUM, **more}


def preflight(client: TestClient, origin: str, *, path: str = PATH, asked: str = "content-type") -> Any:
    wanted = {"access-control-request-method": "POST", "access-control-request-headers": asked}
    return client.options(path, headers={"origin": origin, **wanted})


@pytest.mark.parametrize("auth", ["keys", "open"])
def test_authors_need_no_key_even_where_other_callers_do_if_it_is_said(
    make_author_client: MakeAuthorClient, auth: str
) -> None:
    answer = make_author_client(auth=auth, author_access="open").post(PATH, json=BODY)
    assert (answer.status_code, answer.json()["scores"]["TOXICITY"]) == (200, 0.12)


@pytest.mark.parametrize("auth", ["keys", "open"])
def test_with_access_by_keys_a_request_without_one_is_refused(
    make_author_client: MakeAuthorClient, auth: str
) -> None:
    client = make_author_client(auth=auth, author_access="keys")
    refused = client.post(PATH, json=BODY)
    assert (refused.status_code, refused.json()["code"]) == (401, "not-allowed")
    assert refused.json()["message"] == "Authors need an API key here, and the request has none."
    unknown = client.post(PATH, json=BODY, headers={"x-api-key": "wrong"})
    assert unknown.json()["message"] == "This API key is not known here or was revoked."
    assert client.post(PATH, json=BODY, headers=make_key(client)).status_code == 200


def test_the_key_is_asked_for_before_the_body_is_read(make_author_client: MakeAuthorClient) -> None:
    app = make_author_client(author_access="keys").app
    sent: list[Message] = []

    async def receive() -> Message:
        raise AssertionError("the body was asked for")

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": PATH,
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        "http_version": "1.1",
        "scheme": "http",
        "server": ("testserver", 80),
    }
    asyncio.run(cast(Any, app)(scope, receive, send))
    assert sent[0]["status"] == 401


def test_anyone_is_limited_by_address_and_told_what_is_left(make_author_client: MakeAuthorClient) -> None:
    client = make_author_client(author_per_minute=2)
    answers = [client.post(PATH, json=BODY) for _ in range(3)]
    assert [answer.headers["x-ratelimit-remaining"] for answer in answers] == ["1", "0", "0"]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    refused = answers[2]
    assert refused.json()["code"] == "limit-reached"
    assert refused.json()["message"].startswith("Without a key, 2 requests per minute are answered")
    assert 1 <= int(refused.headers["retry-after"]) <= 60


def test_another_address_has_a_limit_of_its_own(make_author_client: MakeAuthorClient) -> None:
    client = make_author_client(author_per_minute=1)
    client.post(PATH, json=BODY)
    assert client.post(PATH, json=BODY).status_code == 429
    neighbour = TestClient(client.app, client=("203.0.113.8", 50_000))
    assert neighbour.post(PATH, json=BODY).status_code == 200


def test_the_holder_of_a_key_has_the_limits_of_the_key(make_author_client: MakeAuthorClient) -> None:
    client = make_author_client(author_per_minute=1)
    free, limited = make_key(client), make_key(client, per_minute=7)
    answers = [client.post(PATH, json=BODY, headers=free) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert client.post(PATH, json=BODY, headers=limited).headers["x-ratelimit-limit"] == "7"


def test_an_unknown_key_makes_nobody_exempt_from_the_limit(make_author_client: MakeAuthorClient) -> None:
    client = make_author_client(author_per_minute=1)
    answers = [client.post(PATH, json=BODY, headers={"x-api-key": f"made-up-{n}"}) for n in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]


def test_a_page_of_an_allowed_site_may_ask_and_read(make_author_client: MakeAuthorClient) -> None:
    client = make_author_client(allowed_origins=f"{FORUM}, http://localhost:3000")
    asked = preflight(client, FORUM, asked="content-type,x-api-key")
    assert asked.status_code == 200
    assert asked.headers["access-control-allow-origin"] == FORUM
    assert "x-request-id" in asked.headers
    answer = client.post(PATH, json=BODY, headers=from_forum())
    assert answer.headers["access-control-allow-origin"] == FORUM
    assert "Retry-After" in answer.headers["access-control-expose-headers"]
    assert "Origin" in answer.headers["vary"]
    assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize("allowed", ["", "https://other.example", "https://forum.example:8443"])
def test_a_page_of_any_other_site_may_not(make_author_client: MakeAuthorClient, allowed: str) -> None:
    client = make_author_client(allowed_origins=allowed)
    asked = preflight(client, FORUM)
    answer = client.post(PATH, json=BODY, headers=from_forum())
    assert asked.status_code == 400
    for each in (asked, answer):
        assert "access-control-allow-origin" not in each.headers
        assert "Origin" in each.headers["vary"]


def test_a_star_allows_any_site(make_author_client: MakeAuthorClient) -> None:
    client = make_author_client(allowed_origins="*")
    assert preflight(client, "https://anywhere.example").headers["access-control-allow-origin"] == "*"
    assert client.post(PATH, json=BODY, headers=from_forum()).headers["access-control-allow-origin"] == "*"


def test_failures_can_be_read_by_the_page_too(make_author_client: MakeAuthorClient, stub: AuthorStub) -> None:
    client = make_author_client(allowed_origins=FORUM, author_per_minute=3, max_body_bytes=1024)
    bad = client.post(PATH, json={}, headers=from_forum())
    too_large = client.post(PATH, json={"text": "x" * 2000}, headers=from_forum())
    stub.is_broken = True
    broken = client.post(PATH, json=BODY, headers=from_forum())
    limited = client.post(PATH, json=BODY, headers=from_forum())
    answers = [bad, too_large, broken, limited]
    assert [answer.status_code for answer in answers] == [422, 413, 500, 429]
    assert {answer.headers["access-control-allow-origin"] for answer in answers} == {FORUM}
    assert all("Origin" in answer.headers["vary"] for answer in answers)


def test_a_failure_is_not_shown_to_a_site_that_is_not_allowed(
    make_author_client: MakeAuthorClient, stub: AuthorStub
) -> None:
    stub.is_broken = True
    client = make_author_client(auth="keys", author_access="open")
    answer = client.post(PATH, json=BODY, headers=from_forum())
    assert answer.status_code == 500
    assert "access-control-allow-origin" not in answer.headers


def test_under_a_star_a_failure_is_shown_to_all(
    make_author_client: MakeAuthorClient, stub: AuthorStub
) -> None:
    stub.is_broken = True
    answer = make_author_client(allowed_origins="*").post(PATH, json=BODY, headers=from_forum())
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (500, "*")


@pytest.mark.parametrize("path", ["/api/v1/analyze", "/v1/moderations", "/v1alpha1/comments:analyze", "/"])
def test_no_other_address_is_opened_to_other_sites(make_author_client: MakeAuthorClient, path: str) -> None:
    client = make_author_client(allowed_origins="*", auth="open")
    assert "access-control-allow-origin" not in preflight(client, FORUM, path=path).headers
    assert "access-control-allow-origin" not in client.post(path, json=BODY, headers=from_forum()).headers


def test_origins_are_kept_to_under_a_path_prefix(make_author_client: MakeAuthorClient) -> None:
    for arrives, path in (("passed", f"/sayso{PATH}"), ("stripped", PATH)):
        client = make_author_client(allowed_origins=FORUM, path_prefix="/sayso", path_prefix_arrives=arrives)
        assert preflight(client, FORUM, path=path).headers["access-control-allow-origin"] == FORUM
