"""Keys and limits, in Google's shapes."""

from collections.abc import Callable
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from sayso.web.service import Service

MakeClient = Callable[..., TestClient]

BODY: dict[str, Any] = {"comment": {"text": "Hello there."}, "requestedAttributes": {"TOXICITY": {}}}
PATH = "/v1alpha1/comments:analyze"


def get_service(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def test_a_key_is_taken_from_the_query_and_from_both_headers(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    _, secret = get_service(client).store.keys.create("site")
    asked = [
        client.post(PATH, params={"key": secret}, json=BODY),
        client.post(PATH, headers={"X-goog-api-key": secret}, json=BODY),
        client.post(PATH, headers={"Authorization": f"Bearer {secret}"}, json=BODY),
        client.post(
            PATH, params={"key": secret}, headers={"Authorization": "Bearer of.another.service"}, json=BODY
        ),
    ]
    assert [answer.status_code for answer in asked] == [200, 200, 200, 200]


def test_a_wrong_key_is_refused_as_google_does(make_client: MakeClient) -> None:
    answer = make_client(auth="keys").post(PATH, params={"key": "wrong"}, json=BODY)
    assert answer.status_code == 400
    assert answer.json()["error"] == {
        "code": 400,
        "message": "API key not valid. Please pass a valid API key.",
        "status": "INVALID_ARGUMENT",
        "details": [
            {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "reason": "API_KEY_INVALID",
                "domain": "googleapis.com",
                "metadata": {"service": "commentanalyzer.googleapis.com"},
            }
        ],
    }


def test_no_key_at_all_is_told_apart_from_a_wrong_one(make_client: MakeClient) -> None:
    error = make_client(auth="keys").post(PATH, json=BODY).json()["error"]
    assert (error["code"], error["status"]) == (403, "PERMISSION_DENIED")
    assert error["message"].startswith("Method doesn't allow unregistered callers")


def test_the_key_is_looked_at_before_the_body(make_client: MakeClient) -> None:
    assert make_client(auth="keys").post(PATH, content=b"not json").status_code == 403


@pytest.mark.parametrize(
    ("limits", "period"),
    [({"per_minute": 2}, "minute"), ({"per_day": 2}, "day"), ({"per_minute": 2, "per_day": 9}, "minute")],
)
def test_a_used_up_limit_is_refused_as_google_does(
    make_client: MakeClient, limits: dict[str, Any], period: str
) -> None:
    client = make_client(auth="keys")
    key, secret = get_service(client).store.keys.create("site", **limits)
    answers = [client.post(PATH, params={"key": secret}, json=BODY) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2].headers["retry-after"]) >= 1
    metadata = {
        "quota_limit_value": "2",
        "quota_limit": f"AnalyzeRequestsPer{period.capitalize()}PerProject",
        "quota_metric": "CommentAnalyzerService/analyze_requests",
        "quota_location": "global",
        "service": "commentanalyzer.googleapis.com",
        "consumer": f"api_key:{key.id}",
    }
    error = answers[2].json()["error"]
    assert (error["code"], error["status"]) == (429, "RESOURCE_EXHAUSTED")
    assert error["message"] == (
        "Quota exceeded for quota metric 'Analysis requests (AnalyzeComment)' and limit "
        f"'Analysis requests (AnalyzeComment) per {period}' of service 'commentanalyzer.googleapis.com' "
        f"for consumer 'api_key:{key.id}'."
    )
    assert error["details"][0] == {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": "RATE_LIMIT_EXCEEDED",
        "domain": "googleapis.com",
        "metadata": metadata,
    }
    assert error["details"][1]["@type"] == "type.googleapis.com/google.rpc.Help"


BAD_BODIES: list[dict[str, Any]] = [
    {"content": b"not json"},
    {"json": {"comment": "Hello."}},
    {"json": BODY | {"comment": {"text": ""}}},
    {"json": BODY | {"requestedAttributes": {"NICENESS": {}}}},
    {"json": BODY | {"languages": ["fr"]}},
    {"json": BODY, "params": {"fields": "nonsense"}},
]


@pytest.mark.parametrize("method", ["analyze", "suggestscore"])
@pytest.mark.parametrize("bad", BAD_BODIES)
def test_a_request_that_is_refused_costs_nothing(
    make_client: MakeClient, bad: dict[str, Any], method: str
) -> None:
    client = make_client(auth="keys")
    _, secret = get_service(client).store.keys.create("site", per_minute=1)
    headers = {"X-Goog-Api-Key": secret}
    refused = client.post(f"/v1alpha1/comments:{method}", headers=headers, **bad)
    served = client.post(PATH, headers=headers, json=BODY)
    assert (refused.status_code, served.status_code) == (400, 200)
    assert refused.headers["x-ratelimit-remaining"] == "1"
    assert served.headers["x-ratelimit-remaining"] == "0"


def test_a_suggestion_costs_as_much_as_a_score(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    _, secret = get_service(client).store.keys.create("site", per_minute=1)
    scores = {"TOXICITY": {"summaryScore": {"value": 1}}}
    body = {"comment": {"text": "Hm."}, "attributeScores": scores}
    path = "/v1alpha1/comments:suggestscore"
    answers = [client.post(path, params={"key": secret}, json=body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]


def test_what_is_left_of_a_limit_is_in_the_headers(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    _, secret = get_service(client).store.keys.create("site", per_minute=60)
    headers = client.post(PATH, params={"key": secret}, json=BODY).headers
    assert (headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]) == ("60", "59")
