"""`POST /api/v1/author/draft`."""

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.live import MakeService

from sayso.core import Attribute
from sayso.testing import FakeScorer
from sayso.web.app import create_app

MakeClient = Callable[..., TestClient]
PATH = "/api/v1/author/draft"
TEXT = "what a stupid thing to say about the new park"


def ask(client: TestClient, **body: Any) -> Any:
    answer = client.post(PATH, json={"text": TEXT} | body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_draft_is_answered_with_everything_in_the_shape_promised(client: TestClient) -> None:
    answer = ask(client)
    assert list(answer) == [
        "scores", "words", "rewordings", "selection", "refused", "second_opinion", "model", "unjudged",
    ]  # fmt: skip
    assert answer["scores"]["TOXICITY"] == 0.92
    assert answer["model"] == "fake.v1"
    assert answer["second_opinion"]["model"] == "second.v1"
    assert answer["selection"] is None


def test_the_words_offered_lower_the_score(make_client: MakeClient) -> None:
    client = make_client(FakeScorer(attributes=frozenset({Attribute.TOXICITY, Attribute.INSULT})))
    word = next(word for word in ask(client)["words"] if word["highlighted"])
    assert (word["text"], word["begin"], word["end"]) == ("stupid", 7, 13)
    assert "" in {one["text"] for one in word["alternatives"]}
    assert all(one["score_after"] < 0.92 and one["own_score"] < 0.4 for one in word["alternatives"])
    assert len(word["alternatives"]) >= 6


def test_without_alternatives_there_are_none(client: TestClient) -> None:
    assert not any(word["alternatives"] for word in ask(client, alternatives=False)["words"])


def test_a_selection_has_a_score(client: TestClient) -> None:
    assert ask(client, selection={"begin": 0, "end": 4})["selection"] == {"score": 0.02, "alternatives": []}


def test_an_attack_is_refused_with_the_reason(client: TestClient) -> None:
    # The fake scores every attribute alike, so a rude text is an attack on a group too.
    answer = ask(client)
    assert answer["refused"]["code"] == "group"
    assert "You can" in answer["refused"]["message"]


@pytest.mark.parametrize(
    ("body", "status", "part"),
    [
        ({"selection": {"begin": 0, "end": 99}}, 400, "does not lie in the text"),
        ({"selection": {"begin": 5, "end": 2}}, 400, "after its end"),
        ({"selection": {"begin": 2, "end": 2}}, 400, "does not lie in the text"),
        ({"selection": {"begin": -1, "end": 2}}, 422, "begin"),
        ({"selection": {"begin": "x", "end": 2}}, 422, "begin"),
        ({"text": "x" * 20_481}, 413, "at most 20480"),
        ({"text": None}, 422, "text"),
        ({"wishes": 1}, 422, "wishes"),
    ],
)
def test_bad_input_is_named(client: TestClient, body: dict[str, Any], status: int, part: str) -> None:
    answer = client.post(PATH, json={"text": TEXT} | body)
    assert answer.status_code == status
    assert part in answer.json()["message"]
    assert TEXT not in answer.text


@pytest.mark.parametrize("text", ["", "   \n", "😀" * 100, "<b>you</b>", "\u202eשלום", "a\x00b"])
def test_odd_drafts_have_an_answer(client: TestClient, text: str) -> None:
    assert set(ask(client, text=text)["scores"]) >= {"TOXICITY"}


def test_a_lone_surrogate_has_an_answer(client: TestClient) -> None:
    answer = client.post(
        PATH, content=b'{"text": "a \\ud800 b"}', headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 200


def test_where_keys_are_needed_an_author_without_one_is_refused(make_client: MakeClient) -> None:
    client = make_client(author_access="keys")
    assert client.post(PATH, json={"text": TEXT}).status_code == 401


def test_nothing_of_a_draft_is_stored(make_service: MakeService) -> None:
    service = make_service()
    with TestClient(create_app(service)) as client:
        before = list(service.store.ledger.entries())
        ask(client)
        assert list(service.store.ledger.entries()) == before
