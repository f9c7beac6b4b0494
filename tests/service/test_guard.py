"""`/v1/chat/completions` and `/v1/models` in front of a server that answers whole."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.hostile_upstream import HostileUpstream, Script
from tests.service.guarding import ASK, PATH, service_of, set_policy

from sayso.core import Attribute, Scores
from sayso.testing import FakeScorer
from sayso.web.http.logs import configure_logs

MakeClient = Callable[..., TestClient]


class FailingScorer(FakeScorer):
    def score(self, texts: Sequence[str]) -> Scores:
        raise KeyError(texts[0])


@pytest.fixture
def client(make_client: MakeClient, upstream: HostileUpstream) -> TestClient:
    return make_client(upstream=upstream.url)


def test_a_reply_under_the_limit_is_shown_in_openais_shape(
    client: TestClient, upstream: HostileUpstream
) -> None:
    upstream.reply("The garden looks lovely.")
    answer = client.post(PATH, json=ASK)
    assert answer.status_code == 200
    body = answer.json()
    assert body.pop("id").startswith("chatcmpl-")
    assert body.pop("created") > 1_700_000_000
    note = body.pop("sayso")
    assert body == {
        "object": "chat.completion",
        "model": "asked-for",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": "The garden looks lovely."},
                "finish_reason": "stop",
                "logprobs": None,
                "sayso": note,
            }
        ],
        "usage": {"prompt_tokens": 3, "completion_tokens": 5, "total_tokens": 8},
    }
    assert (note["decision"], note["score"], note["cause"]) == ("shown", 0.02, "under")
    assert (note["model"], note["policy"]) == ("fake.v1", 0)
    assert note["message"] == "This reply is shown: nothing in it reaches the limit of 0.35."


def test_a_reply_at_the_hard_limit_gives_way_to_the_default_message(
    client: TestClient, upstream: HostileUpstream
) -> None:
    set_policy(client, default_message="Not here, please.")
    upstream.reply("You idiot.")
    answer = client.post(PATH, json=ASK)
    assert answer.status_code == 200
    (choice,) = answer.json()["choices"]
    assert choice["finish_reason"] == "content_filter"
    assert choice["message"]["content"].startswith("[Sayso] Not here, please. (note ")
    assert choice["sayso"]["decision"] == "replaced"
    assert "idiot" not in answer.text


def test_each_choice_is_judged_for_itself(client: TestClient, upstream: HostileUpstream) -> None:
    upstream.reply("The garden.", "You idiot.", "The birds sing.")
    answer = client.post(PATH, json={**ASK, "n": 3})
    choices = answer.json()["choices"]
    assert [choice["finish_reason"] for choice in choices] == ["stop", "content_filter", "stop"]
    assert answer.json()["sayso"] == choices[0]["sayso"]
    assert "idiot" not in answer.text


def test_nothing_that_we_do_not_know_comes_through(client: TestClient, upstream: HostileUpstream) -> None:
    bad = "you idiot"
    message = {
        "role": bad,
        "content": [
            {"type": "text", "text": "The "},
            {"type": "text", "text": "garden."},
            {"type": bad, "text": bad},
        ],
        "reasoning": bad,
        "reasoning_content": bad,
        "audio": {"transcript": bad},
        "annotations": [{"title": bad}],
        "function_call": {"name": bad},
    }
    choice = {"index": 0, "message": message, "finish_reason": bad, "logprobs": {"content": [{"token": bad}]}}
    upstream.answer(
        {"id": bad, "model": bad, "choices": [choice], "system_fingerprint": bad, bad: bad, "usage": {bad: 1}}
    )
    answer = client.post(PATH, json=ASK)
    assert answer.json()["choices"][0]["message"] == {"role": "assistant", "content": "The garden."}
    assert answer.json()["choices"][0]["finish_reason"] == "stop"
    assert "idiot" not in answer.text


def test_logprobs_of_a_shown_reply_pass(client: TestClient, upstream: HostileUpstream) -> None:
    token = {"token": "Hello", "logprob": -0.25, "bytes": None, "top_logprobs": [{"token": "idiot"}]}
    choice = {
        "index": 0,
        "message": {"content": "Hello"},
        "finish_reason": "length",
        "logprobs": {"content": [token]},
    }
    upstream.answer({"choices": [choice]})
    answer = client.post(PATH, json={**ASK, "logprobs": True, "top_logprobs": 3})
    (kept,) = answer.json()["choices"][0]["logprobs"]["content"]
    assert (kept["token"], kept["logprob"], kept["top_logprobs"]) == ("Hello", -0.25, [])
    assert answer.json()["choices"][0]["finish_reason"] == "length"
    assert "idiot" not in answer.text


def test_unknown_fields_of_a_request_pass_through(client: TestClient, upstream: HostileUpstream) -> None:
    upstream.reply("Hello.")
    extra = {"temperature": 0.3, "top_k": 4, "user": "ann", "metadata": {"a": [1, None]}, "stop": None}
    client.post(PATH, json={**ASK, **extra, "sayso": {"without": []}})
    assert upstream.asked == [{**ASK, **extra, "stream": False}]


def test_a_server_that_streams_unasked_gets_nothing_past(
    client: TestClient, upstream: HostileUpstream
) -> None:
    upstream.stream("You idiot.")
    answer = client.post(PATH, json={**ASK, "stream": False})
    assert answer.status_code == 502
    assert "idiot" not in answer.text


@pytest.mark.parametrize("value", ["true", 1, "yes"])
def test_stream_is_a_boolean_and_nothing_else(
    client: TestClient, upstream: HostileUpstream, value: Any
) -> None:
    answer = client.post(PATH, json={**ASK, "stream": value})
    assert answer.status_code == 400
    assert answer.json()["error"]["param"] == "stream"
    assert upstream.asked == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"messages": []},
        {"messages": "hello"},
        {"messages": ["hello"]},
        {**ASK, "n": 0},
        {**ASK, "n": 129},
        {**ASK, "n": "2"},
        {**ASK, "sayso": {"without": [""]}},
        {**ASK, "sayso": {"without": ["x" * 201]}},
        {**ASK, "sayso": {"without": ["x"] * 21}},
        {**ASK, "sayso": "x"},
    ],
)
def test_a_request_of_the_wrong_shape_is_refused_in_openais(client: TestClient, body: Any) -> None:
    answer = client.post(PATH, json=body)
    assert answer.status_code == 400
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}


def test_without_a_server_it_is_said_how_to_name_one(make_client: MakeClient) -> None:
    client = make_client()
    for answer in (
        client.post(PATH, json=ASK),
        client.post(PATH, json={**ASK, "stream": True}),
        client.get("/v1/models"),
    ):
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "missing_upstream"
        assert "SAYSO_UPSTREAM" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("status", "ours", "code"),
    [
        (400, 400, "bad_input"),
        (401, 502, "remote_refused"),
        (404, 400, "bad_input"),
        (429, 503, "server_is_overloaded"),
        (500, 502, "remote_broken"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_what_the_server_says_of_its_failure_stays_there(
    client: TestClient, upstream: HostileUpstream, status: int, ours: int, code: str, stream: bool
) -> None:
    upstream.answer({"error": {"message": "you idiot", "code": "idiot"}}, status=status)
    answer = client.post(PATH, json={**ASK, "stream": stream})
    assert answer.status_code == ours
    error = answer.json()["error"]
    assert error["code"] == code
    assert f"status {status}" in error["message"]
    assert "idiot" not in answer.text


def test_a_server_that_is_not_there_is_a_bad_gateway(make_client: MakeClient) -> None:
    client = make_client(upstream="http://127.0.0.1:9")
    answer = client.post(PATH, json=ASK)
    assert answer.status_code == 502
    assert "cannot be reached" in answer.json()["error"]["message"]
    assert 'sayso_upstream_failures_total{kind="unreachable"} 1.0' in client.get("/metrics").text


def test_a_scorer_that_fails_leaves_the_reply_unshown(
    make_client: MakeClient, upstream: HostileUpstream
) -> None:
    client = make_client(FailingScorer(), upstream=upstream.url)
    upstream.reply("The garden looks lovely.")
    answer = client.post(PATH, json=ASK)
    assert answer.status_code == 200
    (choice,) = answer.json()["choices"]
    assert (choice["sayso"]["decision"], choice["sayso"]["cause"]) == ("replaced", "unjudged")
    assert choice["sayso"]["score"] is None
    assert "could not be judged" in choice["message"]["content"]
    assert "garden" not in answer.text


def test_a_policy_may_show_what_cannot_be_judged(make_client: MakeClient, upstream: HostileUpstream) -> None:
    client = make_client(FailingScorer(), upstream=upstream.url)
    set_policy(client, shows_unjudged=True)
    upstream.reply("The garden looks lovely.")
    (choice,) = client.post(PATH, json=ASK).json()["choices"]
    assert (choice["sayso"]["decision"], choice["sayso"]["cause"]) == ("shown", "unjudged")
    assert choice["message"]["content"] == "The garden looks lovely."


def say(content: Any) -> dict[str, Any]:
    return {**ASK, "messages": [{"role": "user", "content": content}]}


def test_prompts_pass_unless_the_policy_judges_them(client: TestClient, upstream: HostileUpstream) -> None:
    upstream.reply("Hello.")
    assert client.post(PATH, json=say("you idiot")).status_code == 200
    set_policy(client, judges_prompts=True)
    for content in (
        "you idiot",
        [{"type": "text", "text": "you idiot"}],
        [{"type": "input_text", "text": "you idiot"}],
        ["you idiot"],
    ):
        answer = client.post(PATH, json=say(content))
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "content_filter"
        assert "idiot" not in answer.text
    assert client.post(PATH, json=say("you silly goose")).status_code == 200
    assert len(upstream.asked) == 2


def test_a_prompt_that_cannot_be_judged_does_not_pass(
    make_client: MakeClient, upstream: HostileUpstream
) -> None:
    client = make_client(FailingScorer(), upstream=upstream.url)
    set_policy(client, judges_prompts=True)
    assert client.post(PATH, json=ASK).status_code == 500
    assert upstream.asked == []


@pytest.mark.parametrize(("shows", "status"), [(False, 413), (True, 200)])
def test_a_prompt_too_long_to_judge_passes_only_if_the_policy_says_so(
    client: TestClient, upstream: HostileUpstream, shows: bool, status: int
) -> None:
    set_policy(client, judges_prompts=True, shows_unjudged=shows)
    upstream.reply("Hello.")
    assert client.post(PATH, json=say("word " * 20_001)).status_code == status


def test_a_policy_that_watches_what_the_model_cannot_score_lets_no_prompt_pass(
    client: TestClient, upstream: HostileUpstream
) -> None:
    set_policy(client, attributes=(Attribute.SEXUALLY_EXPLICIT,), judges_prompts=True)
    answer = client.post(PATH, json=ASK)
    assert answer.status_code == 400
    assert "SEXUALLY_EXPLICIT" in answer.json()["error"]["message"]
    assert upstream.asked == []


def test_a_client_can_send_our_key_and_one_for_the_server(
    make_client: MakeClient, upstream: HostileUpstream
) -> None:
    client = make_client(upstream=upstream.url, auth="keys")
    upstream.reply("Hello.")
    _, secret = service_of(client).store.keys.create("site")
    headers = {"Authorization": "Bearer theirs", "x-api-key": secret}
    assert client.post(PATH, json=ASK, headers=headers).status_code == 200
    assert [headers["authorization"] for headers in upstream.headers] == ["Bearer theirs"]


def test_each_choice_is_charged(make_client: MakeClient, upstream: HostileUpstream) -> None:
    client = make_client(upstream=upstream.url, auth="keys")
    upstream.reply("Hello.")
    _, secret = service_of(client).store.keys.create("site", per_minute=3)
    headers = {"Authorization": f"Bearer {secret}"}
    assert client.post(PATH, json={**ASK, "n": 2}, headers=headers).headers["x-ratelimit-remaining"] == "1"
    answer = client.post(PATH, json={**ASK, "n": 2}, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "rate_limit_exceeded")
    assert client.post(PATH, json=ASK).status_code == 401


def test_a_key_of_ours_is_never_passed_on(make_client: MakeClient, upstream: HostileUpstream) -> None:
    client = make_client(upstream=upstream.url)
    upstream.reply("Hello.")
    keys = service_of(client).store.keys
    _, secret = keys.create("site")
    old, revoked = keys.create("old")
    keys.revoke(old.id)
    for bearer in (secret, revoked, "theirs"):
        client.post(PATH, json=ASK, headers={"Authorization": f"Bearer {bearer}"})
    client.post(PATH, json=ASK, headers={"x-api-key": "theirs"})
    assert [headers.get("authorization") for headers in upstream.headers] == [
        None,
        None,
        "Bearer theirs",
        None,
    ]


def test_the_key_that_is_set_comes_before_the_clients(
    make_client: MakeClient, upstream: HostileUpstream
) -> None:
    client = make_client(upstream=upstream.url, upstream_key="set-here")
    upstream.reply("Hello.")
    client.post(PATH, json=ASK, headers={"Authorization": "Bearer theirs"})
    assert upstream.headers[0]["authorization"] == "Bearer set-here"


def test_models_are_listed_by_name_alone(client: TestClient, upstream: HostileUpstream) -> None:
    entries = [
        {
            "id": "smollm2",
            "object": "model",
            "created": 5,
            "owned_by": "you idiot",
            "description": "you idiot",
        },
        {"id": "org/model:8b"},
        {"id": "you idiot"},
        {"id": 3},
        "you idiot",
        {"id": "smollm2"},
    ]
    upstream.answer({"object": "list", "data": entries, "note": "you idiot"})
    answer = client.get("/v1/models")
    assert answer.json() == {
        "object": "list",
        "data": [
            {"id": name, "object": "model", "created": 0, "owned_by": "upstream"}
            for name in ("smollm2", "org/model:8b")
        ],
    }


@pytest.mark.parametrize("value", [[], {"data": "x"}, {}, 3])
def test_a_list_of_models_that_is_none_is_empty(
    client: TestClient, upstream: HostileUpstream, value: Any
) -> None:
    upstream.answer(value)
    assert client.get("/v1/models").json() == {"object": "list", "data": []}


def test_replies_are_counted(client: TestClient, upstream: HostileUpstream) -> None:
    upstream.reply("Hello.", "You idiot.")
    client.post(PATH, json={**ASK, "n": 2})
    page = client.get("/metrics").text
    assert 'sayso_guard_replies_total{decision="shown",mode="plain"} 1.0' in page
    assert 'sayso_guard_replies_total{decision="replaced",mode="plain"} 1.0' in page


@pytest.mark.usefixtures("restored_loggers")
def test_neither_prompt_nor_reply_is_logged(
    make_client: MakeClient, upstream: HostileUpstream, capsys: pytest.CaptureFixture[str]
) -> None:
    client = make_client(FailingScorer(), upstream=upstream.url)
    configure_logs(level="debug", form="json")
    upstream.play(
        Script([b'{"choices": [{"message": {"content": "what it said"}}]}'], content_type="application/json"),
        Script([b'data: {"choices": [{"delta": {"content": "what it said"}}]}\n\ndata: {"what it said"']),
        Script([b"what it said"], 500),
    )
    ask = say("what a person wrote")
    for body in (ask, {**ask, "stream": True}, ask):
        client.post(PATH, json=body)
    printed = capsys.readouterr().err
    assert printed.count('"request"') == 3
    assert "what" not in printed


def test_models_whose_names_are_over_the_limit_are_left_out(
    client: TestClient, upstream: HostileUpstream
) -> None:
    names = ["smollm2", "you.stupid.idiot", "you-idiot:8b", "IDIOT", "silly-8b"]
    upstream.answer({"data": [{"id": name} for name in names]})
    assert [entry["id"] for entry in client.get("/v1/models").json()["data"]] == ["smollm2", "silly-8b"]


def test_models_are_not_listed_while_their_names_cannot_be_judged(
    make_client: MakeClient, upstream: HostileUpstream
) -> None:
    client = make_client(FailingScorer(), upstream=upstream.url)
    upstream.answer({"data": [{"id": "smollm2"}]})
    assert client.get("/v1/models").json()["data"] == []
    set_policy(client, shows_unjudged=True)
    assert [entry["id"] for entry in client.get("/v1/models").json()["data"]] == ["smollm2"]


def test_a_reply_that_the_model_could_not_read_is_not_shown(
    client: TestClient, upstream: HostileUpstream
) -> None:
    upstream.reply("The garden \u2400 looks lovely.")
    note = client.post(PATH, json=ASK).json()["sayso"]
    assert (note["decision"], note["cause"], note["score"]) == ("replaced", "unjudged", None)
    set_policy(client, shows_unjudged=True)
    note = client.post(PATH, json=ASK).json()["sayso"]
    assert (note["decision"], note["cause"]) == ("shown", "unjudged")
