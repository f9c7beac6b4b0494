"""`/api/v1/analyze` and `/api/v1/models`."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from starlette.testclient import TestClient

from sayso.core import Attribute, Evidence, Scores, Span, WordWeight
from sayso.core.errors import RemoteQuota, RemoteTimeout
from sayso.testing import FakeScorer

MakeClient = Callable[..., TestClient]
PATH = "/api/v1/analyze"
SIX = ["IDENTITY_ATTACK", "INSULT", "PROFANITY", "SEVERE_TOXICITY", "THREAT", "TOXICITY"]


class ExaminingScorer(FakeScorer):
    """Blames the first word; has a map that halves every score."""

    class Halving:
        def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
            return [score / 2 for score in scores]

    scale_map = Halving()

    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        return [
            Evidence(
                (WordWeight(Span(0, len(text.split()[0])), 0.5, text.split()[0]),),
                {"women": 0.25},
                {"inferior": 0.75},
            )
            for text in texts
        ]


class FailingScorer(FakeScorer):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def score(self, texts: Sequence[str]) -> Scores:
        raise self.error


def test_one_text_has_one_result(client: TestClient) -> None:
    answer = client.post(PATH, json={"text": "you stupid thing"})
    assert answer.status_code == 200
    assert answer.json() == {
        "results": [{"scores": dict.fromkeys(SIX, 0.92)}],
        "model": "fake.v1",
        "scale": "sayso",
    }


def test_several_texts_have_results_in_their_order(client: TestClient) -> None:
    answer = client.post(PATH, json={"texts": ["idiot", "", "silly"], "attributes": ["TOXICITY"]})
    assert [result["scores"] for result in answer.json()["results"]] == [
        {"TOXICITY": 0.95},
        {"TOXICITY": 0.02},
        {"TOXICITY": 0.4},
    ]


def test_no_texts_have_no_results(client: TestClient) -> None:
    assert client.post(PATH, json={"texts": []}).json()["results"] == []


def test_an_attribute_the_model_has_not_is_refused_and_not_invented(client: TestClient) -> None:
    answer = client.post(PATH, json={"text": "x", "attributes": ["SEXUALLY_EXPLICIT"]})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-input"
    assert (
        "The model 'fake.v1' does not score SEXUALLY_EXPLICIT. It scores: IDENTITY"
        in answer.json()["message"]
    )


def test_the_scale_asked_for_is_the_one_answered(make_client: MakeClient) -> None:
    client = make_client(ExaminingScorer())
    for scale, score in (("sayso", 0.95), ("perspective", 0.475)):
        answer = client.post(PATH, json={"text": "idiot", "attributes": ["TOXICITY"], "scale": scale}).json()
        assert (answer["scale"], answer["results"][0]["scores"]["TOXICITY"]) == (scale, score)


def test_a_scale_the_model_has_no_map_to_is_refused_and_not_pretended(client: TestClient) -> None:
    answer = client.post(PATH, json={"text": "idiot", "scale": "perspective"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-input"
    assert answer.json()["message"] == (
        "The model 'fake.v1' has no map to the scale 'perspective'. It answers on: sayso."
    )


def test_evidence_names_the_words_by_code_points(make_client: MakeClient) -> None:
    answer = make_client(ExaminingScorer()).post(PATH, json={"text": "🙂idiot you", "evidence": True})
    result = answer.json()["results"][0]
    assert result["words"] == [{"begin": 0, "end": 6, "text": "🙂idiot", "weight": 0.5}]
    assert (result["targets"], result["implied"]) == ({"women": 0.25}, {"inferior": 0.75})


def test_without_being_asked_for_there_is_no_evidence(make_client: MakeClient) -> None:
    assert set(make_client(ExaminingScorer()).post(PATH, json={"text": "x"}).json()["results"][0]) == {
        "scores"
    }


def test_evidence_from_a_scorer_that_has_none_is_refused(client: TestClient) -> None:
    answer = client.post(PATH, json={"text": "x", "evidence": True})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": "a", "texts": ["b"]},
        {"text": 3},
        {"texts": "a"},
        {"texts": ["a", None]},
        {"text": "a", "attributes": ["NICENESS"]},
        {"text": "a", "scale": "fahrenheit"},
        {"texts": ["a"] * 1001},
        [],
        None,
    ],
)
def test_a_body_of_the_wrong_shape_is_told_so(client: TestClient, body: Any) -> None:
    answer = client.post(PATH, json=body)
    assert answer.status_code == 422
    assert set(answer.json()) == {"code", "message", "hint", "docs"}
    assert answer.json()["code"] == "invalid-request"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b'{"text": "a"', b"[" * 100_000, b'{"text": ' + b"9" * 5000 + b"}"]
)
def test_a_body_that_is_not_json_is_told_so(client: TestClient, content: bytes) -> None:
    answer = client.post(PATH, content=content, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("bad-request", "invalid-request")


def test_half_a_surrogate_pair_is_answered(client: TestClient) -> None:
    content = b'{"texts": ["\\ud83d idiot", "\\udc00"], "attributes": ["TOXICITY"]}'
    answer = client.post(PATH, content=content, headers={"content-type": "application/json"})
    assert [result["scores"]["TOXICITY"] for result in answer.json()["results"]] == [0.95, 0.02]


def test_half_a_surrogate_pair_comes_back_in_the_evidence(make_client: MakeClient) -> None:
    content = b'{"text": "\\ud83d! you", "evidence": true}'
    answer = make_client(ExaminingScorer()).post(
        PATH, content=content, headers={"content-type": "application/json"}
    )
    assert answer.json()["results"][0]["words"][0]["text"] == "\ud83d!"


def test_a_text_that_is_too_long_is_refused_whole(client: TestClient) -> None:
    answer = client.post(PATH, json={"texts": ["fine", "x" * 100_001]})
    assert answer.status_code == 413
    assert answer.json() == {
        "code": "text-too-long",
        "message": "Text 1 has 100001 characters; at most 100000 are taken.",
        "hint": "Cut it into parts and send those.",
        "docs": "/errors#text-too-long",
    }
    assert client.post(PATH, json={"text": "x" * 100_000}).status_code == 200


def test_fields_we_do_not_know_are_ignored(client: TestClient) -> None:
    assert client.post(PATH, json={"text": "x", "colour": "blue"}).status_code == 200


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (RemoteQuota("They said: too many.", retry_after_s=7), 503, "remote-quota"),
        (RemoteTimeout("No answer in 5 s."), 504, "remote-timeout"),
    ],
)
def test_a_failing_scorer_says_why(make_client: MakeClient, error: Exception, status: int, code: str) -> None:
    answer = make_client(FailingScorer(error)).post(PATH, json={"text": "x"})
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_remote_quota_says_when_to_come_back(make_client: MakeClient) -> None:
    answer = make_client(FailingScorer(RemoteQuota("x", retry_after_s=7))).post(PATH, json={"text": "x"})
    assert answer.headers["retry-after"] == "7"


def test_the_models_page_says_what_answers_and_what_could(client: TestClient) -> None:
    answer = client.get("/api/v1/models").json()
    assert answer["active"] == {"name": "fake.v1", "attributes": SIX, "scales": ["sayso"], "evidence": False}
    assert "linear" in answer["installed"]


def test_a_model_with_a_map_and_evidence_says_so(make_client: MakeClient) -> None:
    active = make_client(ExaminingScorer()).get("/api/v1/models").json()["active"]
    assert (active["scales"], active["evidence"]) == (["sayso", "perspective"], True)


def test_a_text_that_the_model_could_not_read_says_so(client: TestClient) -> None:
    results = client.post(PATH, json={"texts": ["tea", "\u2400"]}).json()["results"]
    assert [result.get("unjudged") for result in results] == [None, "unreadable"]
    assert results[1]["scores"] == {}


def test_a_text_that_the_model_could_not_read_says_so_with_evidence(make_client: MakeClient) -> None:
    client = make_client(ExaminingScorer())
    results = client.post(PATH, json={"texts": ["\u2400", "tea"], "evidence": True}).json()["results"]
    assert [result.get("unjudged") for result in results] == ["unreadable", None]
