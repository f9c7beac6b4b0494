"""Every refusal of the specification: type, message, shape; and never a word of the comment."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

Ask = Callable[..., Any]

ANALYZER_ERROR = "type.googleapis.com/google.commentanalyzer.v1alpha1.Error"
BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest"
BOTH_CONTEXTS = {"entries": [{"text": "a"}], "articleAndParentComment": {"article": {"text": "b"}}}

REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"comment": {"text": ""}}, "COMMENT_EMPTY", "Comment must be non-empty."),
    ({"comment": {}}, "COMMENT_EMPTY", "Comment must be non-empty."),
    ({"comment": None}, "COMMENT_EMPTY", "Comment must be non-empty."),
    ({"comment": {"text": " \n\t"}}, "COMMENT_EMPTY", "Comment must be non-empty."),
    ({"comment": {"text": "x" * 20_481}}, "COMMENT_TOO_LONG", "Comment text too long."),
    ({"comment": {"text": "é" * 10_241}}, "COMMENT_TOO_LONG", "Comment text too long."),
    ({"comment": {"text": "\ud83e" * 6_827}}, "COMMENT_TOO_LONG", "Comment text too long."),
    ({"requestedAttributes": {}}, "NO_REQUESTED_ATTRIBUTES", "Missing requested_attributes"),
    ({"requestedAttributes": None}, "NO_REQUESTED_ATTRIBUTES", "Missing requested_attributes"),
    ({"requestedAttributes": {"SPAM": {}}}, "INVALID_REQUEST", "Unknown requested attribute: SPAM"),
    ({"requestedAttributes": {"toxicity": {}}}, "INVALID_REQUEST", "Unknown requested attribute: toxicity"),
    (
        {"requestedAttributes": {"SEXUALLY_EXPLICIT": {}}},
        "INVALID_REQUEST",
        "Unknown requested attribute: SEXUALLY_EXPLICIT",
    ),
    (
        {"requestedAttributes": {"X" * 99: {}}},
        "INVALID_REQUEST",
        f"Unknown requested attribute: {'X' * 80}...",
    ),
    (
        {"requestedAttributes": {"INSULT": {"scoreType": "RAW"}}},
        "INVALID_REQUEST",
        "Requested score type RAW is not supported by attribute INSULT",
    ),
    (
        {"comment": {"text": "<b>Hi</b>", "type": "HTML"}},
        "INVALID_REQUEST",
        "Currently, only 'PLAIN_TEXT' comments are supported",
    ),
    ({"comment": {"text": "Hi", "type": "MARKDOWN"}}, "INVALID_REQUEST", "Unknown text type"),
    (
        {"requestedAttributes": {"\ud800": {}}},
        "INVALID_REQUEST",
        "Unknown requested attribute: \ud800",
    ),
    (
        {"requestedAttributes": {"INSULT": {"scoreType": "\ud800"}}},
        "INVALID_REQUEST",
        "Requested score type \ud800 is not supported by attribute INSULT",
    ),
    (
        {"languages": ["\ud800"]},
        "INVALID_REQUEST",
        "languages[0] is not a language code such as en or pt-BR",
    ),
    (
        {"context": BOTH_CONTEXTS},
        "INVALID_REQUEST",
        "Context can have either entries or article_and_parent_comment, but both fields were populated.",
    ),
]


@pytest.mark.parametrize(("more", "error_type", "message"), REFUSED)
def test_a_request_that_cannot_be_served(
    analyze: Ask, more: dict[str, Any], error_type: str, message: str
) -> None:
    answer = analyze("Hello there.", **more)
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/json; charset=UTF-8"
    assert answer.json() == {
        "error": {
            "code": 400,
            "message": message,
            "status": "INVALID_ARGUMENT",
            "details": [{"@type": ANALYZER_ERROR, "errorType": error_type}],
        }
    }


@pytest.mark.parametrize("text", ["x" * 20_480, "é" * 10_240, "\ud83e" * 6_826, "\0"])
def test_the_longest_comment_and_the_oddest_are_served(analyze: Ask, text: str) -> None:
    assert analyze(text, languages=["en"]).status_code == 200


def test_unsupported_attributes_can_be_dropped(analyze: Ask) -> None:
    answer = analyze("You silly goose.", "SPAM", "INSULT", "FLIRTATION", dropUnsupportedAttributes=True)
    assert list(answer.json()["attributeScores"]) == ["INSULT"]


def test_with_all_attributes_dropped_the_scores_are_there_and_empty(analyze: Ask) -> None:
    answer = analyze("You silly goose.", "SPAM", dropUnsupportedAttributes=True)
    assert answer.json() == {"attributeScores": {}, "languages": ["en"], "detectedLanguages": ["en"]}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"comment": ', "Invalid JSON payload received. Expecting value at line 1, column 13."),
        (b"[]", "Invalid JSON payload received. Root element must be a message."),
        (b'"secret words"', "Invalid JSON payload received. Root element must be a message."),
        (b'{"comment": "\xff"}', "Invalid JSON payload received. Byte 13 is not UTF-8."),
        (b'{"a": NaN}', "Invalid JSON payload received. NaN is not a JSON number."),
        (b"[" * 200_000, "Invalid JSON payload received. Nested too deeply, or a number too long."),
        (
            b'{"a": ' + b"1" * 5_000 + b"}",
            "Invalid JSON payload received. Nested too deeply, or a number too long.",
        ),
    ],
)
def test_a_body_that_is_no_json_object(client: TestClient, body: bytes, message: str) -> None:
    answer = client.post("/v1alpha1/comments:analyze", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == {
        "code": 400,
        "message": message,
        "status": "INVALID_ARGUMENT",
        "details": [{"@type": BAD_REQUEST, "fieldViolations": [{"description": message}]}],
    }


def test_an_empty_body_is_an_empty_message(client: TestClient) -> None:
    error = client.post("/v1alpha1/comments:analyze").json()["error"]
    assert error["details"][0]["errorType"] == "COMMENT_EMPTY"


@pytest.mark.parametrize(
    ("more", "path", "wire_type"),
    [
        ({"comment": "secret words"}, "comment", "TYPE_MESSAGE"),
        ({"comment": {"text": ["secret words"]}}, "comment.text", "TYPE_STRING"),
        ({"comment": {"text": 5}}, "comment.text", "TYPE_STRING"),
        ({"requestedAttributes": ["TOXICITY"]}, "requestedAttributes", "TYPE_MESSAGE"),
        ({"requestedAttributes": {"INSULT": 1}}, "requestedAttributes.INSULT", "TYPE_MESSAGE"),
        (
            {"requestedAttributes": {"INSULT": {"scoreThreshold": "high"}}},
            "requestedAttributes.INSULT.scoreThreshold",
            "TYPE_FLOAT",
        ),
        ({"languages": "en"}, "languages", "TYPE_LIST"),
        ({"languages": ["en", 5]}, "languages[1]", "TYPE_STRING"),
        ({"spanAnnotations": "maybe"}, "spanAnnotations", "TYPE_BOOL"),
        ({"context": {"entries": [{"text": 1}]}}, "context.entries[0].text", "TYPE_STRING"),
        ({"clientToken": 5}, "clientToken", "TYPE_STRING"),
        ({"clientToken": "t" * 4097}, "clientToken", "TYPE_STRING, at most 4096 characters"),
    ],
)
def test_a_value_of_the_wrong_type_is_named_by_its_path(
    analyze: Ask, more: dict[str, Any], path: str, wire_type: str
) -> None:
    answer = analyze("Hello there.", **more)
    message = f"Invalid value at '{path}' ({wire_type})."
    assert answer.json()["error"] == {
        "code": 400,
        "message": message,
        "status": "INVALID_ARGUMENT",
        "details": [{"@type": BAD_REQUEST, "fieldViolations": [{"field": path, "description": message}]}],
    }
    assert "secret words" not in answer.text


@pytest.mark.parametrize(
    ("method", "path", "code", "status"),
    [
        ("GET", "/v1alpha1/comments:analyze", 405, "UNIMPLEMENTED"),
        ("POST", "/v1alpha1/comments:praise", 404, "NOT_FOUND"),
    ],
)
def test_other_addresses_fail_in_the_same_shape(
    client: TestClient, method: str, path: str, code: int, status: str
) -> None:
    answer = client.request(method, path)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["status"]) == (code, code, status)


def test_a_body_over_the_limit_fails_in_the_same_shape(make_client: Callable[..., TestClient]) -> None:
    answer = make_client(max_body_bytes=1024).post("/v1alpha1/comments:analyze", content=b"x" * 1025)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, 413)


lone_surrogates = st.text(st.characters(categories=["Cs"]), min_size=1, max_size=3)  # rare by themselves
any_text = st.text(st.characters(exclude_categories=())) | lone_surrogates
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=5,
)
field_names = st.sampled_from(
    ["comment", "context", "requestedAttributes", "languages", "doNotStore", "clientToken", "attributeScores"]
)
names = st.sampled_from(["TOXICITY", "INSULT@2", "SPAM"]) | any_text
scores = st.fixed_dictionaries({}, optional={"value": st.floats(-1, 2), "type": any_text})
likely_bodies = st.fixed_dictionaries(
    {
        "comment": st.fixed_dictionaries({"text": any_text | json_values}, optional={"type": json_values}),
        "requestedAttributes": st.dictionaries(names, json_values),
        "attributeScores": st.dictionaries(names, json_values),
    },
    optional={"languages": json_values, "context": json_values, "spanAnnotations": st.booleans()},
)
sound_but_for_strings = st.fixed_dictionaries(
    {
        "comment": st.just({"text": "Hello there."}) | st.fixed_dictionaries({"text": any_text}),
        "requestedAttributes": st.dictionaries(
            names, st.fixed_dictionaries({}, optional={"scoreType": any_text}), max_size=2
        ),
        "attributeScores": st.dictionaries(
            names, st.fixed_dictionaries({}, optional={"summaryScore": scores}), max_size=2
        ),
    },
    optional={"languages": st.lists(any_text, max_size=2), "clientToken": any_text, "communityId": any_text},
)
bodies = st.dictionaries(field_names, json_values) | likely_bodies | sound_but_for_strings


@settings(max_examples=300, deadline=None)
@given(body=bodies, method=st.sampled_from(["analyze", "suggestscore"]))
def test_no_json_whatever_makes_the_service_fail(client: TestClient, body: object, method: str) -> None:
    answer = client.post(f"/v1alpha1/comments:{method}", content=json.dumps(body))
    assert answer.status_code in (200, 400)
    assert ("error" in answer.json()) == (answer.status_code == 400)
