"""LiteLLM's guardrail, wire by wire. Scores of the fake: idiot 0.95, stupid 0.92, silly 0.4, all else 0.02.
tests/clients/test_litellm.py has the real gateway ask."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from sayso.storage import FilteredReply
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
PATH = "/beta/litellm_basic_guardrail_api"
NICE = "What a nice day it is today."
SILLY = "What a silly goose you are."
STUPID = "What a stupid goose you are."


def make_body(input_type: str, *texts: str, **more: Any) -> dict[str, Any]:
    """As LiteLLM 1.106 sends it, field by field."""
    return {
        "input_type": input_type,
        "litellm_call_id": "80eb8c4c",
        "litellm_trace_id": "b5072266",
        "structured_messages": None,
        "images": None,
        "tools": None,
        "texts": list(texts),
        "request_data": {"user_api_key_hash": "88dc28d0", "user_api_key_end_user_id": "ann"},
        "request_headers": {"host": "127.0.0.1", "authorization": "[present]"},
        "litellm_version": "1.106.2",
        "additional_provider_specific_params": {},
        "tool_calls": None,
        "model": "m",
    } | more


@dataclass(frozen=True, slots=True)
class Gateway:
    client: TestClient
    service: Service
    secret: str

    def ask(self, input_type: str, *texts: str, **more: Any) -> dict[str, Any]:
        body = make_body(input_type, *texts, **more)
        answer = self.client.post(PATH, json=body, headers={"x-api-key": self.secret})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def set_policy(self, **values: Any) -> None:
        policies = self.service.store.policies
        policies.set(replace(policies.current("default"), **values), actor="test")

    def list_held(self) -> list[FilteredReply]:
        return [
            held for one in self.service.store.readers.list() for held in self.service.store.held.list(one.id)
        ]


@pytest.fixture
def gateway(make_client: MakeClient) -> Gateway:
    client = make_client(auth="keys")
    service: Service = cast(Any, client.app).state.service
    return Gateway(client, service, service.store.keys.create("litellm")[1])


def test_a_reply_cannot_pass_for_a_notice_of_ours(gateway: Gateway) -> None:
    answer = gateway.ask("response", "[Sayso] Answer at https://elsewhere.example", "Good day.")
    assert answer["action"] == "GUARDRAIL_INTERVENED"
    assert answer["texts"] == ["(Sayso) Answer at https://elsewhere.example", "Good day."]


def test_arguments_that_come_as_an_object_are_judged(gateway: Gateway) -> None:
    def call(word: str) -> list[dict[str, Any]]:
        return [{"function": {"name": "say", "arguments": {"text": f"you {word} goose"}}}]

    assert gateway.ask("response", tool_calls=call("nice"))["action"] == "NONE"
    assert gateway.ask("response", tool_calls=call("stupid"))["action"] == "BLOCKED"


def test_a_reply_under_the_limit_passes(gateway: Gateway) -> None:
    assert gateway.ask("response", NICE) == {"action": "NONE", "stream_holdback_chars": [len(NICE)]}


def test_a_held_reply_becomes_a_notice_with_the_readers_link(gateway: Gateway) -> None:
    answer = gateway.ask("response", SILLY)
    (held,) = gateway.list_held()
    (text,) = answer["texts"]
    assert answer["action"] == "GUARDRAIL_INTERVENED"
    assert answer["stream_holdback_chars"] == [len(text)]
    assert text.startswith("[Sayso] ")
    assert "http://testserver/held/" in text
    assert (held.outcome, held.content, held.upstream_model) == ("held", SILLY, "m")


def test_a_reply_over_the_limit_becomes_the_default_message(gateway: Gateway) -> None:
    (text,) = gateway.ask("response", STUPID)["texts"]
    assert gateway.service.store.policies.current("default").default_message in text
    assert [(held.outcome, held.cause) for held in gateway.list_held()] == [("replaced", "over")]


def test_each_text_is_answered_in_its_place(gateway: Gateway) -> None:
    answer = gateway.ask("response", NICE, STUPID, NICE)
    assert [answer["texts"][0], answer["texts"][2]] == [NICE, NICE]
    assert "stupid" not in answer["texts"][1]
    assert answer["stream_holdback_chars"] == [len(text) for text in answer["texts"]]


def test_without_a_reader_a_held_reply_is_replaced(gateway: Gateway) -> None:
    (text,) = gateway.ask("response", SILLY, request_data={})["texts"]
    assert "does not say who reads it" in text
    assert gateway.list_held() == []


def test_without_a_key_a_name_counts_for_nothing(client: TestClient) -> None:
    (text,) = client.post(PATH, json=make_body("response", SILLY)).json()["texts"]
    assert "does not say who reads it" in text
    service: Service = cast(Any, client.app).state.service
    assert service.store.readers.list() == []


def test_a_key_is_needed_where_the_service_is_closed(gateway: Gateway) -> None:
    assert gateway.client.post(PATH, json=make_body("response", NICE)).status_code == 401


def test_prompts_pass_unless_the_policy_judges_them(gateway: Gateway) -> None:
    messages = [{"role": "system", "content": "You are silly."}, {"role": "user", "content": STUPID}]
    asked = {"structured_messages": messages}
    assert gateway.ask("request", "You are silly.", STUPID, **asked) == {"action": "NONE"}
    gateway.set_policy(judges_prompts=True)
    refused = gateway.ask("request", "You are silly.", STUPID, **asked)
    assert refused["action"] == "BLOCKED"
    assert "above the limit" in refused["blocked_reason"]
    assert gateway.ask("request", STUPID)["action"] == "BLOCKED"
    assert gateway.ask("request", SILLY)["action"] == "NONE"


def test_a_long_conversation_costs_as_much_as_a_short_one(make_client: MakeClient) -> None:
    client = make_client(auth="keys")
    service: Service = cast(Any, client.app).state.service
    headers = {"x-api-key": service.store.keys.create("gateway", per_minute=3)[1]}
    for texts, left in ((["Hi"] * 1500, "2"), (["Hi"], "1")):
        answer = client.post(PATH, json=make_body("request", *texts), headers=headers)
        assert (answer.status_code, answer.headers["x-ratelimit-remaining"]) == (200, left)
    refused = client.post(PATH, json=make_body("response", *["Hi"] * 1500), headers=headers)
    assert refused.status_code == 422
    assert "at most 1,000 texts" in refused.text


def test_notices_are_taken_out_of_a_conversation(gateway: Gateway) -> None:
    (notice,) = gateway.ask("response", STUPID)["texts"]
    messages = [
        {"role": "user", "content": "Who am I?"},
        {"role": "assistant", "content": notice},
        {"role": "user", "content": "Say it otherwise."},
    ]
    answer = gateway.ask("request", "Who am I?", notice, "Say it otherwise.", structured_messages=messages)
    joined = {"role": "user", "content": "Who am I?\n\nSay it otherwise."}
    assert answer == {"action": "GUARDRAIL_INTERVENED", "structured_messages": [joined]}


MESSAGES = [{"role": "user", "content": "Who am I?"}]


@pytest.mark.parametrize(
    ("headers", "conversation"),
    [
        ({"X-Sayso-Conversation": "c1"}, "c1"),
        ({"x-sayso-conversation": "[present]"}, "b5072266"),
        ({"x-sayso-conversation": "c" * 300}, "c" * 200),
        (None, "b5072266"),
    ],
)
def test_a_conversation_is_known_by_its_header_or_by_the_trace(
    gateway: Gateway, headers: dict[str, str] | None, conversation: str
) -> None:
    gateway.ask("response", SILLY, request_headers=headers)
    assert [held.conversation for held in gateway.list_held()] == [conversation]


def test_a_conversation_is_known_by_how_it_began(gateway: Gateway) -> None:
    """Two calls with traces of their own; the second sends the conversation so far."""
    longer = [*MESSAGES, {"role": "assistant", "content": "You."}, {"role": "user", "content": "Who?"}]
    for call, messages in (("call-1", MESSAGES), ("call-2", longer)):
        ids = {"litellm_call_id": call, "litellm_trace_id": f"trace-{call}"}
        gateway.ask("request", structured_messages=messages, **ids)
        gateway.ask("response", SILLY, **ids)
    conversations = {held.conversation for held in gateway.list_held()}
    assert len(gateway.list_held()) == 2
    assert len(conversations) == 1
    assert not conversations & {"trace-call-1", "trace-call-2"}


def test_with_agreement_both_sides_are_recorded(gateway: Gateway) -> None:
    store = gateway.service.store
    ann = store.readers.find_or_create("default", "ann")
    store.readers.agree(ann.id, True)
    gateway.ask("request", "Who am I?", structured_messages=MESSAGES)
    gateway.ask("response", NICE)
    assert [row.content for row in store.conversations.rows(reader_id=ann.id)] == ["Who am I?", NICE]


def agree(gateway: Gateway, name: str) -> str:
    readers = gateway.service.store.readers
    return readers.agree(readers.find_or_create("default", name).id, True).id


def read_records(gateway: Gateway, reader_id: str) -> list[str | None]:
    return [row.content for row in gateway.service.store.conversations.rows(reader_id=reader_id)]


@pytest.mark.parametrize("call_id", ["80eb8c4c", None, ""])
def test_a_prompt_is_not_recorded_for_another_reader(gateway: Gateway, call_id: str | None) -> None:
    agree(gateway, "ann")
    bob = agree(gateway, "bob")
    gateway.ask("request", "Who am I?", structured_messages=MESSAGES, litellm_call_id=call_id)
    other = {"user_api_key_end_user_id": "bob"}
    gateway.ask("response", NICE, litellm_call_id=call_id, request_data=other)
    assert read_records(gateway, bob) == []


def test_a_prompt_is_recorded_once_for_a_reply_that_grows(gateway: Gateway) -> None:
    ann = agree(gateway, "ann")
    gateway.ask("request", "Who am I?", structured_messages=MESSAGES)
    for reply in ("What a", NICE):
        gateway.ask("response", reply)
    assert read_records(gateway, ann) == ["Who am I?", "What a", NICE]


def test_a_reply_that_grows_is_kept_once(gateway: Gateway) -> None:
    for end in (12, 18, len(SILLY)):
        gateway.ask("response", SILLY[:end], litellm_trace_id=None)
    (held,) = gateway.list_held()
    assert (held.content, held.conversation, held.state) == (SILLY, held.id, "waiting")
    gateway.ask("response", f"{SILLY} {STUPID}")
    assert [(one.id, one.outcome) for one in gateway.list_held()] == [(held.id, "replaced")]


def test_replies_of_other_calls_are_kept_beside(gateway: Gateway) -> None:
    gateway.ask("response", SILLY, SILLY)
    gateway.ask("response", SILLY, litellm_call_id="another")
    gateway.ask("response", f"No. {SILLY}")
    assert len(gateway.list_held()) == 4


def test_on_wish_a_filtered_reply_is_refused_instead(gateway: Gateway) -> None:
    wish = {"additional_provider_specific_params": {"on_filtered": "block"}}
    refused = gateway.ask("response", SILLY, **wish)
    assert refused["action"] == "BLOCKED"
    assert "http://testserver/held/" in refused["blocked_reason"]
    assert gateway.ask("response", NICE, **wish)["action"] == "NONE"


def make_call(name: str, arguments: str) -> dict[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}


@pytest.mark.parametrize(
    ("call", "action"),
    [
        (make_call("send", '{"to": "bob", "text": "a nice day"}'), "NONE"),
        (make_call("send", '{"to": "bob", "text": "you idiot"}'), "BLOCKED"),
        (make_call("idiot", "{}"), "BLOCKED"),
        ({"type": "custom", "custom": {"input": "you idiot"}}, "BLOCKED"),
        ("you idiot", "BLOCKED"),
    ],
)
def test_tool_calls_are_judged_too(gateway: Gateway, call: Any, action: str) -> None:
    assert gateway.ask("response", NICE, tool_calls=[call])["action"] == action


def test_pictures_are_refused_unless_the_policy_shows_what_is_unjudged(gateway: Gateway) -> None:
    refused = gateway.ask("response", NICE, images=["https://example.org/a.png"])
    assert (refused["action"], "pictures" in refused["blocked_reason"]) == ("BLOCKED", True)
    gateway.set_policy(shows_unjudged=True)
    assert gateway.ask("response", NICE, images=["https://example.org/a.png"])["action"] == "NONE"
    assert gateway.ask("request", images=["https://example.org/a.png"])["action"] == "NONE"


def test_nothing_to_judge_is_nothing_to_do(gateway: Gateway) -> None:
    assert gateway.ask("response", texts=None) == {"action": "NONE", "stream_holdback_chars": []}
    assert gateway.ask("request", texts=None) == {"action": "NONE"}


@pytest.mark.parametrize(
    "more",
    [
        {"id": "you stupid thing"},
        {"type": "stupid"},
        {"custom": {"name": "send", "input": "you stupid thing"}},
        {"note": ["you", {"stupid": 1}]},
        {"function": {"name": "send", "arguments": "{}", "thought": "stupid"}},
    ],
)
def test_all_of_a_tool_call_is_judged(gateway: Gateway, more: dict[str, Any]) -> None:
    call = make_call("send", "{}")
    assert gateway.ask("response", NICE, tool_calls=[call])["action"] == "NONE"
    assert gateway.ask("response", NICE, tool_calls=[call | more])["action"] == "BLOCKED"
