"""A reader moves their own limits, inside those of the community."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.reader_actor import arrive, service_of

from sayso.core import Attribute, Policy

MakeClient = Callable[..., TestClient]


def set_policy(client: TestClient, **more: Any) -> None:
    store = service_of(client).store
    store.policies.set(replace(store.policies.current("default"), **more))


def test_without_own_limits_those_of_the_policy_hold(client: TestClient) -> None:
    told = arrive(client).get("/limits").json()
    policy = told.pop("policy")
    assert told == {
        "limits": {},
        "effective": {"TOXICITY": 0.35},
        "capped": [],
        "unwatched": [],
        "message": "",
    }
    assert policy == {
        "community": "default",
        "version": 0,
        "attributes": ["TOXICITY"],
        "scale": "sayso",
        "soft_limit": 0.35,
        "hard_limit": 0.9,
        "last_limit": 0.97,
        "default_message": Policy().default_message,
        "strict": True,
        "method": "dynamic",
        "answers_about": "word",
        "streaming": "sentence",
    }


@pytest.mark.parametrize("limit", [0, 0.0, 0.2, 0.35, 0.899, 0.9])
def test_a_limit_lies_anywhere_up_to_the_hard_limit(client: TestClient, limit: float) -> None:
    ana = arrive(client)
    answer = ana.put("/limits", {"limits": {"TOXICITY": limit}})
    assert answer.status_code == 200
    assert answer.json()["limits"] == {"TOXICITY": limit}
    assert ana.get("/limits").json() == answer.json()
    assert answer.json()["effective"] == {"TOXICITY": limit}


@pytest.mark.parametrize("limit", ["0.9000001", "1", "-0.01", "1e300", "NaN", "Infinity", "-Infinity"])
def test_a_limit_outside_is_refused_with_the_range(client: TestClient, limit: str) -> None:
    ana = arrive(client)
    ana.put("/limits", {"limits": {"TOXICITY": 0.5}})
    content = f'{{"limits": {{"TOXICITY": {limit}}}}}'
    headers = {**ana.headers, "content-type": "application/json"}
    answer = client.put("/api/v1/readers/me/limits", content=content, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")
    assert "from 0 to 0.9" in answer.json()["hint"]
    assert ana.get("/limits").json()["limits"] == {"TOXICITY": 0.5}


def test_under_a_fixed_limit_an_own_one_only_makes_it_stricter(client: TestClient) -> None:
    ana = arrive(client)
    set_policy(client, method="fixed")
    told = ana.put("/limits", {"limits": {"TOXICITY": 0.7}}).json()
    assert (told["effective"], told["capped"]) == ({"TOXICITY": 0.35}, ["TOXICITY"])
    assert told["message"] == "Here the limit of 0.35 is the same for all; that holds for: TOXICITY."
    told = ana.put("/limits", {"limits": {"TOXICITY": 0.2}}).json()
    assert (told["effective"], told["message"]) == ({"TOXICITY": 0.2}, "")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("INSULT", "attribute INSULT."), ("KINDNESS", "attribute KINDNESS."), ("a b " * 50, "of that name.")],
)
def test_what_the_policy_does_not_watch_is_refused_with_what_it_does(
    client: TestClient, name: str, shown: str
) -> None:
    set_policy(client, attributes=(Attribute.TOXICITY, Attribute.THREAT))
    answer = arrive(client).put("/limits", {"limits": {"THREAT": 0.1, name: 0.1}})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")
    assert shown in answer.json()["message"]
    assert answer.json()["message"].endswith("It watches: TOXICITY, THREAT.")
    assert "a b" not in answer.text
    assert arrive(client).get("/limits").json()["limits"] == {}


def test_null_goes_back_to_the_policy_and_other_limits_stay(client: TestClient) -> None:
    set_policy(client, attributes=(Attribute.TOXICITY, Attribute.THREAT))
    ana = arrive(client)
    ana.put("/limits", {"limits": {"TOXICITY": 0.5, "THREAT": 0.1}})
    answer = ana.put("/limits", {"limits": {"TOXICITY": None}})
    assert answer.json()["limits"] == {"THREAT": 0.1}
    assert answer.json()["effective"] == {"TOXICITY": 0.35, "THREAT": 0.1}


def test_a_policy_that_was_tightened_holds_over_older_limits_and_says_so(client: TestClient) -> None:
    ana = arrive(client)
    ana.put("/limits", {"limits": {"TOXICITY": 0.6}})
    set_policy(client, soft_limit=0.2, hard_limit=0.4)
    told = ana.get("/limits").json()
    assert (told["limits"], told["effective"]) == ({"TOXICITY": 0.6}, {"TOXICITY": 0.4})
    assert told["capped"] == ["TOXICITY"]
    assert told["message"] == (
        "The community has lowered its limit to 0.4 since you set yours; that now holds for: TOXICITY."
    )
    set_policy(client, hard_limit=0.7)
    assert ana.get("/limits").json()["effective"] == {"TOXICITY": 0.6}


def test_a_limit_for_what_is_no_longer_watched_rests(client: TestClient) -> None:
    set_policy(client, attributes=(Attribute.TOXICITY, Attribute.THREAT))
    ana = arrive(client)
    ana.put("/limits", {"limits": {"THREAT": 0.1}})
    set_policy(client, attributes=(Attribute.TOXICITY,))
    told = ana.get("/limits").json()
    assert (told["unwatched"], told["effective"]) == (["THREAT"], {"TOXICITY": 0.35})
    assert told["message"] == "The community no longer watches: THREAT. Your limit there rests."


def test_limits_are_each_readers_own(client: TestClient) -> None:
    ana, bea = arrive(client, "ana"), arrive(client, "bea")
    ana.put("/limits", {"limits": {"TOXICITY": 0.1}})
    assert bea.get("/limits").json()["limits"] == {}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"limits": 0.5},
        {"limits": {"TOXICITY": "0.5"}},
        {"limits": {"TOXICITY": True}},
        {"limits": {"TOXICITY": [0.5]}},
        {"limits": {}, "limit": 1},
        [],
    ],
)
def test_what_has_another_shape_is_refused(client: TestClient, body: object) -> None:
    answer = arrive(client).put("/limits", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")


def test_a_reader_deleted_in_another_tab_can_set_nothing(client: TestClient) -> None:
    ana = arrive(client)
    ana.store.readers.delete(ana.reader.id)
    assert ana.put("/limits", {"limits": {"TOXICITY": 0.1}}).status_code == 401
