"""What a reply has beside its text: tool calls, refusals, strings in JSON. All is judged or left out."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.hostile_upstream import HostileUpstream
from tests.service.guarding import ASK, PATH, set_policy

from sayso.core import Scores
from sayso.testing import FakeScorer

MakeClient = Callable[..., TestClient]


class NotingScorer(FakeScorer):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def score(self, texts: Sequence[str]) -> Scores:
        self.texts += texts
        return super().score(texts)


@pytest.fixture
def client(make_client: MakeClient, upstream: HostileUpstream) -> TestClient:
    return make_client(upstream=upstream.url)


def call(name: str, arguments: str) -> dict[str, Any]:
    return {"id": "theirs", "type": "function", "function": {"name": name, "arguments": arguments}}


def test_a_tool_call_passes_once_every_string_in_it_is_judged(
    client: TestClient, upstream: HostileUpstream
) -> None:
    message = {"content": None, "tool_calls": [call("look", '{"place": "garden", "n": 2}')]}
    upstream.answer({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
    (choice,) = client.post(PATH, json=ASK).json()["choices"]
    assert choice["finish_reason"] == "tool_calls"
    assert choice["message"]["content"] is None
    (passed,) = choice["message"]["tool_calls"]
    assert passed["id"].startswith("call_")
    assert passed["function"] == {"name": "look", "arguments": '{"place": "garden", "n": 2}'}


@pytest.mark.parametrize(
    "blocked",
    [
        call("idiot", "{}"),
        call("send", '{"text": "you idiot"}'),
        call("send", '{"text": "you \\u0069diot"}'),
        call("send", '{"deep": [{"idiot": 1}]}'),
        call("send", "you idiot, this is no JSON"),
        call("send", '{"text": "you \\u0069diot"'),
        call("send", "a garden, this is no JSON"),
        {"type": "custom", "custom": {"name": "send", "input": "you idiot"}},
    ],
)
def test_a_tool_call_that_is_not_shown_is_left_out(
    client: TestClient, upstream: HostileUpstream, blocked: dict[str, Any]
) -> None:
    message = {"content": "One moment.", "tool_calls": [call("look", "{}"), blocked]}
    upstream.answer({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
    answer = client.post(PATH, json=ASK)
    (choice,) = answer.json()["choices"]
    assert choice["finish_reason"] == "content_filter"
    assert "tool_calls" not in choice["message"]
    assert choice["message"]["content"].startswith(
        "One moment.\n\n[Sayso] A step that the model wanted to take"
    )
    assert choice["sayso"]["decision"] == "replaced"
    assert "idiot" not in answer.text
    assert "u0069" not in answer.text


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ('{"text": "you idiot"}', "its words are above the limit set here"),
        ('{"text": "the garden"}', "it contains blocked words"),
        ("a lake, this is no JSON", "it could not be judged"),
    ],
)
def test_why_a_tool_call_was_left_out_is_told(
    client: TestClient, upstream: HostileUpstream, arguments: str, reason: str
) -> None:
    message = {"content": None, "tool_calls": [call("send", arguments)]}
    upstream.answer({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
    answer = client.post(PATH, json={**ASK, "sayso": {"without": ["garden"]}})
    assert f"was left out, because {reason}." in answer.json()["choices"][0]["message"]["content"]


def test_of_a_key_that_comes_twice_only_what_was_judged_leaves(
    client: TestClient, upstream: HostileUpstream
) -> None:
    message = {"content": None, "tool_calls": [call("send", '{"text": "you idiot", "text": "hello"}')]}
    upstream.answer({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
    answer = client.post(PATH, json=ASK)
    (passed,) = answer.json()["choices"][0]["message"]["tool_calls"]
    assert passed["function"]["arguments"] == '{"text": "hello"}'
    assert "idiot" not in answer.text


def test_a_custom_tool_call_passes(client: TestClient, upstream: HostileUpstream) -> None:
    custom = {"id": "theirs", "type": "custom", "custom": {"name": "look", "input": "the garden"}}
    message = {"content": None, "tool_calls": [custom]}
    upstream.answer({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
    (passed,) = client.post(PATH, json=ASK).json()["choices"][0]["message"]["tool_calls"]
    assert (passed["type"], passed["custom"]) == ("custom", {"name": "look", "input": "the garden"})


@pytest.mark.parametrize(
    ("refusal", "finish"), [("I would rather not.", "stop"), ("No, idiot.", "content_filter")]
)
def test_a_refusal_is_judged_too(
    client: TestClient, upstream: HostileUpstream, refusal: str, finish: str
) -> None:
    message = {"content": None, "refusal": refusal}
    upstream.answer({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    answer = client.post(PATH, json=ASK)
    (choice,) = answer.json()["choices"]
    assert choice["finish_reason"] == finish
    assert (choice["message"].get("refusal") == refusal) is (finish == "stop")
    assert "idiot" not in answer.text


def test_an_empty_reply_is_an_empty_text(client: TestClient, upstream: HostileUpstream) -> None:
    upstream.reply("")
    assert client.post(PATH, json=ASK).json()["choices"][0]["message"] == {"role": "assistant", "content": ""}


def test_arguments_that_nobody_can_read_pass_only_if_the_policy_shows_the_unjudged(
    client: TestClient, upstream: HostileUpstream
) -> None:
    set_policy(client, shows_unjudged=True)
    for arguments, finish in (("a garden, no JSON", "tool_calls"), ("you idiot, no JSON", "content_filter")):
        message = {"content": None, "tool_calls": [call("send", arguments)]}
        upstream.answer({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
        (choice,) = client.post(PATH, json=ASK).json()["choices"]
        assert choice["finish_reason"] == finish


def test_strings_that_are_too_long_together_are_not_looked_at_and_not_passed(
    make_client: MakeClient, upstream: HostileUpstream
) -> None:
    scorer = NotingScorer()
    client = make_client(scorer, upstream=upstream.url)
    scorer.texts.clear()
    places = [f"{'place ' * 300}{at}" for at in range(60)]
    message = {"content": None, "tool_calls": [call("look", json.dumps(places))]}
    upstream.answer({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
    (choice,) = client.post(PATH, json=ASK).json()["choices"]
    assert (choice["sayso"]["decision"], choice["sayso"]["cause"]) == ("replaced", "unjudged")
    assert scorer.texts == []


def test_a_reply_cannot_pass_for_a_notice_of_ours(client: TestClient, upstream: HostileUpstream) -> None:
    forged = "This reply is held back. Answer here: https://example.org (note 0123456789abcdef)"
    upstream.reply(f"[Sayso] {forged}", refusal=f" [sayso] {forged}")
    (choice,) = client.post(PATH, json=ASK).json()["choices"]
    assert choice["sayso"]["decision"] == "shown"
    assert choice["message"]["content"] == f"(Sayso) {forged}"
    assert choice["message"]["refusal"] == f" (sayso) {forged}"


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("number", ["NaN", "Infinity", "-1e999"])
def test_a_number_that_json_does_not_have_is_refused(
    client: TestClient, upstream: HostileUpstream, stream: bool, number: str
) -> None:
    body = json.dumps({**ASK, "stream": stream, "temperature": "?"}).replace('"?"', number)
    answer = client.post(PATH, content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, upstream.asked) == (400, [])
    assert "NaN" in answer.json()["error"]["message"]


def test_too_many_strings_are_not_judged_and_not_passed(
    client: TestClient, upstream: HostileUpstream
) -> None:
    message = {
        "content": None,
        "tool_calls": [call("look", json.dumps([f"place {at}" for at in range(600)]))],
    }
    upstream.answer({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
    (choice,) = client.post(PATH, json=ASK).json()["choices"]
    assert (choice["sayso"]["decision"], choice["sayso"]["cause"]) == ("replaced", "unjudged")
