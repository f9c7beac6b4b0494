"""`comments:suggestscore`: kept as feedback before it is acknowledged."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, cast
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from sayso.core.errors import StoreBusy
from sayso.storage import Store, SuggestedScore
from sayso.web.app import create_app
from sayso.web.service import Service

Ask = Callable[..., Any]
MakeClient = Callable[..., TestClient]


def find_feedback(store: Store, *, client_token: str) -> list[SuggestedScore]:
    return [row for row in store.suggested_scores.rows() if row.client_token == client_token]


def test_a_suggestion_is_in_the_ledger_when_it_is_acknowledged(suggest: Ask, service: Service) -> None:
    token = f"comment:{uuid4()}"
    answer = suggest(
        "You silly goose, you.",
        clientToken=token,
        sessionId="session 9",
        communityId="Coral:example.org",
        languages=["en"],
        context={"entries": [{"text": '{"storyID": 1}'}]},
    )
    assert answer.status_code == 200
    assert answer.json() == {"clientToken": token, "detectedLanguages": ["en"], "requestedLanguages": ["en"]}
    (row,) = find_feedback(service.store, client_token=token)
    assert (row.content, row.scores, row.community) == (
        "You silly goose, you.",
        {"TOXICITY": 1.0},
        "Coral:example.org",
    )
    assert (row.session, row.language, row.model, row.actor) == ("session 9", "en", "fake.v1", "")


def test_the_smallest_suggestion_gets_the_detected_languages_alone(suggest: Ask) -> None:
    assert suggest("What a silly goose you are today.").json() == {"detectedLanguages": ["en"]}


def test_a_text_in_any_language_is_kept(suggest: Ask, service: Service) -> None:
    token = str(uuid4())
    text = "Das ist ein sehr schöner Tag, und ich freue mich auf den Abend mit Freunden."
    assert suggest(text, clientToken=token).json()["detectedLanguages"][0] == "de"
    assert find_feedback(service.store, client_token=token)[0].language == "de"


@pytest.mark.parametrize("text", ["Half a pair \ud83e here.", "A zero\0 here.", "\u202e turned round"])
def test_the_oddest_text_is_kept_as_it_was(suggest: Ask, service: Service, text: str) -> None:
    token = str(uuid4())
    assert suggest(text, clientToken=token).status_code == 200
    assert find_feedback(service.store, client_token=token)[0].content == text


def test_scores_for_stretches_and_for_attributes_we_cannot_score_are_kept_too(
    suggest: Ask, service: Service
) -> None:
    token = str(uuid4())
    scores = {
        "SPAM": {"summaryScore": {"value": 0, "type": "PROBABILITY"}},
        "INSULT@2": {"spanScores": [{"begin": 0, "end": 3, "score": {"value": "0.5"}}]},
    }
    assert suggest(attributeScores=scores, clientToken=token).status_code == 200
    assert find_feedback(service.store, client_token=token)[0].scores == {"SPAM": 0.0, "INSULT@2[0:3]": 0.5}


def test_a_stretch_may_reach_the_end_counted_in_utf_16(suggest: Ask) -> None:
    text = "goose \U0001f986"  # 7 code points, 8 UTF-16 units
    spans = [{"begin": 6, "end": 8, "score": {"value": 1}}]
    assert suggest(text, attributeScores={"INSULT": {"spanScores": spans}}).status_code == 200


REFUSED: list[tuple[Any, str]] = [
    ({}, "Missing attribute_scores"),
    (None, "Missing attribute_scores"),
    ({"TOXICITY": {}}, "Attribute scores of TOXICITY must not be empty"),
    ({"TOXICITY": {"spanScores": []}}, "Attribute scores of TOXICITY must not be empty"),
    ({"TOXICITY": {"summaryScore": {}}}, "Scores of TOXICITY need a value"),
    ({"TOXICITY": {"spanScores": [{"begin": 0, "end": 2}]}}, "Scores of TOXICITY need a value"),
    ({"TOXICITY": {"spanScores": [{"end": 2}]}}, "Span scores of TOXICITY need both begin and end"),
    ({"TOXICITY": {"spanScores": [{"begin": 0}]}}, "Span scores of TOXICITY need both begin and end"),
    (
        {"TOXICITY": {"spanScores": [{"begin": 3, "end": 2}]}},
        "Span scores of TOXICITY need 0 <= begin <= end <= 16, the comment's UTF-16 units",
    ),
    (
        {"TOXICITY": {"spanScores": [{"begin": 0, "end": 17, "score": {"value": 1}}]}},
        "Span scores of TOXICITY need 0 <= begin <= end <= 16, the comment's UTF-16 units",
    ),
    (
        {"TOXICITY": {"spanScores": [{"begin": 0, "end": 10**3000, "score": {"value": 1}}]}},
        "Span scores of TOXICITY need 0 <= begin <= end <= 16, the comment's UTF-16 units",
    ),
    ({"TOXICITY": {"summaryScore": {"value": 1.5}}}, "Scores of TOXICITY must lie between 0 and 1, not 1.5"),
    (
        {"TOXICITY": {"summaryScore": {"value": 1, "type": "RAW"}}},
        "Requested score type RAW is not supported by attribute TOXICITY",
    ),
    ({"NICENESS": {"summaryScore": {"value": 1}}}, "Unknown attribute: NICENESS"),
]


@pytest.mark.parametrize(("scores", "message"), REFUSED)
def test_scores_that_cannot_be_meant_are_refused_and_not_kept(
    suggest: Ask, service: Service, scores: Any, message: str
) -> None:
    token = str(uuid4())
    error = suggest(attributeScores=scores, clientToken=token).json()["error"]
    assert (error["code"], error["message"]) == (400, message)
    assert error["details"][0]["errorType"] == "INVALID_REQUEST"
    assert find_feedback(service.store, client_token=token) == []


@pytest.mark.parametrize(
    ("comment", "error_type"), [({"text": ""}, "COMMENT_EMPTY"), ({"text": "x" * 20_481}, "COMMENT_TOO_LONG")]
)
def test_the_comment_must_be_as_for_analyze(suggest: Ask, comment: Any, error_type: str) -> None:
    assert suggest(comment=comment).json()["error"]["details"][0]["errorType"] == error_type


def test_the_community_of_a_key_goes_before_the_one_in_the_request(
    client: TestClient, service: Service
) -> None:
    token = str(uuid4())
    key, secret = service.store.keys.create("press", community="press")
    scores = {"TOXICITY": {"summaryScore": {"value": 1}}}
    body = {
        "comment": {"text": "Hm."},
        "attributeScores": scores,
        "clientToken": token,
        "communityId": "other",
    }
    client.post("/v1alpha1/comments:suggestscore", params={"key": secret}, json=body)
    (row,) = find_feedback(service.store, client_token=token)
    assert (row.community, row.actor) == ("press", key.id)


class BusyStore:
    """A store that cannot commit now."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def submit(self, work: object) -> Future[object]:
        future: Future[object] = Future()
        future.set_exception(StoreBusy("Somebody else is writing."))
        return future

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def test_what_could_not_be_written_is_not_acknowledged(make_service: Callable[..., Service]) -> None:
    service = make_service()
    busy = replace(service, store=cast("Store", BusyStore(service.store)))
    scores = {"TOXICITY": {"summaryScore": {"value": 1}}}
    with TestClient(create_app(busy)) as client:
        answer = client.post(
            "/v1alpha1/comments:suggestscore", json={"comment": {"text": "Hm."}, "attributeScores": scores}
        )
    assert answer.status_code == 503
    assert answer.json() == {
        "error": {"code": 503, "message": "The service is currently unavailable.", "status": "UNAVAILABLE"}
    }
