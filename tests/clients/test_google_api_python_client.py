"""The unmodified google-api-python-client, as its users build it: only the discovery address is ours."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from googleapiclient import discovery
from googleapiclient.errors import HttpError

from sayso.settings import Settings
from sayso.storage import Store


class Server(Protocol):
    @property
    def discovery_url(self) -> str: ...

    @property
    def data_dir(self) -> Path: ...


def build(server: Server, key: str = "any key") -> Any:
    untyped: Any = discovery
    return untyped.build(
        "commentanalyzer",
        "v1alpha1",
        developerKey=key,
        discoveryServiceUrl=server.discovery_url,
        static_discovery=False,
    )


@pytest.fixture
def google(server: Server) -> Iterator[Any]:
    with build(server) as client:
        yield client


@pytest.fixture(scope="module")
def speaking(start_server: Callable[..., Server], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A client of a service with a model for each of several languages."""
    with build(start_server(tmp_path_factory.mktemp("languages"), "--scorer", "languages")) as client:
        yield client


def ask(text: str, **more: Any) -> dict[str, Any]:
    body: dict[str, Any] = {"comment": {"text": text}, "requestedAttributes": {"TOXICITY": {}}}
    return body | more


def get_toxicity(answer: dict[str, Any]) -> float:
    return answer["attributeScores"]["TOXICITY"]["summaryScore"]["value"]


def test_analyze_ranks_an_insult_over_a_compliment(google: Any) -> None:
    rude = google.comments().analyze(body=ask("You stupid idiot.", clientToken="rude")).execute()
    kind = google.comments().analyze(body=ask("You are a wonderful person.")).execute()
    assert rude["clientToken"] == "rude"
    assert rude["languages"] == ["en"]
    assert get_toxicity(rude) > 0.6 > 0.3 > get_toxicity(kind)


def test_fields_are_sent_on(google: Any) -> None:
    answer = google.comments().analyze(body=ask("Hello there."), fields="languages").execute()
    assert answer == {"languages": ["en"]}


def test_suggestscore_is_in_the_ledger_once_it_returns(google: Any, server: Server) -> None:
    scores = {"TOXICITY": {"summaryScore": {"value": 1}}}
    body = {"comment": {"text": "Not nice."}, "attributeScores": scores, "clientToken": "comment:1"}
    assert google.comments().suggestscore(body=body).execute()["clientToken"] == "comment:1"
    store = Store.open(Settings(data_dir=server.data_dir).effective_database_url)
    kept = [
        (row.content, row.scores) for row in store.suggested_scores.rows() if row.client_token == "comment:1"
    ]
    store.close()
    assert kept == [("Not nice.", {"TOXICITY": 1.0})]


def test_a_batch_of_a_hundred(google: Any) -> None:
    heard: dict[str, tuple[Any, Any]] = {}

    def listen(request_id: str, answer: Any, problem: Any) -> None:
        heard[request_id] = (answer, problem)

    batch = google.new_batch_http_request(callback=listen)
    for number in range(99):
        name = f"nummer {number} ü" if number else "x" * 200
        batch.add(
            google.comments().analyze(body=ask(f"Comment {number} ä", clientToken=name)), request_id=name
        )
    batch.add(google.comments().analyze(body=ask("")), request_id="empty")
    batch.execute()
    assert len(heard) == 100
    assert all(answer["clientToken"] == name for name, (answer, _) in heard.items() if answer)
    assert [name for name, (_, problem) in heard.items() if problem] == ["empty"]
    assert heard["empty"][1].status_code == 400
    assert heard["empty"][1].reason == "Comment must be non-empty."


def test_a_refusal_becomes_an_http_error_with_its_details(google: Any) -> None:
    with pytest.raises(HttpError) as caught:
        google.comments().analyze(body=ask("Bonjour.", languages=["fr"])).execute()
    refusal: Any = caught.value
    assert refusal.status_code == 400
    assert refusal.reason == "Attribute TOXICITY does not support request languages: fr"
    assert refusal.error_details[0]["errorType"] == "LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE"
    assert b"LANGUAGE_NOT_SUPPORTED_BY_ATTRIBUTE" in refusal.content


def test_a_wrong_key_is_told_by_its_reason(closed_server: tuple[Server, str]) -> None:
    with build(closed_server[0], "wrong") as client, pytest.raises(HttpError) as caught:
        client.comments().analyze(body=ask("Hi.")).execute()
    refusal: Any = caught.value
    assert refusal.error_details[0]["reason"] == "API_KEY_INVALID"


def stay_clear_of_the_next_minute() -> None:
    """A limit begins anew with each minute of the clock, and the server has a clock of its own."""
    left = 60 - time.time() % 60
    if left < 15:
        time.sleep(left + 0.1)


def test_a_used_up_limit_is_told_by_its_reason(closed_server: tuple[Server, str]) -> None:
    with build(*closed_server) as client:
        requests = [client.comments().analyze(body=ask("Hi.")) for _ in range(3)]
        stay_clear_of_the_next_minute()
        answers = [request.execute() for request in requests[:2]]
        with pytest.raises(HttpError) as caught:
            requests[2].execute()
    refusal: Any = caught.value
    assert len(answers) == 2
    assert refusal.status_code == 429
    assert refusal.error_details[0]["reason"] == "RATE_LIMIT_EXCEEDED"


@pytest.mark.parametrize(
    ("language", "rude", "kind"),
    [
        ("de", "Du bist so ein dummer Idiot, halt die Fresse", "Ich wünsche dir einen schönen Tag im Garten"),
        ("ko", "이 멍청한 놈아 꺼져 버려", "오늘 날씨가 정말 좋네요 고마워요"),
    ],
)
def test_other_languages_are_answered_by_their_own_models(
    speaking: Any, language: str, rude: str, kind: str
) -> None:
    answers = [
        speaking.comments().analyze(body=ask(text, **more)).execute()
        for text, more in ((rude, {"languages": [language]}), (kind, {}))  # as asked for, then as detected
    ]
    assert [answer["languages"] for answer in answers] == [[language], [language]]
    assert get_toxicity(answers[0]) > get_toxicity(answers[1]) + 0.2


def test_a_language_without_a_model_is_still_refused(speaking: Any) -> None:
    with pytest.raises(HttpError) as caught:
        speaking.comments().analyze(body=ask("Ты такой глупый человек, уходи отсюда.")).execute()
    refusal: Any = caught.value
    assert refusal.reason == "Attribute TOXICITY does not support request languages: ru"
