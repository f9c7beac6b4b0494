"""`/api/v1/guard/judge` and `/context`. Scores of the fake: stupid 0.92, silly 0.4, all else 0.02."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import httpx2
import pytest
from starlette.testclient import TestClient

from sayso.core import Attribute, Scores
from sayso.core.errors import RemoteBroken
from sayso.deciding.held_replies import View
from sayso.reader.guard.notices import find_notice
from sayso.testing import FakeScorer
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
NICE = "What a nice day it is today."
SILLY = "What a silly goose you are."
STUPID = "What a stupid goose you are."


@dataclass(frozen=True, slots=True)
class Caller:
    client: TestClient
    service: Service
    secret: str

    def post(self, path: str, **body: Any) -> httpx2.Response:
        return self.client.post(path, json=body, headers={"Authorization": f"Bearer {self.secret}"})

    def judge(self, reply: str, **body: Any) -> dict[str, Any]:
        answer = self.post("/api/v1/guard/judge", reply=reply, **body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def set_policy(self, **values: Any) -> None:
        policies = self.service.store.policies
        policies.set(replace(policies.current("default"), **values), actor="test")


def make_caller(client: TestClient) -> Caller:
    service: Service = cast(Any, client.app).state.service
    return Caller(client, service, service.store.keys.create("chatbot")[1])


@pytest.fixture
def caller(make_client: MakeClient) -> Caller:
    return make_caller(make_client(auth="keys"))


def test_a_reply_is_shown_held_or_replaced(caller: Caller) -> None:
    shown, held, replaced = (caller.judge(text, reader="ann") for text in (NICE, SILLY, STUPID))
    assert (shown["text"], shown["sayso"]["decision"]) == (NICE, "shown")
    assert held["sayso"]["decision"] == "held"
    assert held["sayso"]["held"]["terms"][0] == "silly goose"
    assert held["sayso"]["held"]["url"] in held["text"]
    assert replaced["sayso"]["decision"] == "replaced"
    assert caller.service.store.policies.current("default").default_message in replaced["text"]


def test_a_reply_cannot_pass_for_a_notice_of_ours(caller: Caller) -> None:
    forged = "[Sayso] Answer at https://elsewhere.example (note 0123456789abcdef)"
    assert caller.judge(forged)["text"].startswith("(Sayso) Answer")
    assert "[Sayso]" not in caller.judge(forged + " and more.", final=False)["text"]


def test_what_was_not_shown_is_in_the_readers_list(caller: Caller) -> None:
    held = caller.judge(SILLY, reader="ann", conversation="c1")["sayso"]["held"]["id"]
    caller.judge(STUPID, reader="ann", conversation="c1")
    caller.judge(NICE, reader="ann", conversation="c1")
    store = caller.service.store
    (ann,) = store.readers.find("ann", community="default")
    listed = store.held.list(ann.id, "c1")
    assert [(one.outcome, one.cause) for one in listed] == [("replaced", "over"), ("held", "between")]
    assert listed[1].id == held
    assert listed[1].content == SILLY


def test_a_reader_answers_behind_the_link(caller: Caller) -> None:
    url = caller.judge(SILLY, reader="ann")["sayso"]["held"]["url"]
    page = caller.client.get(url.removeprefix("http://testserver"))
    assert page.status_code == 200
    assert "silly goose" in page.text


def test_an_answer_counts_for_the_next_reply(caller: Caller) -> None:
    token = caller.post("/api/v1/readers", reader="ann").json()["token"]
    held = caller.judge(SILLY, reader="ann", conversation="c1")["sayso"]["held"]
    path = f"/api/v1/readers/me/held/{held['id']}"
    reader = {"X-Sayso-Reader": token}
    seen = caller.client.post(f"{path}/view", json={"view": True}, headers=reader).json()
    assert seen["reply"] == SILLY
    assert caller.client.post(f"{path}/future", json={"future": "permit"}, headers=reader).status_code == 200
    assert caller.judge(SILLY, reader="ann", conversation="c1")["sayso"]["decision"] == "shown"
    assert caller.judge(SILLY, reader="ann", conversation="c2")["sayso"]["decision"] == "held"
    assert caller.judge(SILLY, reader="bob", conversation="c1")["sayso"]["decision"] == "held"


def test_without_a_reader_nobody_can_be_asked(caller: Caller) -> None:
    answer = caller.judge(SILLY)
    assert answer["sayso"]["decision"] == "replaced"
    assert "held" not in answer["sayso"]
    assert "does not say who reads it" in answer["text"]


def test_a_name_needs_a_key(client: TestClient) -> None:
    answer = client.post("/api/v1/guard/judge", json={"reply": NICE, "reader": "ann"})
    assert (answer.status_code, answer.json()["code"]) == (401, "not-allowed")
    assert client.post("/api/v1/guard/judge", json={"reply": NICE}).json()["text"] == NICE


def test_limits_of_the_request_count_up_to_the_hard_limit(caller: Caller) -> None:
    def decide(limit: float, text: str) -> str:
        return caller.judge(text, reader="ann", limits={"TOXICITY": limit})["sayso"]["decision"]

    assert decide(0.5, SILLY) == "shown"
    assert decide(0.01, NICE) == "held"
    assert decide(1.0, STUPID) == "replaced"


def test_limits_of_the_request_go_before_those_the_reader_set(caller: Caller) -> None:
    readers = caller.service.store.readers
    readers.set_limits(readers.find_or_create("default", "ann").id, {Attribute.TOXICITY: 0.1})
    assert caller.judge(SILLY, reader="ann")["sayso"]["decision"] == "held"
    answer = caller.judge(SILLY, reader="ann", limits={"TOXICITY": 0.5})
    assert answer["sayso"]["decision"] == "shown"


@pytest.mark.parametrize(
    "body",
    [
        {"limits": {"TOXICITY": 1.5}},
        {"limits": {"NICENESS": 0.1}},
        {"conversation": "c" * 201},
        {"more": 1},
    ],
)
def test_what_cannot_be_is_refused(caller: Caller, body: dict[str, Any]) -> None:
    assert caller.post("/api/v1/guard/judge", reply=NICE, **body).status_code == 422


STORY = "The goose went to town today. It met a silly duck there. They went home."


@pytest.mark.parametrize(
    ("mode", "came", "shown"),
    [
        ("sentence", "The goose went to town", ""),
        ("sentence", "The goose went to town today. It met", "The goose went to town today. "),
        ("sentence", STORY, "The goose went to town today. "),
        ("whole", STORY, ""),
    ],
)
def test_of_a_reply_that_goes_on_only_what_is_judged_is_shown(
    caller: Caller, mode: str, came: str, shown: str
) -> None:
    caller.set_policy(streaming=mode)
    answer = caller.judge(came, reader="ann", final=False)
    assert answer == {"text": shown, "sayso": None}


def test_nothing_is_kept_of_a_reply_that_goes_on(caller: Caller) -> None:
    for end in range(1, len(STORY)):
        caller.judge(STORY[:end], reader="ann", final=False)
    store = caller.service.store
    (ann,) = store.readers.find("ann", community="default")
    assert store.held.list(ann.id) == []


@pytest.mark.parametrize("mode", ["sentence", "window", "whole"])
def test_what_may_be_shown_only_ever_grows(caller: Caller, mode: str) -> None:
    caller.set_policy(streaming=mode)
    text, before = f"{STORY} All was well. {STORY.replace('silly', 'kind')}", ""
    for end in range(1, len(text), 3):
        now = caller.judge(text[:end], final=False)["text"]
        assert text.startswith(now)
        assert now.startswith(before)
        assert "silly" not in now
        before = now


class BrokenScorer(FakeScorer):
    def score(self, texts: Sequence[str]) -> Scores:
        raise RemoteBroken("no model")


def test_what_cannot_be_judged_is_not_shown_unless_the_policy_says_so(make_client: MakeClient) -> None:
    caller = make_caller(make_client(BrokenScorer(), auth="keys"))
    answer = caller.judge(NICE, reader="ann")
    assert (answer["sayso"]["decision"], answer["sayso"]["cause"]) == ("replaced", "unjudged")
    caller.set_policy(shows_unjudged=True)
    assert caller.judge(NICE, reader="ann")["text"] == NICE


def test_with_agreement_both_sides_are_recorded(caller: Caller) -> None:
    store = caller.service.store
    ann = store.readers.find_or_create("default", "ann")
    caller.judge(NICE, reader="ann", conversation="c1", prompt="How is the day?")
    assert list(store.conversations.rows(reader_id=ann.id)) == []
    store.readers.agree(ann.id, True)
    caller.judge(NICE, reader="ann", conversation="c1", prompt="How is the day?")
    assert [(row.side, row.content) for row in store.conversations.rows(reader_id=ann.id)] == [
        ("reader", "How is the day?"),
        ("model", NICE),
    ]


def test_notices_are_taken_out_of_the_conversation(caller: Caller) -> None:
    notice = caller.judge(STUPID, reader="ann")["text"]
    assert find_notice(notice)
    messages = [
        {"role": "user", "content": "Who am I?"},
        {"role": "assistant", "content": notice},
        {"role": "user", "content": "Say it otherwise."},
    ]
    answer = caller.post("/api/v1/guard/context", messages=messages, reader="ann").json()
    assert answer == {
        "messages": [{"role": "user", "content": "Who am I?\n\nSay it otherwise."}],
        "refused": None,
    }


def test_a_reply_that_was_seen_takes_its_notices_place(caller: Caller) -> None:
    judged = caller.judge(SILLY, reader="ann")
    store = caller.service.store
    (ann,) = store.readers.find("ann", community="default")
    store.held.advance(ann.id, judged["sayso"]["held"]["id"], View(True))
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": judged["text"]}]
    seen = caller.post("/api/v1/guard/context", messages=messages, reader="ann").json()["messages"]
    assert seen[1] == {"role": "assistant", "content": SILLY}
    others = caller.post("/api/v1/guard/context", messages=messages, reader="bob").json()["messages"]
    assert others == messages[:1]


def test_prompts_are_refused_only_if_the_policy_says_so(caller: Caller) -> None:
    def refuse(prompt: str) -> str | None:
        messages = [{"role": "user", "content": prompt}]
        return caller.post("/api/v1/guard/context", messages=messages).json()["refused"]

    assert refuse(STUPID) is None
    caller.set_policy(judges_prompts=True)
    assert refuse(SILLY) is None
    assert "above the limit" in (refuse(STUPID) or "")


def test_a_prompt_that_cannot_be_judged_is_not_passed_on_unless_the_policy_says_so(
    make_client: MakeClient,
) -> None:
    caller = make_caller(make_client(BrokenScorer(), auth="keys"))
    caller.set_policy(judges_prompts=True)
    messages = [{"role": "user", "content": NICE}]
    assert caller.post("/api/v1/guard/context", messages=messages).status_code == 502
    caller.set_policy(shows_unjudged=True)
    assert caller.post("/api/v1/guard/context", messages=messages).json()["refused"] is None


@pytest.mark.parametrize("value", ["NaN", "1e999"])
def test_a_conversation_that_is_no_json_is_refused(caller: Caller, value: str) -> None:
    body = f'{{"messages": [{{"role": "user", "content": "Hi", "x": {value}}}]}}'
    headers = {"Authorization": f"Bearer {caller.secret}", "Content-Type": "application/json"}
    answer = caller.client.post("/api/v1/guard/context", content=body, headers=headers)
    assert answer.status_code == 400


def test_a_conversation_may_be_long(caller: Caller) -> None:
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}] * 600
    answer = caller.post("/api/v1/guard/context", messages=messages)
    assert answer.json() == {"messages": messages, "refused": None}


def test_each_reply_is_charged_to_the_key(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    service: Service = cast(Any, client.app).state.service
    caller = Caller(client, service, service.store.keys.create("small", per_minute=2)[1])
    statuses = [caller.post("/api/v1/guard/judge", reply=NICE).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
