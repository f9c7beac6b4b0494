"""The `fields` parameter: its grammar, what it keeps, what it refuses."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from sayso.web.perspective.errors import Refusal
from sayso.web.perspective.fields import Mask, check_fields, parse_fields, select_fields

ANSWER: dict[str, Any] = {
    "attributeScores": {
        "TOXICITY": {"summaryScore": {"value": 0.5, "type": "P"}, "spanScores": [{"begin": 0, "end": 2}]},
        "INSULT": {"summaryScore": {"value": 0.7, "type": "P"}},
    },
    "languages": ["en"],
}


@pytest.mark.parametrize(
    ("fields", "mask"),
    [
        ("", {}),
        ("a", {"a": {}}),
        ("a,b", {"a": {}, "b": {}}),
        (" a , b/c ", {"a": {}, "b": {"c": {}}}),
        ("a/b/c", {"a": {"b": {"c": {}}}}),
        ("a(b,c/d)", {"a": {"b": {}, "c": {"d": {}}}}),
        ("a/b(c,d(e))", {"a": {"b": {"c": {}, "d": {"e": {}}}}}),
        ("*/b", {"*": {"b": {}}}),
        ("a/b,a/c", {"a": {"b": {}, "c": {}}}),
        ("a,a/c", {"a": {}}),
        ("TOXICITY@6", {"TOXICITY@6": {}}),
    ],
)
def test_the_grammar(fields: str, mask: Mask) -> None:
    assert parse_fields(fields) == mask


@pytest.mark.parametrize(
    "fields",
    [",", "a,", "a//b", "a(", "a()", "a(b", "a)", "(a)", "a b", "a/", "ä!", "a" * 2049, "a/" * 17 + "a"],
)
def test_what_the_grammar_does_not_have(fields: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_fields(fields)
    assert caught.value.message == "Request contains an invalid argument."


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ("", ANSWER),
        ("*", ANSWER),
        ("languages", {"languages": ["en"]}),
        (
            "attributeScores/INSULT/summaryScore/value",
            {"attributeScores": {"INSULT": {"summaryScore": {"value": 0.7}}}},
        ),
        (
            "attributeScores/*/summaryScore/value,languages",
            {
                "attributeScores": {
                    "TOXICITY": {"summaryScore": {"value": 0.5}},
                    "INSULT": {"summaryScore": {"value": 0.7}},
                },
                "languages": ["en"],
            },
        ),
        (
            "attributeScores(*/spanScores/end,INSULT/summaryScore/type)",
            {
                "attributeScores": {
                    "TOXICITY": {"spanScores": [{"end": 2}]},
                    "INSULT": {"summaryScore": {"type": "P"}},
                }
            },
        ),
        (
            "attributeScores(*/spanScores/end,TOXICITY/summaryScore/type)",
            {
                "attributeScores": {
                    "TOXICITY": {"summaryScore": {"type": "P"}, "spanScores": [{"end": 2}]},
                    "INSULT": {},
                }
            },
        ),
        ("attributeScores/SPAM", {"attributeScores": {}}),
        ("*/INSULT/summaryScore/type", {"attributeScores": {"INSULT": {"summaryScore": {"type": "P"}}}}),
    ],
)
def test_what_a_selection_keeps(fields: str, kept: dict[str, Any]) -> None:
    assert select_fields(parse_fields(fields), ANSWER) == kept


SHAPE: dict[str, Any] = {"a": {"b": {}}, "leaf": {}, "map": {"*": {"c": {}}}}


@pytest.mark.parametrize("fields", ["a", "a/b", "*/b,map", "*/*/c", "map/anything/c", "map/*/c", "map/*/*"])
def test_paths_that_an_answer_can_have(fields: str) -> None:
    check_fields(parse_fields(fields), SHAPE)


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ("x", "x"),
        ("a/x", "a/x"),
        ("a/b/c", "a/b/c"),
        ("map/k/x", "map/k/x"),
        ("a,map/*/x", "map/*/x"),
        ("leaf/x", "leaf/x"),
        ("*/*/*/*", "*/*/*/*"),
    ],
)
def test_paths_that_no_answer_has(fields: str, path: str) -> None:
    with pytest.raises(Refusal) as caught:
        check_fields(parse_fields(fields), SHAPE)
    description = f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'."
    assert caught.value.details[0]["fieldViolations"] == [{"field": path, "description": description}]


names = st.sampled_from(["a", "b", "c", "*"])
masks: st.SearchStrategy[Mask] = st.recursive(
    st.just(Mask()), lambda inner: st.dictionaries(names, inner, max_size=3), max_leaves=8
)
values = st.recursive(
    st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=10,
)
contents = st.dictionaries(st.sampled_from("abc"), values, max_size=3)


def spell(mask: Mask) -> str:
    return ",".join(f"{name}({spell(below)})" if below else name for name, below in mask.items())


@given(masks)
def test_a_spelled_mask_is_read_back(mask: Mask) -> None:
    assert parse_fields(spell(mask)) == mask


@given(masks, contents)
def test_selecting_twice_selects_no_less_than_once(mask: Mask, content: dict[str, Any]) -> None:
    once = select_fields(mask, content)
    assert select_fields(mask, once) == once


@given(masks.filter(bool), contents)
def test_only_named_fields_are_kept(mask: Mask, content: dict[str, Any]) -> None:
    named = set(content) if "*" in mask else set(content) & set(mask)
    assert set(select_fields(mask, content)) <= named


@given(st.text(max_size=50))
def test_any_text_is_read_or_refused(fields: str) -> None:
    try:
        mask = parse_fields(fields)
    except Refusal:
        return
    assert select_fields(mask, {}) == {}


def test_the_service_sends_only_the_fields_asked_for(client: TestClient) -> None:
    body: dict[str, Any] = {
        "comment": {"text": "You silly goose."},
        "requestedAttributes": {"TOXICITY": {}, "INSULT": {}},
    }
    fields = "attributeScores/INSULT/summaryScore/value,languages"
    answer = client.post("/v1alpha1/comments:analyze", params={"fields": fields}, json=body)
    assert answer.json() == {
        "attributeScores": {"INSULT": {"summaryScore": {"value": 0.4}}},
        "languages": ["en"],
    }


@pytest.mark.parametrize("method", ["analyze", "suggestscore"])
def test_the_service_refuses_fields_that_its_answer_never_has(client: TestClient, method: str) -> None:
    answer = client.post(f"/v1alpha1/comments:{method}", params={"fields": "summary"}, content=b"{}")
    description = "Error expanding 'fields' parameter. Cannot find matching fields for path 'summary'."
    assert answer.status_code == 400
    assert answer.json()["error"] == {
        "code": 400,
        "message": "Request contains an invalid argument.",
        "status": "INVALID_ARGUMENT",
        "details": [
            {
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": [{"field": "summary", "description": description}],
            }
        ],
    }
