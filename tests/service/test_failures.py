"""What goes wrong before or behind a route: its shape, its headers, and that it quotes nothing."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from sayso.core import Scores
from sayso.core.errors import StoreError
from sayso.testing import FakeScorer
from sayso.web.access.keys import KeyRing
from sayso.web.app import create_app
from sayso.web.http.headers import SECURITY_HEADERS
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
SECRET = "what a person wrote"


class ExplodingScorer(FakeScorer):
    """Fails as no scorer should: with the text in the message."""

    def score(self, texts: Sequence[str]) -> Scores:
        raise KeyError(texts[0])


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "not-found"),
        ("GET", "/api/v1/nothing", 404, "not-found"),
        ("GET", "/api/v1/analyze", 405, "method-not-allowed"),
        ("DELETE", "/healthz", 405, "method-not-allowed"),
    ],
)
def test_an_address_or_method_that_is_not_there(
    client: TestClient, method: str, path: str, status: int, code: str
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert set(answer.json()) == {"code", "message", "hint", "docs"}
    assert answer.json()["code"] == code


def test_a_wrong_method_is_told_the_right_one(client: TestClient) -> None:
    assert client.get("/api/v1/analyze").headers["allow"] == "POST"


@pytest.mark.parametrize(
    ("path", "body", "opening"),
    [
        ("/api/v1/analyze", {"text": SECRET}, {"code"}),
        ("/v1/moderations", {"input": SECRET}, {"error"}),
        (
            "/v1alpha1/comments:analyze",
            {"comment": {"text": SECRET}, "requestedAttributes": {"TOXICITY": {}}, "languages": ["en"]},
            {"error"},
        ),
    ],
)
def test_a_defect_is_a_500_in_the_shape_of_the_address_and_quotes_nothing(
    make_client: MakeClient, capsys: pytest.CaptureFixture[str], path: str, body: object, opening: set[str]
) -> None:
    answer = make_client(ExplodingScorer()).post(path, json=body)
    assert answer.status_code == 500
    assert opening <= set(answer.json())
    printed = capsys.readouterr()
    assert SECRET not in answer.text + printed.out + printed.err
    assert "KeyError" in printed.out + printed.err


@pytest.mark.parametrize("path", ["/api/v1/analyze", "/v1/moderations"])
@pytest.mark.parametrize(
    "body", [{"text": [SECRET]}, {"texts": [{SECRET: SECRET}]}, {SECRET: SECRET}, [SECRET], SECRET]
)
def test_a_body_of_the_wrong_shape_is_not_quoted(client: TestClient, path: str, body: object) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code in (400, 422)
    assert SECRET not in answer.text


def test_broken_json_is_not_quoted(client: TestClient) -> None:
    answer = client.post(
        "/api/v1/analyze", content=f'{{"text": "{SECRET}', headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-request"
    assert SECRET not in answer.text


@pytest.mark.parametrize(
    "path", ["/healthz", "/nothing", "/", "/sayso.css", "/openapi.json", "/v1/nothing", "/api/v1/analyze"]
)
def test_every_answer_has_the_security_headers(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert {name for name in SECURITY_HEADERS if name not in answer.headers} == set()
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_request_id_is_echoed_if_it_is_harmless(client: TestClient) -> None:
    assert (
        client.get("/healthz", headers={"x-request-id": "abc-1.2:3"}).headers["x-request-id"] == "abc-1.2:3"
    )


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "<script>", "é"])
def test_any_other_request_id_is_replaced(client: TestClient, given: str) -> None:
    answered = client.get("/healthz", headers={b"x-request-id": given.encode("latin-1")}).headers[
        "x-request-id"
    ]
    assert len(answered) == 32
    assert answered != given


def test_a_body_over_the_limit_is_refused(make_client: MakeClient) -> None:
    client = make_client(max_body_bytes=1024)
    answer = client.post("/api/v1/analyze", json={"text": "x" * 2000})
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")
    assert answer.headers["connection"] == "close"
    assert (
        client.post("/v1/moderations", json={"input": "x" * 2000}).json()["error"]["code"] == "body_too_large"
    )
    assert client.post("/api/v1/analyze", json={"text": "x" * 500}).status_code == 200


def test_a_body_of_unknown_length_over_the_limit_is_refused(make_client: MakeClient) -> None:
    client = make_client(max_body_bytes=1024)
    chunks = (b" " * 100 for _ in range(50))
    answer = client.post("/api/v1/analyze", content=chunks, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")


def test_a_database_that_fails_is_named_to_nobody_but_the_log(
    make_service: Callable[..., Service], capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_secret: str) -> None:
        raise StoreError('connection to server at "db.internal", port 5432 failed', hint="Check the URL.")

    service = replace(make_service(auth="keys"), keys=KeyRing(fail))
    with TestClient(create_app(service)) as client:
        answers = [
            client.post("/api/v1/analyze", json={"text": "x"}, headers={"x-api-key": "k"}),
            client.post("/v1/moderations", json={"input": "x"}, headers={"x-api-key": "k"}),
        ]
    assert [answer.status_code for answer in answers] == [503, 503]
    assert answers[0].json()["message"] == "The database cannot answer now."
    assert answers[0].json()["code"] == "store-error"
    assert "db.internal" not in answers[0].text + answers[1].text
    assert "db.internal" in capsys.readouterr().out
