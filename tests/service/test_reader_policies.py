"""A community's policy over HTTP: read by its members, set by whoever runs it."""

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.reader_actor import make_key, service_of

from sayso.core import Attribute, Policy
from sayso.testing import FakeScorer

MakeClient = Callable[..., TestClient]
PATH = "/api/v1/policies/forum"


def test_where_nobody_has_set_a_policy_the_defaults_are_version_0(client: TestClient) -> None:
    told = client.get(PATH).json()
    assert (told["community"], told["version"]) == ("forum", 0)
    assert (told["soft_limit"], told["hard_limit"], told["flag_limit"]) == (0.35, 0.9, 0.5)
    assert (told["attributes"], told["strict"], told["method"]) == (["TOXICITY"], True, "dynamic")
    assert (told["judges_prompts"], told["shows_unjudged"]) == (False, False)


def test_an_admin_sets_the_next_version_of_the_whole_document(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    admin = make_key(client, role="admin", community="forum")
    body = {"attributes": ["TOXICITY", "INSULT"], "soft_limit": 0.2, "hard_limit": 0.5, "strict": False}
    first = client.put(PATH, json=body, headers=admin)
    assert (first.status_code, first.json()["version"]) == (200, 1)
    assert first.json()["attributes"] == ["TOXICITY", "INSULT"]
    second = client.put(PATH, json={"default_message": "Not here."}, headers=admin)
    assert (second.json()["version"], second.json()["soft_limit"]) == (2, 0.35)
    assert client.get(PATH, headers=admin).json() == second.json()
    store = service_of(client).store
    assert [entry.kind for entry in store.ledger.entries() if entry.kind.startswith("policy")] == [
        "policy.set"
    ] * 2
    assert store.policies.history("forum")[0].actor in admin["x-api-key"]


def test_a_stale_version_changes_nothing(client: TestClient) -> None:
    assert client.put(PATH, json={"soft_limit": 0.1, "version": 0}).status_code == 200
    stale = client.put(PATH, json={"soft_limit": 0.2, "version": 0})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale-policy")
    assert "version 1" in stale.json()["message"]
    assert client.get(PATH).json()["soft_limit"] == 0.1
    assert client.put(PATH, json={"soft_limit": 0.2, "version": 1}).json()["version"] == 2


@pytest.mark.parametrize(
    ("role", "community", "method", "status"),
    [
        ("service", "forum", "GET", 200),
        ("service", "forum", "PUT", 403),
        ("service", "school", "GET", 403),
        ("admin", "school", "GET", 403),
        ("admin", "school", "PUT", 403),
        ("admin", "forum", "GET", 200),
        ("admin", "forum", "PUT", 200),
        (None, "forum", "GET", 401),
        (None, "forum", "PUT", 401),
    ],
)
def test_who_may_read_and_set(
    make_client: MakeClient, role: str | None, community: str, method: str, status: int
) -> None:
    client = make_client(auth="keys")
    headers = make_key(client, role=role, community=community) if role else {}
    assert client.request(method, PATH, json={}, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ({}, 200),
        ({"auth": "open"}, 200),
        ({"auth": "open", "host": "0.0.0.0"}, 401),
    ],
)
def test_without_a_key_only_a_lone_machine_sets_policies(
    make_client: MakeClient, settings: dict[str, Any], status: int
) -> None:
    client = make_client(**settings)
    answer = client.put(PATH, json={})
    assert (client.get(PATH).status_code, answer.status_code) == (200, status)
    if status == 401:
        assert answer.json()["message"] == "Setting a policy needs an API key of the role admin."


def test_even_on_a_lone_machine_a_service_key_sets_none(client: TestClient) -> None:
    assert client.put(PATH, json={}, headers=make_key(client, community="forum")).status_code == 403


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"soft_limit": 0.95}, 400, "soft_limit is 0.95, above hard_limit"),
        (
            {"attributes": ["SEXUALLY_EXPLICIT"]},
            400,
            "watches SEXUALLY_EXPLICIT, which the model cannot score",
        ),
        ({"default_message": "  "}, 400, "default_message is empty"),
        ({"attributes": []}, 422, "body.attributes"),
        ({"attributes": ["KINDNESS"]}, 422, "body.attributes.0"),
        ({"soft_limit": -0.1}, 422, "body.soft_limit"),
        ({"hard_limit": 1.1}, 422, "body.hard_limit"),
        ({"hard_limit": "0.5"}, 422, "body.hard_limit"),
        ({"strict": "yes"}, 422, "body.strict"),
        ({"method": "both"}, 422, "body.method"),
        ({"version": -1}, 422, "body.version"),
        ({"default_message": "x" * 2001}, 422, "body.default_message"),
        ({"softlimit": 0.1}, 422, "body.softlimit"),
        ([], 422, "body"),
    ],
)
def test_what_is_no_policy_is_refused(
    make_client: MakeClient, body: object, status: int, message: str
) -> None:
    client = make_client(FakeScorer(attributes=frozenset({Attribute.TOXICITY})))
    answer = client.put(PATH, json=body)
    assert answer.status_code == status
    assert message in answer.json()["message"]
    assert client.get(PATH).json()["version"] == 0


def test_the_defaults_of_the_document_are_those_of_the_policy(client: TestClient) -> None:
    client.put(PATH, json={})
    kept = service_of(client).store.policies.current("forum")
    assert kept == Policy(community="forum", version=1)


def test_a_name_that_is_too_long_is_refused(client: TestClient) -> None:
    assert client.put(f"/api/v1/policies/{'x' * 201}", json={}).status_code == 422
    assert client.put("/api/v1/policies/%20", json={}).status_code == 400
