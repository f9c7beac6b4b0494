"""The doubles answer as the services do."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

import anyio
import httpx
import pytest

from sayso.testing import Answer, FakeScorer, HttpDouble, openai_double, perspective_double

ANALYZE = "https://double.example/v1alpha1/comments:analyze"
MODERATE = "https://double.example/v1/moderations"


def post(double: HttpDouble, url: str, body: object) -> httpx.Response:
    with httpx.Client(transport=double.transport()) as client:
        return client.post(url, json=body)


def make_request(text: str, attributes: Sequence[str]) -> Mapping[str, object]:
    requested: dict[str, Mapping[str, str]] = {name: {} for name in attributes}
    return {"comment": {"text": text}, "requestedAttributes": requested}


def read_error(response: httpx.Response) -> dict[str, Any]:
    return response.json()["error"]


def test_perspective_gives_a_summary_and_one_span_in_utf_16_units() -> None:
    body = make_request("😂 idiot", ["TOXICITY"])
    score = {"value": 0.95, "type": "PROBABILITY"}
    assert post(perspective_double(), ANALYZE, body).json()["attributeScores"] == {
        "TOXICITY": {"spanScores": [{"begin": 0, "end": 8, "score": score}], "summaryScore": score}
    }


@pytest.mark.parametrize(
    ("text", "attributes", "error_type"),
    [
        (" ", ["TOXICITY"], "COMMENT_EMPTY"),
        ("é" * 10_241, ["TOXICITY"], "COMMENT_TOO_LONG"),
        ("hello", [], "NO_REQUESTED_ATTRIBUTES"),
        ("hello", ["BANANA"], "INVALID_REQUEST"),
    ],
)
def test_perspective_refuses_with_its_error_types(text: str, attributes: list[str], error_type: str) -> None:
    response = post(perspective_double(FakeScorer()), ANALYZE, make_request(text, attributes))
    assert response.status_code == 400
    assert read_error(response)["details"][0]["errorType"] == error_type


def test_other_addresses_are_not_found() -> None:
    assert post(perspective_double(), "https://double.example/else", {}).status_code == 404
    assert post(openai_double(), "https://double.example/v1/else", {}).status_code == 404


def test_openai_gives_all_thirteen_categories() -> None:
    (result,) = post(openai_double(), MODERATE, {"model": "m", "input": "you idiot"}).json()["results"]
    assert result["flagged"] is True
    assert len(result["category_scores"]) == 13
    assert result["category_scores"]["harassment"] == 0.95
    assert result["categories"]["illicit"] is False


@pytest.mark.parametrize("given", ["", [], ["fine", ""]])
def test_openai_refuses_empty_input(given: object) -> None:
    response = post(openai_double(), MODERATE, {"model": "m", "input": given})
    assert (response.status_code, read_error(response)["code"]) == (400, "empty_input")


def test_what_was_planned_comes_first_and_every_request_is_kept() -> None:
    double = HttpDouble(lambda _: Answer(content="usual"))
    double.plan(Answer(503, "planned"), httpx.ConnectError("nobody"))
    assert post(double, MODERATE, 1).status_code == 503
    with pytest.raises(httpx.ConnectError):
        post(double, MODERATE, 2)
    assert post(double, MODERATE, 3).json() == "usual"
    assert [asked.json() for asked in double.asked] == [1, 2, 3]


def test_as_an_app_it_reads_a_body_in_parts_and_leaves_other_scopes_alone() -> None:
    double = HttpDouble(lambda asked: Answer(content=asked.json()))

    async def stream() -> AsyncGenerator[bytes]:
        yield b'{"a":'
        yield b" 1}"

    async def ask() -> object:
        await double({"type": "lifespan"}, _never, _never_send)
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(double), base_url="http://double"
        ) as client:
            return (await client.post("/path?key=k", content=stream())).json()

    assert anyio.run(ask) == {"a": 1}
    assert [(asked.path, asked.query) for asked in double.asked] == [("/path", {"key": "k"})]


async def _never() -> dict[str, Any]:
    raise AssertionError("nothing to receive")


async def _never_send(_: object) -> None:
    raise AssertionError("nothing to send")
