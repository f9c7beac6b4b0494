"""The unmodified openai SDK in front of the guard, plain and streaming, and a server that does its worst."""

from collections.abc import Iterator
from typing import Any

import pytest
from openai import APIError, APIStatusError, BadRequestError, OpenAI
from openai.types.chat import ChatCompletionChunk
from tests.hostile_upstream import (
    HostileUpstream,
    Pause,
    Script,
    delta_event,
    event,
    run_upstream,
    stream_bytes,
)
from tests.live import LiveServer, MakeLive

from sayso.core import Policy

LOVELY = "The garden looks lovely today. Birds sing in the old apple tree. "
HELD = "What a silly old goose you are. "
MESSAGES: Any = [{"role": "user", "content": "Tell me of your day."}]


@pytest.fixture
def upstream() -> Iterator[HostileUpstream]:
    with run_upstream() as upstream:
        yield upstream


@pytest.fixture
def live(make_live: MakeLive, upstream: HostileUpstream) -> LiveServer:
    """Patient, so that a slow machine is not taken for a server that hangs."""
    return make_live(
        upstream=upstream.url, upstream_idle_s=30, upstream_timeout_s=60, upstream_max_bytes=20_000
    )


@pytest.fixture
def openai(live: LiveServer) -> Iterator[OpenAI]:
    """A platform's back end."""
    with connect(live) as openai:
        yield openai


def connect(live: LiveServer) -> OpenAI:
    _, secret = live.service.store.keys.create("site")
    return OpenAI(base_url=f"{live.url}/v1", api_key=secret, max_retries=0, timeout=30)


def ask(openai: OpenAI, **more: Any) -> Any:
    create: Any = openai.chat.completions.create
    return create(model="m", messages=MESSAGES, user="ann", **more)


def stream(openai: OpenAI, **more: Any) -> list[ChatCompletionChunk]:
    chunks = openai.chat.completions.create(model="m", messages=MESSAGES, user="ann", stream=True, **more)
    return list(chunks)


def text_of(chunks: list[ChatCompletionChunk]) -> str:
    return "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)


def note_of(answer: Any) -> dict[str, Any]:
    """The object for clients that know us."""
    return answer.model_extra["sayso"]


def test_a_shown_reply(openai: OpenAI, upstream: HostileUpstream) -> None:
    upstream.reply(LOVELY)
    completion = ask(openai)
    assert completion.choices[0].message.content == LOVELY
    assert completion.choices[0].finish_reason == "stop"
    assert completion.model == "m"
    assert completion.usage.total_tokens == 8
    assert note_of(completion)["decision"] == "shown"
    upstream.stream(LOVELY, "Then", " rain.")
    chunks = stream(openai)
    assert text_of(chunks) == f"{LOVELY}Then rain."
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert note_of(chunks[-1])["decision"] == "shown"


def test_a_held_reply(openai: OpenAI, upstream: HostileUpstream, live: LiveServer) -> None:
    upstream.reply(HELD)
    completion = ask(openai)
    upstream.stream(LOVELY, HELD)
    chunks = stream(openai)
    for answer, text in ((completion, completion.choices[0].message.content), (chunks[-1], text_of(chunks))):
        held = note_of(answer)["held"]
        assert answer.choices[0].finish_reason == "content_filter"
        assert held["url"] in text
        assert "silly" in held["terms"][0]
        assert HELD.strip() not in text
    assert text_of(chunks).startswith(f"{LOVELY}\n\n[Sayso] ")


def test_a_replaced_reply(openai: OpenAI, upstream: HostileUpstream) -> None:
    upstream.reply("You idiot.")
    completion = ask(openai)
    upstream.stream("You idi", "ot. ", LOVELY)
    chunks = stream(openai)
    for answer, text in ((completion, completion.choices[0].message.content), (chunks[-1], text_of(chunks))):
        assert answer.choices[0].finish_reason == "content_filter"
        assert note_of(answer)["decision"] == "replaced"
        assert text.startswith("[Sayso] This reply was not shown")
        assert "idiot" not in str(answer)


@pytest.mark.parametrize("mode", ["sentence", "window", "whole"])
def test_a_stream_that_the_guard_cuts(
    openai: OpenAI, upstream: HostileUpstream, live: LiveServer, mode: Any
) -> None:
    live.service.store.policies.set(Policy(streaming=mode))
    upstream.stream(LOVELY, LOVELY, "But you are an idi", "ot, I say. ", LOVELY)
    chunks = stream(openai)
    shown, _, notice = text_of(chunks).partition("[Sayso]")
    assert LOVELY.startswith(shown.strip()) or shown.strip() in (LOVELY * 2).strip()
    assert bool(shown) is (mode != "whole")
    assert notice
    assert "idiot" not in str(chunks)
    assert chunks[-1].choices[0].finish_reason == "content_filter"


@pytest.mark.parametrize(
    "tail",
    [
        [],
        [b'data: {"choices": [{"delta": {"content": "You idi'],
        [b"data: {you idiot\n\n"],
        [event({"error": {"message": "you idiot"}})],
        [b": you idiot\n\n" * 3000],
    ],
)
def test_a_stream_that_the_server_cuts(
    openai: OpenAI, upstream: HostileUpstream, tail: list[bytes | Pause]
) -> None:
    upstream.play(Script([delta_event({"content": LOVELY + "And"}), *tail]))
    check_cut(openai)


def test_a_stream_in_which_the_server_hangs(make_live: MakeLive, upstream: HostileUpstream) -> None:
    upstream.play(Script([delta_event({"content": LOVELY + "And"}), Pause(60)]))
    with connect(make_live(upstream=upstream.url, upstream_idle_s=2)) as openai:
        check_cut(openai)
    assert upstream.hung_up.wait(30), "it was waited for to the end"


def check_cut(openai: OpenAI) -> None:
    """What came before is passed on; then the client is told, in our words."""
    chunks: list[ChatCompletionChunk] = []
    with pytest.raises(APIError) as failed:
        chunks.extend(openai.chat.completions.create(model="m", messages=MESSAGES, stream=True))
    assert text_of(chunks) == f"{LOVELY}And"
    assert "The server behind the guard" in failed.value.message
    assert "idiot" not in str(failed.value.body)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("script", "status"),
    [(Script([b"you idiot"], 500), 502), (Script(before=[Pause(0.1)], status=404), 400)],
)
def test_a_server_that_fails_is_a_failure(
    openai: OpenAI, upstream: HostileUpstream, stream: bool, script: Script, status: int
) -> None:
    upstream.play(script)
    with pytest.raises(APIStatusError) as failed:
        ask(openai, stream=stream)
    assert failed.value.status_code == status
    assert "idiot" not in str(failed.value)


def test_several_choices_and_tool_calls(openai: OpenAI, upstream: HostileUpstream) -> None:
    call = {"index": 0, "id": "x", "function": {"name": "look", "arguments": '{"place": "garden"}'}}
    parts = [
        delta_event({"content": LOVELY}, index=0),
        delta_event({"tool_calls": [call]}, index=1),
        delta_event({"content": "You idiot."}, index=2),
        *(delta_event({}, index=index, finish="stop") for index in range(3)),
        event({"choices": [], "usage": {"total_tokens": 9}}),
        b"data: [DONE]\n\n",
    ]
    upstream.play(Script([b"".join(parts)]))
    chunks = stream(openai, n=3, stream_options={"include_usage": True})
    ends = {c.index: c.finish_reason for chunk in chunks for c in chunk.choices if c.finish_reason}
    assert ends == {0: "stop", 1: "stop", 2: "content_filter"}
    calls = [c for chunk in chunks for choice in chunk.choices for c in choice.delta.tool_calls or []]
    assert [(c.function.name, c.function.arguments) for c in calls if c.function] == [
        ("look", '{"place": "garden"}')
    ]
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.total_tokens == 9
    assert "idiot" not in str(chunks)


def test_the_sdks_own_accumulation_of_a_stream(openai: OpenAI, upstream: HostileUpstream) -> None:
    upstream.play(Script([stream_bytes(LOVELY, "You idiot.")]))
    with openai.chat.completions.stream(model="m", messages=MESSAGES) as events:
        texts = [event.delta for event in events if event.type == "content.delta"]
    assert "".join(texts).startswith(f"{LOVELY}\n\n[Sayso] ")


def test_a_filtered_prompt(openai: OpenAI, live: LiveServer, upstream: HostileUpstream) -> None:
    live.service.store.policies.set(Policy(judges_prompts=True))
    messages: Any = [{"role": "user", "content": "you idiot"}]
    with pytest.raises(BadRequestError) as refused:
        openai.chat.completions.create(model="m", messages=messages)
    assert refused.value.code == "content_filter"
    assert upstream.asked == []


def test_a_client_that_knows_us(openai: OpenAI, upstream: HostileUpstream, live: LiveServer) -> None:
    upstream.reply(HELD)
    held = note_of(ask(openai))["held"]
    upstream.reply("What a garden.")
    again = ask(openai, extra_body={"sayso": {"without": ["silly"], "reply_to": held["id"]}})
    assert again.choices[0].message.content == "What a garden."
    assert "sayso" not in upstream.asked[-1]


def test_models(openai: OpenAI, upstream: HostileUpstream) -> None:
    upstream.answer({"data": [{"id": "smollm2"}, {"id": "org/other"}]})
    assert [model.id for model in openai.models.list()] == ["smollm2", "org/other"]
