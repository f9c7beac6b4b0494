"""`/v1/moderations`, by hand and by OpenAI's own client."""

from collections.abc import Callable
from typing import Any

import pytest
from openai import AuthenticationError, BadRequestError, OpenAI
from starlette.testclient import TestClient
from tests.reader_actor import make_key, service_of

from sayso.core import Attribute, Policy
from sayso.testing import FakeScorer
from sayso.web.openai.categories import CATEGORIES

MakeClient = Callable[..., TestClient]
MakeLive = Callable[..., Any]
PATH = "/v1/moderations"
UNSCORED = (
    "illicit, illicit/violent, self-harm, self-harm/intent, self-harm/instructions, "
    "sexual, sexual/minors, violence/graphic"
)


def test_one_text_has_one_result_with_every_category(client: TestClient) -> None:
    answer = client.post(PATH, json={"input": "you stupid thing", "model": "omni-moderation-latest"})
    assert answer.status_code == 200
    body = answer.json()
    assert body["id"].startswith("modr-")
    assert body["model"] == "fake.v1"
    (result,) = body["results"]
    assert result["flagged"] is True
    assert list(result["category_scores"]) == list(CATEGORIES)
    assert (result["category_scores"]["harassment"], result["category_scores"]["self-harm"]) == (0.92, 0.0)
    assert result["category_applied_input_types"]["hate"] == ["text"]
    assert result["category_applied_input_types"]["illicit"] == []


def test_categories_without_a_model_are_named(client: TestClient) -> None:
    assert client.post(PATH, json={"input": "hello"}).headers["x-sayso-unscored"] == UNSCORED


def test_several_texts_have_a_result_each(client: TestClient) -> None:
    results = client.post(PATH, json={"input": ["hello", "idiot", "silly"]}).json()["results"]
    assert [result["flagged"] for result in results] == [False, True, False]


def test_the_parts_of_a_message_have_one_result(client: TestClient) -> None:
    parts = [{"type": "text", "text": "hello"}, {"type": "text", "text": "idiot"}]
    results = client.post(PATH, json={"input": parts}).json()["results"]
    assert [result["flagged"] for result in results] == [True]


def test_a_score_of_exactly_the_limit_is_flagged(make_client: MakeClient) -> None:
    client = make_client(FakeScorer({"edge": 0.5, "near": 0.49999}))
    results = client.post(PATH, json={"input": ["edge", "near"]}).json()["results"]
    assert [result["flagged"] for result in results] == [True, False]


def test_a_communitys_flag_limit_holds_for_its_keys_and_no_others(make_client: MakeClient) -> None:
    client = make_client(FakeScorer({"edge": 0.4}), auth="keys")
    forum, school = make_key(client, community="forum"), make_key(client, community="school")

    def flags(key: dict[str, str]) -> bool:
        return client.post(PATH, json={"input": "edge"}, headers=key).json()["results"][0]["flagged"]

    assert (flags(forum), flags(school)) == (False, False)
    service_of(client).store.policies.set(Policy("forum", flag_limit=0.4))
    assert (flags(forum), flags(school)) == (True, False)
    service_of(client).store.policies.set(Policy("forum", flag_limit=0.41))
    assert (flags(forum), flags(school)) == (False, False)


def test_each_answer_has_its_own_id(client: TestClient) -> None:
    assert len({client.post(PATH, json={"input": "x"}).json()["id"] for _ in range(3)}) == 3


@pytest.mark.parametrize(
    "body",
    [
        {"input": ""},
        {"input": []},
        {"input": ["a", ""]},
        {"input": [{"type": "text", "text": ""}]},
        {"input": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]},
        {
            "input": [
                {"type": "text", "text": "a"},
                {"type": "image_url", "image_url": {"url": "https://host/x"}},
            ]
        },
        {"input": [{"type": "sound"}]},
        {"input": ["a", {"type": "text", "text": "b"}]},
        {"input": 3},
        {"input": None},
        {"input": ["a"] * 1001},
        {},
    ],
)
def test_what_cannot_be_judged_is_refused_in_openais_shape(client: TestClient, body: Any) -> None:
    answer = client.post(PATH, json=body)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert (error["type"], error["param"]) == ("invalid_request_error", "input")


def test_an_image_is_refused_by_name(client: TestClient) -> None:
    body = {"input": [{"type": "image_url", "image_url": {"url": "https://host/x"}}]}
    assert client.post(PATH, json=body).json()["error"]["message"].startswith("Images cannot be judged here")


@pytest.mark.parametrize(("method", "path", "status"), [("GET", PATH, 405), ("POST", "/v1/nothing", 404)])
def test_failures_before_the_route_have_openais_shape_too(
    client: TestClient, method: str, path: str, status: int
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}


def test_half_a_surrogate_pair_is_answered(client: TestClient) -> None:
    answer = client.post(
        PATH, content=b'{"input": "\\ud83d idiot"}', headers={"content-type": "application/json"}
    )
    assert answer.json()["results"][0]["flagged"] is True


def test_openais_own_client_reads_the_answer(make_live: MakeLive) -> None:
    live = make_live()
    with OpenAI(base_url=f"{live.url}/v1", api_key="any", max_retries=0) as openai:
        moderation = openai.moderations.create(
            input=["hello", "you stupid idiot"], model="omni-moderation-latest"
        )
    assert moderation.model == "fake.v1"
    assert [result.flagged for result in moderation.results] == [False, True]
    assert moderation.results[1].category_scores.harassment == 0.95
    assert moderation.results[1].categories.harassment_threatening is True


def test_openais_own_client_knows_our_failures(make_live: MakeLive) -> None:
    live = make_live(auth="keys")
    with OpenAI(base_url=f"{live.url}/v1", api_key="wrong", max_retries=0) as openai:
        with pytest.raises(AuthenticationError) as refused:
            openai.moderations.create(input="hello")
        assert refused.value.code == "invalid_api_key"
    secret = live.service.store.keys.create("site")[1]
    with OpenAI(base_url=f"{live.url}/v1", api_key=secret, max_retries=0) as openai:
        with pytest.raises(BadRequestError) as empty:
            openai.moderations.create(input="")
        assert empty.value.param == "input"
        assert openai.moderations.create(input="hello").results[0].flagged is False


def test_a_scorer_behind_no_category_is_not_passed_off_as_a_clean_answer(make_client: MakeClient) -> None:
    client = make_client(FakeScorer(attributes=frozenset({Attribute.TOXICITY, Attribute.PROFANITY})))
    answer = client.post("/v1/moderations", json={"input": "you idiot"})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"].startswith(
        "The scorer 'fake.v1' stands behind none of OpenAI's categories. It scores: PROFANITY, TOXICITY."
    )


def test_texts_that_the_model_could_not_read_are_named_by_number(client: TestClient) -> None:
    answer = client.post(PATH, json={"input": ["hello", "\u2400", "tea \u2400"]})
    assert answer.headers["x-sayso-unjudged"] == "1, 2"
    results = answer.json()["results"]
    assert [result["flagged"] for result in results] == [False, True, True]
    assert [result.get("unjudged") for result in results] == [None, "unreadable", "unreadable"]
    assert not any(results[1]["categories"].values())
    assert "x-sayso-unjudged" not in client.post(PATH, json={"input": "hello"}).headers
