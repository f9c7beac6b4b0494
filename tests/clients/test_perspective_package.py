"""PyPI's `perspective`: its address is an attribute."""

from typing import Any, Protocol
from urllib.error import HTTPError

import pytest
from perspective import PerspectiveAPI


class Server(Protocol):
    @property
    def root(self) -> str: ...


@pytest.fixture
def perspective(server: Server) -> Any:
    client: Any = PerspectiveAPI("any key")
    client.api_client.url = f"{server.root}/v1alpha1/{{endpoint}}"
    return client


def test_score_gives_the_summary_of_each_attribute(perspective: Any) -> None:
    scores = perspective.score("You stupid idiot.", tests=["TOXICITY", "SEVERE_TOXICITY"])
    assert list(scores) == ["TOXICITY", "SEVERE_TOXICITY"]
    assert scores["TOXICITY"] > 0.6


def test_everything_it_can_send_is_accepted(perspective: Any) -> None:
    answer = perspective.analyze_comment(
        "You stupid idiot. Have a nice day.",
        comment_type="PLAIN_TEXT",
        context=[{"text": "Hello.", "type": "PLAIN_TEXT"}],
        requested_attributes={"TOXICITY": {"scoreType": "PROBABILITY", "scoreThreshold": 0.1}},
        span_annotations=True,
        languages=["en"],
        do_not_store=True,
        client_token="token",
        session_id="session",
        community_id="community",
    )
    assert answer["clientToken"] == "token"
    assert answer["attributeScores"]["TOXICITY"]["spanScores"][0]["end"] == 17


def test_a_suggestion_is_acknowledged(perspective: Any) -> None:
    scores = {"TOXICITY": {"summaryScore": {"value": 0.9}}}
    answer = perspective.suggest_score("You stupid idiot.", scores, client_token="said")
    assert answer["clientToken"] == "said"


def test_a_refusal_is_an_http_error(perspective: Any) -> None:
    with pytest.raises(HTTPError) as caught:
        perspective.score("Hello.", tests=["SPAM"])
    with caught.value as error:
        assert (error.code, b"Unknown requested attribute: SPAM" in error.read()) == (400, True)
