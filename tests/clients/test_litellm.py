"""The unmodified LiteLLM gateway between the openai SDK and a chat server, with Sayso as its guardrail.

Configured as docs/how-to/guard-a-chatbot.md says. Scores of the fake: stupid 0.92, silly 0.4, all else 0.02.
"""

from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

import httpx
import pytest
import uvicorn
from openai import BadRequestError, InternalServerError, OpenAI
from tests.clients.gateway import MASTER_KEY, read_guardrails, run_gateway, serve_sayso
from tests.hostile_upstream import HostileUpstream, run_upstream

from sayso.storage import FilteredReply
from sayso.web.service import Service

NICE = "The goose went to town today. It met a kind duck there. They all went home together."
SILLY = NICE.replace("kind", "silly")
STUPID = NICE.replace("kind", "stupid")


@dataclass(frozen=True, slots=True)
class Setting:
    """One of each, and who asks."""

    url: str
    client: OpenAI
    upstream: HostileUpstream
    service: Service
    sayso: uvicorn.Server

    def ask(self, *messages: tuple[str, str], conversation: str = "c1", user: str = "ann") -> str:
        answer = self.client.chat.completions.create(
            model="small",
            messages=[{"role": role, "content": content} for role, content in messages],  # pyright: ignore[reportArgumentType]  # any role
            user=user,
            extra_headers={"X-Sayso-Conversation": conversation},
        )
        return answer.choices[0].message.content or ""

    def list_held(self, name: str) -> list[FilteredReply]:
        (reader,) = self.service.store.readers.find(name)
        return self.service.store.held.list(reader.id)

    def stream(self, reply: str, user: str) -> bytes:
        """Every byte that leaves the gateway while a model says `reply` word by word."""
        self.upstream.stream(*(f"{word} " for word in reply.split()))
        body = {
            "model": "small",
            "stream": True,
            "user": user,
            "messages": [{"role": "user", "content": "Hi"}],
        }
        headers = {"Authorization": f"Bearer {MASTER_KEY}"}
        answer = httpx.post(f"{self.url}/v1/chat/completions", json=body, headers=headers, timeout=60)
        return answer.content


def open_setting(stack: ExitStack, paths: pytest.TempPathFactory, *, without: str = "") -> Setting:
    upstream = stack.enter_context(run_upstream())
    upstream.reply(NICE)  # the gateway asks for models when it starts
    sayso_url, service, server = stack.enter_context(serve_sayso(paths.mktemp("sayso")))
    guardrails = "\n".join(
        line for line in read_guardrails(sayso_url).splitlines() if not without or without not in line
    )
    gateway = run_gateway(
        paths.mktemp("litellm"),
        guardrails=guardrails,
        upstream=upstream.url,
        sayso_key=service.store.keys.create("litellm")[1],
    )
    url = stack.enter_context(gateway)
    client = stack.enter_context(OpenAI(base_url=f"{url}/v1", api_key=MASTER_KEY, max_retries=0))
    return Setting(url, client, upstream, service, server)


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Generator[Setting]:
    with ExitStack() as stack:
        yield open_setting(stack, tmp_path_factory)


def test_a_reply_under_the_limit_passes(setting: Setting) -> None:
    setting.upstream.reply(NICE)
    assert setting.ask(("user", "Hi")) == NICE


def test_a_held_reply_becomes_a_notice_with_the_readers_link(setting: Setting) -> None:
    setting.upstream.reply(SILLY)
    notice = setting.ask(("user", "Hi"), user="bea", conversation="c7")
    (held,) = setting.list_held("bea")
    assert notice.startswith("[Sayso] ")
    assert (held.content, held.conversation, held.upstream_model) == (SILLY, "c7", "their-own-name")
    link = next(word for word in notice.split() if "/held/" in word)
    assert "silly" in httpx.get(link).text


def test_an_answer_counts_for_the_next_reply(setting: Setting) -> None:
    setting.upstream.reply(SILLY)
    setting.ask(("user", "Hi"), user="cid")
    (held,) = setting.list_held("cid")
    root = f"/api/v1/readers/me/held/{held.id}"
    token = setting.service.readers.tokens.sign_reader(held.reader_id)[0]
    port = setting.sayso.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"X-Sayso-Reader": token}) as reader:
        reader.post(f"{root}/view", json={"view": True}).raise_for_status()
        reader.post(f"{root}/future", json={"future": "permit"}).raise_for_status()
    assert setting.ask(("user", "Hi"), user="cid") == SILLY
    assert setting.ask(("user", "Hi"), user="dan") != SILLY


def test_notices_do_not_reach_the_model(setting: Setting) -> None:
    setting.upstream.reply(STUPID)
    notice = setting.ask(("user", "Who am I?"), user="eve")
    assert "stupid" not in notice
    setting.upstream.reply(NICE)
    setting.ask(("user", "Who am I?"), ("assistant", notice), ("user", "Say it otherwise."), user="eve")
    asked: list[dict[str, Any]] = setting.upstream.asked[-1]["messages"]
    assert asked == [{"role": "user", "content": "Who am I?\n\nSay it otherwise."}]


def test_a_streamed_reply_arrives_once_it_is_judged(setting: Setting) -> None:
    sent = setting.stream(NICE, "fay").decode()
    assert "home together." in sent
    assert '"finish_reason":"stop"' in sent
    assert sent.rstrip().endswith("data: [DONE]")


@pytest.mark.parametrize("reply", [SILLY, STUPID])
def test_no_byte_of_a_filtered_stream_is_unjudged(setting: Setting, reply: str) -> None:
    before = len(setting.list_held("fay"))
    sent = setting.stream(reply, "fay")
    assert b"goose" not in sent
    assert b"[Sayso]" in sent
    assert sent.rstrip().endswith(b"data: [DONE]")
    assert len(setting.list_held("fay")) == before + 1


def test_prompts_are_refused_only_if_the_policy_says_so(setting: Setting) -> None:
    policies = setting.service.store.policies
    setting.upstream.reply(NICE)
    assert setting.ask(("user", STUPID)) == NICE
    policies.set(replace(policies.current("default"), judges_prompts=True), actor="test")
    asked = len(setting.upstream.asked)
    with pytest.raises(BadRequestError, match="You can ask in other words"):
        setting.ask(("user", STUPID))
    assert len(setting.upstream.asked) == asked
    policies.set(replace(policies.current("default"), judges_prompts=False), actor="test")


def test_while_sayso_is_gone_nothing_is_shown(setting: Setting) -> None:
    """The last one: it does not come back."""
    setting.sayso.should_exit = True
    while setting.sayso.servers and setting.sayso.servers[0].is_serving():
        pass
    setting.upstream.reply(NICE)
    with pytest.raises(InternalServerError) as failure:
        setting.ask(("user", "Hi"))
    assert "goose" not in str(failure.value)
    assert b"goose" not in setting.stream(NICE, "fay")


def test_asked_every_few_words_nothing_unjudged_leaves_either(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Without the line that asks once, at the end: not what the how-to says, and not a hole."""
    with ExitStack() as stack:
        setting = open_setting(stack, tmp_path_factory, without="streaming_end_of_stream_only")
        assert b"home together." in setting.stream(NICE, "ann")
        for reply in (SILLY, STUPID):
            assert b"goose" not in setting.stream(f"{reply} {NICE}", "ann")
