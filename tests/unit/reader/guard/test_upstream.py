import gzip
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from tests.hostile_upstream import run_upstream

from sayso.core.errors import (
    BadInput,
    MissingUpstream,
    RemoteBroken,
    RemoteQuota,
    RemoteRefused,
    RemoteTimeout,
)
from sayso.reader.guard.parts import Part, ReplyPiece
from sayso.reader.guard.upstream import (
    FixedUpstream,
    NoUpstream,
    UpstreamClient,
    UpstreamLimits,
    complete_address,
    is_loopback,
)
from sayso.reader.guard.upstream_failures import UpstreamRefused

pytestmark = pytest.mark.anyio
COMPLETION = {"choices": [{"index": 0, "message": {"content": "Hello."}, "finish_reason": "stop"}]}
SECRET = "what they said"


class Doubled:
    """A client whose server answers by the test's function; counts and keeps what happened."""

    def __init__(self, answer: Any, *, key: str = "", **limits: Any) -> None:
        self.asked: list[httpx.Request] = []
        self.failures: list[str] = []
        self._answer = answer
        self.client = UpstreamClient(
            FixedUpstream("http://model.example", key=key),
            limits=UpstreamLimits(**limits),
            count_failure=self.failures.append,
            transport=httpx.MockTransport(self._handle),
        )

    def _handle(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer

    async def collect(self) -> list[Part]:
        return [part async for part in self.client.stream({"stream": True})]


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("http://127.0.0.1:8701", "http://127.0.0.1:8701/v1"),
        ("http://127.0.0.1:8701/", "http://127.0.0.1:8701/v1"),
        ("http://127.0.0.1:8701/v1", "http://127.0.0.1:8701/v1"),
        ("http://127.0.0.1:8701/v1/", "http://127.0.0.1:8701/v1"),
        ("https://host.example/v1beta/openai/", "https://host.example/v1beta/openai"),
    ],
)
async def test_an_address_is_taken_with_or_without_v1(address: str, url: str) -> None:
    assert complete_address(address) == url
    assert await FixedUpstream(address).base_url() == url


async def test_without_a_server_it_is_said_how_to_name_one() -> None:
    with pytest.raises(MissingUpstream) as missing:
        await NoUpstream().base_url()
    assert "SAYSO_UPSTREAM" in missing.value.hint
    assert "sayso models fetch smollm2" in missing.value.hint


async def test_a_question_goes_to_the_servers_address() -> None:
    double = Doubled(httpx.Response(200, json=COMPLETION))
    part = await double.client.ask({"messages": ["\ud83d"]}, bearer="theirs")
    assert part.pieces == (ReplyPiece(0, text="Hello.", finish="stop"),)
    (asked,) = double.asked
    assert str(asked.url) == "http://model.example/v1/chat/completions"
    assert asked.headers["authorization"] == "Bearer theirs"
    assert json.loads(asked.content) == {"messages": ["\ud83d"]}


async def test_our_own_key_comes_before_the_clients() -> None:
    double = Doubled(httpx.Response(200, json={"data": []}), key="ours")
    await double.client.list_models(bearer="theirs")
    assert double.asked[0].headers["authorization"] == "Bearer ours"


async def test_without_any_key_none_is_sent() -> None:
    double = Doubled(httpx.Response(200, json={"data": []}))
    await double.client.list_models()
    assert "authorization" not in double.asked[0].headers


@pytest.mark.parametrize(
    ("status", "kind", "error"),
    [
        (400, "refused", UpstreamRefused),
        (401, "key", RemoteRefused),
        (403, "key", RemoteRefused),
        (404, "refused", UpstreamRefused),
        (422, "refused", BadInput),
        (429, "quota", RemoteQuota),
        (302, "failed", RemoteBroken),
        (500, "failed", RemoteBroken),
        (503, "failed", RemoteBroken),
    ],
)
async def test_a_status_is_told_in_our_own_words(status: int, kind: str, error: type[Exception]) -> None:
    answer = httpx.Response(status, json={"error": {"message": SECRET}}, headers={"retry-after": "7"})
    double = Doubled(answer)
    with pytest.raises(error) as raised:
        await double.client.ask({})
    assert double.failures == [kind]
    assert str(status) in str(raised.value)
    assert SECRET not in str(raised.value)
    assert getattr(raised.value, "retry_after_s", 7.0) == 7.0


@pytest.mark.parametrize(("wait", "seconds"), [("nan", None), ("soon", None), ("-1", None), ("1e9", 3600.0)])
async def test_a_wait_that_makes_no_sense_is_not_passed_on(wait: str, seconds: float | None) -> None:
    with pytest.raises(RemoteQuota) as raised:
        await Doubled(httpx.Response(429, headers={"retry-after": wait})).client.ask({})
    assert raised.value.retry_after_s == seconds


@pytest.mark.parametrize(
    ("trouble", "kind", "error"),
    [
        (httpx.ConnectError("x"), "unreachable", RemoteBroken),
        (httpx.ConnectTimeout("x"), "unreachable", RemoteBroken),
        (httpx.ReadTimeout("x"), "timeout", RemoteTimeout),
        (httpx.ReadError("x"), "broken_off", RemoteBroken),
        (httpx.RemoteProtocolError("x"), "broken_off", RemoteBroken),
    ],
)
async def test_trouble_on_the_line_has_a_kind(trouble: Exception, kind: str, error: type[Exception]) -> None:
    double = Doubled(trouble)
    with pytest.raises(error):
        await double.client.ask({})
    with pytest.raises(error):
        await double.collect()
    assert double.failures == [kind, kind]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"<html>", b"\xff", b"[" * 100_000, b"[]", b"{}", b'{"choices": 3}']
)
async def test_what_is_no_completion_is_malformed(content: bytes) -> None:
    double = Doubled(httpx.Response(200, content=content))
    with pytest.raises(RemoteBroken, match="no completion"):
        await double.client.ask({})
    assert double.failures == ["malformed"]


async def test_a_stream_sent_to_a_plain_question_is_malformed() -> None:
    double = Doubled(
        httpx.Response(200, content=b"data: {}\n\n", headers={"content-type": "text/event-stream"})
    )
    with pytest.raises(RemoteBroken, match="no completion"):
        await double.client.ask({})


async def test_a_stream_has_its_parts_and_its_end() -> None:
    stream = b'data: {"choices": [{"delta": {"content": "Hi"}}]}\n\ndata: [DONE]\n\n'
    double = Doubled(httpx.Response(200, content=stream, headers={"content-type": "text/event-stream"}))
    assert await double.collect() == [Part((ReplyPiece(0, text="Hi"),)), Part(is_last=True)]


async def test_a_whole_answer_to_a_stream_is_one_part() -> None:
    double = Doubled(httpx.Response(200, json=COMPLETION))
    (part,) = await double.collect()
    assert (part.is_last, part.pieces[0].text) == (True, "Hello.")


async def test_malformed_json_in_the_middle_ends_the_stream() -> None:
    stream = b'data: {"choices": []}\n\ndata: {"cho\n\ndata: [DONE]\n\n'
    double = Doubled(httpx.Response(200, content=stream, headers={"content-type": "text/event-stream"}))
    with pytest.raises(RemoteBroken, match="no completion"):
        await double.collect()
    assert double.failures == ["malformed"]


async def test_an_endless_answer_is_cut_off() -> None:
    async def write() -> AsyncIterator[bytes]:
        while True:
            yield b": still here\n\n" * 100

    double = Doubled(
        httpx.Response(200, content=write(), headers={"content-type": "text/event-stream"}), max_bytes=5000
    )
    with pytest.raises(RemoteBroken, match="more than 5000 bytes"):
        await double.collect()
    assert double.failures == ["too_large"]


async def test_a_small_body_that_unpacks_to_a_large_one_is_cut_off() -> None:
    packed = gzip.compress(b" " * 100_000)
    answer = httpx.Response(200, content=packed, headers={"content-encoding": "gzip"})
    with pytest.raises(RemoteBroken, match="more than 5000 bytes"):
        await Doubled(answer, max_bytes=5000).client.ask({})


async def test_a_client_that_asked_nothing_closes() -> None:
    doubled = Doubled(httpx.Response(200))
    await doubled.client.close()
    assert doubled.asked == []


@pytest.mark.parametrize(
    ("address", "is_here"),
    [
        ("http://127.0.0.1:8701/v1", True),
        ("http://127.9.9.9", True),
        ("http://[::1]:8701/v1", True),
        ("http://localhost:8701/v1", True),
        ("http://model.localhost/v1", True),
        ("http://10.0.0.1/v1", False),
        ("https://localhost.example/v1", False),
    ],
)
async def test_this_machine_is_known_by_its_addresses(address: str, is_here: bool) -> None:
    assert is_loopback(address) is is_here


async def test_no_proxy_stands_between_us_and_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    with run_upstream() as upstream:
        upstream.reply("Hello.")
        client = UpstreamClient(FixedUpstream(upstream.url))
        part = await client.ask({})
        await client.close()
    assert part.pieces[0].text == "Hello."
    elsewhere = UpstreamClient(FixedUpstream("http://model.example"))
    with pytest.raises(RemoteBroken, match="cannot be reached"):
        await elsewhere.ask({})
    await elsewhere.close()


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
async def test_a_number_that_json_does_not_have_is_bad_input(number: float) -> None:
    double = Doubled(httpx.Response(200, json=COMPLETION))
    with pytest.raises(BadInput, match="NaN"):
        await double.client.ask({"temperature": number})
    assert (double.asked, double.failures) == ([], [])


@pytest.mark.parametrize(
    "kind", ["Text/Event-Stream", " text/event-stream", "TEXT/EVENT-STREAM; charset=UTF-8"]
)
async def test_a_stream_is_known_however_its_type_is_written(kind: str) -> None:
    content = b'data: {"choices": [{"index": 0, "delta": {"content": "Hello."}}]}\n\ndata: [DONE]\n\n'
    doubled = Doubled(httpx.Response(200, headers={"content-type": kind}, content=content))
    assert await doubled.collect() == [Part((ReplyPiece(0, text="Hello."),)), Part(is_last=True)]
