"""`comments:analyze`: golden exchanges. The fake scorer gives silly 0.4, stupid 0.92, the rest 0.02."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from sayso.core import Attribute
from sayso.testing import FakeScorer

Ask = Callable[..., Any]
MakeClient = Callable[..., TestClient]


def score(value: float) -> dict[str, Any]:
    return {"value": value, "type": "PROBABILITY"}


def test_the_whole_answer_to_the_smallest_request(analyze: Ask) -> None:
    answer = analyze("You silly goose.")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json; charset=UTF-8"
    assert answer.json() == {
        "attributeScores": {
            "TOXICITY": {
                "spanScores": [{"begin": 0, "end": 16, "score": score(0.4)}],
                "summaryScore": score(0.4),
            }
        },
        "languages": ["en"],
        "detectedLanguages": ["en"],
    }


def test_each_sentence_gets_its_span_in_utf_16_units_when_asked(analyze: Ask) -> None:
    # The goose takes two units, so the second sentence begins at 5 + 2 + 1 + 1 = 9.
    answer = analyze("Hello\U0001fabf. You stupid goose. Bye now.", spanAnnotations=True)
    assert answer.json()["attributeScores"]["TOXICITY"] == {
        "spanScores": [
            {"begin": 0, "end": 8, "score": score(0.02)},
            {"begin": 9, "end": 26, "score": score(0.92)},
            {"begin": 27, "end": 35, "score": score(0.02)},
        ],
        "summaryScore": score(0.92),
    }


def test_one_span_over_the_whole_counts_utf_16_units_too(analyze: Ask) -> None:
    spans = analyze("Silly \U0001fabf").json()["attributeScores"]["TOXICITY"]["spanScores"]
    assert [(span["begin"], span["end"]) for span in spans] == [(0, 8)]


@pytest.mark.parametrize("name", ["TOXICITY", "TOXICITY@6", "TOXICITY_EXPERIMENTAL", "INSULT_EXPERIMENTAL@2"])
def test_a_name_is_answered_as_it_was_asked(analyze: Ask, name: str) -> None:
    assert list(analyze("You silly goose.", name).json()["attributeScores"]) == [name]


def test_several_attributes_keep_the_order_asked(analyze: Ask) -> None:
    answer = analyze("You silly goose.", "THREAT", "TOXICITY", "INSULT")
    assert list(answer.json()["attributeScores"]) == ["THREAT", "TOXICITY", "INSULT"]


@pytest.mark.parametrize(
    "parameters",
    [None, {}, {"scoreType": "PROBABILITY"}, {"scoreType": None}, {"scoreType": "SCORE_TYPE_UNSPECIFIED"}],
)
def test_no_parameters_null_and_the_only_served_type_mean_the_same(analyze: Ask, parameters: object) -> None:
    answer = analyze(requestedAttributes={"TOXICITY": parameters})
    assert answer.json()["attributeScores"]["TOXICITY"]["summaryScore"] == score(0.4)


@pytest.mark.parametrize(
    ("threshold", "kept"),
    [
        (0.3, {"spans": [(0, 17), (18, 27)], "summary": True}),
        (0.4, {"spans": [(0, 17), (18, 27)], "summary": True}),
        ("0.4", {"spans": [(0, 17), (18, 27)], "summary": True}),
        (0.5, {"spans": [(0, 17)], "summary": True}),
        (0.95, {"spans": [], "summary": False}),
    ],
)
def test_scores_below_the_threshold_are_left_out(
    analyze: Ask, threshold: object, kept: dict[str, Any]
) -> None:
    wanted = {"TOXICITY": {"scoreThreshold": threshold}}
    answer = analyze("You stupid goose. So silly.", requestedAttributes=wanted, spanAnnotations=True)
    found = answer.json()["attributeScores"]["TOXICITY"]
    spans = [(span["begin"], span["end"]) for span in found.get("spanScores", [])]
    assert {"spans": spans, "summary": "summaryScore" in found} == kept


def test_values_are_32_bit_floats_in_their_shortest_spelling(make_client: MakeClient) -> None:
    client = make_client(FakeScorer({"goose": 0.862796123456}))
    body: dict[str, Any] = {"comment": {"text": "A goose."}, "requestedAttributes": {"TOXICITY": {}}}
    answer = client.post("/v1alpha1/comments:analyze", json=body)
    assert '"summaryScore":{"value":0.8627961,"type":"PROBABILITY"}' in answer.text


def test_a_score_of_zero_is_sent_with_its_value(make_client: MakeClient) -> None:
    client = make_client(FakeScorer({}, floor=0.0))
    body: dict[str, Any] = {"comment": {"text": "A goose."}, "requestedAttributes": {"TOXICITY": {}}}
    answer = client.post("/v1alpha1/comments:analyze", json=body).json()
    assert answer["attributeScores"]["TOXICITY"]["summaryScore"] == score(0.0)


def test_the_token_is_echoed_even_with_half_a_surrogate_pair(analyze: Ask) -> None:
    answer = analyze(clientToken="comment:7 \ud83e")
    assert answer.json()["clientToken"] == "comment:7 \ud83e"


@pytest.mark.parametrize("token", ["", None])
def test_no_token_is_sent_where_none_was_given(analyze: Ask, token: object) -> None:
    assert "clientToken" not in analyze(clientToken=token).json()


def test_what_need_not_be_there_may_be_null_and_what_is_unknown_is_ignored(analyze: Ask) -> None:
    nothing = ("context", "languages", "doNotStore", "sessionId", "communityId", "spanAnnotations")
    assert analyze(**dict.fromkeys(nothing), newField={"deep": [1]}).status_code == 200


def test_field_names_may_be_written_as_in_the_protocol_buffer(client: TestClient) -> None:
    body: dict[str, Any] = {
        "comment": {"text": "Hi."},
        "requested_attributes": {"TOXICITY": {}},
        "client_token": "t",
    }
    assert client.post("/v1alpha1/comments:analyze", json=body).json()["clientToken"] == "t"


@pytest.mark.parametrize(
    "context",
    [
        {"entries": [{"text": "x" * 1_000_000, "type": "PLAIN_TEXT"}]},
        {"articleAndParentComment": {"article": {"text": "An article."}, "parentComment": {"text": "Well."}}},
        {"entries": [], "articleAndParentComment": {"article": {"text": "An article."}}},
    ],
)
def test_a_context_is_accepted_and_changes_nothing(analyze: Ask, context: object) -> None:
    assert analyze(context=context).json() == analyze().json()


@pytest.mark.parametrize("content_type", ["application/json", "application/json;charset=utf-8", "text/plain"])
def test_the_body_is_read_as_json_whatever_it_calls_itself(client: TestClient, content_type: str) -> None:
    body = '\ufeff{"comment": {"text": "Grüße, you silly goose."}, "requestedAttributes": {"TOXICITY": {}}}'
    headers = {"content-type": content_type}
    answer = client.post("/v1alpha1/comments:analyze", content=body.encode(), headers=headers)
    assert answer.json()["attributeScores"]["TOXICITY"]["summaryScore"] == score(0.4)


@pytest.mark.parametrize(
    "query", ["prettyPrint=true", "prettyPrint=false", "callback=f", "alt=json", "alt=media"]
)
def test_standard_parameters_never_change_what_is_said(client: TestClient, query: str) -> None:
    query += "&quotaUser=me&uploadType=media&upload_protocol=raw&$.xgafv=2&access_token=a&oauth_token=o"
    body: dict[str, Any] = {"comment": {"text": "Silly."}, "requestedAttributes": {"TOXICITY": {}}}
    answer = client.post(f"/v1alpha1/comments:analyze?{query}", json=body)
    assert answer.json() == client.post("/v1alpha1/comments:analyze", json=body).json()
    assert ("\n" in answer.text) == ("prettyPrint=true" in query)


class HalfMap:
    """Perspective's scale as half of ours."""

    def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
        return [value / 2 for value in scores]


class MappedScorer(FakeScorer):
    scale_map = HalfMap()


@pytest.mark.parametrize(
    ("service_scale", "key_scale", "value"),
    [
        ("perspective", None, 0.2),
        ("sayso", None, 0.4),
        ("perspective", "sayso", 0.4),
        ("sayso", "perspective", 0.2),
    ],
)
def test_the_key_chooses_the_scale_and_else_the_service(
    make_client: MakeClient, service_scale: str, key_scale: Any, value: float
) -> None:
    client = make_client(MappedScorer(), scale=service_scale)
    _, secret = cast("Any", client.app).state.service.store.keys.create("test", scale=key_scale)
    body: dict[str, Any] = {
        "comment": {"text": "Silly."},
        "requestedAttributes": {"TOXICITY": {"scoreThreshold": value}},
    }
    answer = client.post("/v1alpha1/comments:analyze", params={"key": secret}, json=body).json()
    assert answer["attributeScores"]["TOXICITY"]["summaryScore"] == score(value)


def test_a_comment_that_the_model_could_not_read_says_so(analyze: Ask) -> None:
    assert analyze("Tea \u2400").json()["sayso"] == {
        "unjudged": [{"begin": 0, "end": 5, "reason": "unreadable"}]
    }
    assert "sayso" not in analyze("Tea.").json()


def test_sentences_that_the_model_could_not_read_are_named(analyze: Ask) -> None:
    answer = analyze("Tea is nice. \u2400 is not.", spanAnnotations=True).json()
    assert answer["sayso"] == {
        "unjudged": [
            {"begin": 0, "end": 22, "reason": "unreadable"},
            {"begin": 13, "end": 22, "reason": "unreadable"},
        ]
    }
