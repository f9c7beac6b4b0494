"""A server behind the guard that does its worst, on real sockets: what counts is the bytes a client gets."""

import json
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from tests.hostile_upstream import (
    HostileUpstream,
    Pause,
    Script,
    delta_event,
    event,
    list_halves,
    stream_bytes,
)
from tests.live import LiveServer

from sayso.core import Policy, Streaming, Term
from sayso.testing import FakeScorer
from sayso.web.openai import chat_routes

MakeLive = Callable[..., LiveServer]
MODES: tuple[Streaming, ...] = ("sentence", "window", "whole")
ASK = {"model": "m", "messages": [{"role": "user", "content": "Tell me of your day."}]}
LOVELY = "The garden looks lovely today. Birds sing in the old apple tree. "
CAFE = "The café was full of light today. "
DONE = b"data: [DONE]\n\n"
HALF_AN_ANSWER = b'{"choices": [{"message": {"content": "You idi'
PATIENCE_S = 30.0
HANG = Pause(2 * PATIENCE_S)
"""Longer than anybody waits; it ends with the test."""


class Talk:
    """A service in front of the server, and the bytes it sends."""

    def __init__(self, live: LiveServer) -> None:
        self.live = live

    def use(self, mode: Streaming) -> None:
        self.live.service.store.policies.set(Policy(streaming=mode))

    def ask(self, **more: Any) -> httpx.Response:
        with httpx.Client(timeout=PATIENCE_S) as client:
            return client.post(f"{self.live.url}/v1/chat/completions", json={**ASK, **more})

    def stream(self) -> bytes:
        """The body of a streamed answer, which must be a whole one."""
        return b"".join(self.stream_pieces())

    def stream_pieces(self) -> Iterator[bytes]:
        """The same as it comes, for a test that does something in between."""
        url, body = f"{self.live.url}/v1/chat/completions", {**ASK, "stream": True}
        with httpx.Client(timeout=PATIENCE_S) as client, client.stream("POST", url, json=body) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            last = b""
            for piece in answer.iter_bytes():
                last = (last + piece)[-len(DONE) :]
                yield piece
            assert last == DONE


@pytest.fixture
def talk(make_live: MakeLive, upstream: HostileUpstream) -> Talk:
    """Patient, so that a slow machine is not taken for a server that hangs."""
    return Talk(
        make_live(
            upstream=upstream.url,
            upstream_idle_s=PATIENCE_S,
            upstream_timeout_s=2 * PATIENCE_S,
            upstream_max_bytes=20_000,
        )
    )


@pytest.fixture
def hasty_talk(make_live: MakeLive, upstream: HostileUpstream) -> Talk:
    """For servers that hang: nobody wants to wait for them."""
    return Talk(make_live(upstream=upstream.url, upstream_idle_s=2, upstream_timeout_s=4))


def read_events(body: bytes) -> list[dict[str, Any]]:
    frames = [
        frame for frame in body.split(b"\n\n") if frame.startswith(b"data: ") and frame + b"\n\n" != DONE
    ]
    return [json.loads(frame.removeprefix(b"data: ")) for frame in frames]


def read_text(body: bytes) -> str:
    choices = [choice for event in read_events(body) for choice in event.get("choices", [])]
    return "".join(choice["delta"].get("content", "") for choice in choices)


def read_end(body: bytes) -> str:
    """The last thing that was said before [DONE]."""
    last = read_events(body)[-1]
    return "error" if "error" in last else last["choices"][0]["finish_reason"]


@pytest.mark.parametrize("mode", MODES)
def test_text_split_inside_a_character_arrives_whole(
    talk: Talk, upstream: HostileUpstream, mode: Streaming
) -> None:
    talk.use(mode)
    stream = stream_bytes(CAFE, LOVELY, "🙂 The end.")
    cut = stream.index(b"\xc3\xa9") + 1
    smile = stream.index("🙂".encode()) + 2
    upstream.play(Script([stream[:cut], Pause(0.05), stream[cut:smile], Pause(0.05), stream[smile:]]))
    body = talk.stream()
    assert read_text(body) == f"{CAFE}{LOVELY}🙂 The end."
    assert read_end(body) == "stop"


@pytest.mark.parametrize("mode", MODES)
def test_a_blocked_word_split_over_events_and_packets_never_leaves(
    talk: Talk, upstream: HostileUpstream, mode: Streaming
) -> None:
    talk.use(mode)
    steps: list[bytes | Pause] = [delta_event({"content": LOVELY * 2})]
    for letter in "You idiot, you. ":
        steps += [delta_event({"content": letter})[:-1], Pause(0.01), b"\n"]
    steps += [delta_event({"content": LOVELY * 2}), delta_event({}, finish="stop"), DONE]
    upstream.play(Script(steps))
    body = talk.stream()
    assert read_end(body) == "content_filter"
    assert "[Sayso]" in read_text(body)
    assert "You i" not in read_text(body).partition("[Sayso]")[0]
    for unwanted in (b"idiot", b"idio", b'i",', b"diot"):
        assert unwanted not in body


@pytest.mark.parametrize("mode", MODES)
def test_a_blocked_word_in_halves_of_characters_never_leaves(
    make_live: MakeLive, upstream: HostileUpstream, mode: Streaming
) -> None:
    live = make_live(upstream=upstream.url)
    store = live.service.store
    store.policies.set(Policy(streaming=mode))
    _, secret = store.keys.create("site")
    ann = store.readers.find_or_create("default", "ann")
    store.terms.rule(ann.id, [Term("rascal", "block")])
    bold = "".join(chr(0x1D41A + ord(letter) - ord("a")) for letter in "rascal")
    steps: list[bytes | Pause] = [delta_event({"content": LOVELY})]
    for half in list_halves(f"You {bold}, you. "):
        steps += [delta_event({"content": half}), Pause(0.01)]
    upstream.play(Script([*steps, delta_event({"content": LOVELY}), delta_event({}, finish="stop"), DONE]))
    url, body = f"{live.url}/v1/chat/completions", {**ASK, "stream": True, "user": "ann"}
    answer = httpx.post(url, json=body, headers={"x-api-key": secret}, timeout=PATIENCE_S)
    assert read_end(answer.content) == "content_filter"
    assert LOVELY.startswith(read_text(answer.content).partition("[Sayso]")[0].rstrip("\n"))
    assert b"\\ud" not in answer.content


def test_the_first_sentence_leaves_while_the_server_still_writes(
    talk: Talk, upstream: HostileUpstream
) -> None:
    """The server does not write on before the client has read."""
    has_read = threading.Event()
    first = delta_event({"content": LOVELY + "And "})
    upstream.play(Script([first, Pause(HANG.seconds, until=has_read), stream_bytes("then rain.")]))
    pieces = talk.stream_pieces()
    assert read_text(next(pieces)) == LOVELY
    has_read.set()
    assert read_text(b"".join(pieces)) == "And then rain."


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("name", "tail"),
    [
        ("half a chunk", [b'data: {"choices": [{"index": 0, "delta": {"content": "You idi']),
        ("malformed", [b"data: {you idiot}\n\n", stream_bytes("You idiot.")]),
        ("an error", [event({"error": {"message": "you idiot", "code": 500}})]),
        ("a page", [b"<html>you idiot</html>\n\n"]),
        ("endless", [b": you idiot\n\n" * 5000]),
        ("not an object", [b'data: "you idiot"\n\n']),
        ("nothing more", []),
    ],
)
def test_a_server_that_breaks_in_the_middle_ends_in_an_error_and_done(
    talk: Talk, upstream: HostileUpstream, mode: Streaming, name: str, tail: list[bytes | Pause]
) -> None:
    talk.use(mode)
    upstream.play(Script([delta_event({"content": LOVELY}), *tail]))
    body = talk.stream()
    assert read_end(body) == "error"
    assert read_text(body) == LOVELY
    assert b"idi" not in body


@pytest.mark.parametrize("mode", MODES)
def test_a_server_that_hangs_in_the_middle_ends_in_an_error_and_done(
    hasty_talk: Talk, upstream: HostileUpstream, mode: Streaming
) -> None:
    hasty_talk.use(mode)
    upstream.play(Script([delta_event({"content": LOVELY}), HANG]))
    body = hasty_talk.stream()
    assert read_end(body) == "error"
    assert read_text(body) == LOVELY
    assert upstream.hung_up.wait(PATIENCE_S), "it was waited for to the end"


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("closes at once", Script([])),
        ("malformed at once", Script([b"data: {you idiot\n\n"])),
        ("an error at once", Script([event({"error": "you idiot"})])),
        ("500", Script([b"you idiot"], 500)),
        ("something else", Script([b"you idiot"], content_type="text/plain")),
        ("endless", Script([b"you idiot " * 5000], content_type="application/json")),
    ],
)
def test_a_server_that_breaks_before_the_first_event_is_told_by_the_status(
    talk: Talk, upstream: HostileUpstream, name: str, script: Script
) -> None:
    upstream.play(script)
    answer = talk.ask(stream=True)
    assert answer.status_code == 502
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}
    assert b"idiot" not in answer.content


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("before the status", Script(before=[HANG])),
        ("before the first event", Script([HANG])),
        ("comments for ever", Script([step for _ in range(400) for step in (b": hm\n\n", Pause(0.1))])),
    ],
)
def test_a_server_that_hangs_before_the_first_event_is_told_by_the_status(
    hasty_talk: Talk, upstream: HostileUpstream, name: str, script: Script
) -> None:
    upstream.play(script)
    answer = hasty_talk.ask(stream=True)
    assert answer.status_code == 504
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("half an answer", Script([HALF_AN_ANSWER], content_type="application/json")),
        ("a false length", Script([b"{}"], headers=(("Content-Length", "50"),))),
        ("endless", Script([b"you idiot " * 5000], content_type="application/json")),
    ],
)
def test_a_plain_question_fails_whole(
    talk: Talk, upstream: HostileUpstream, name: str, script: Script
) -> None:
    upstream.play(script)
    answer = talk.ask()
    assert answer.status_code == 502
    assert b"idi" not in answer.content


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("before the status", Script(before=[HANG])),
        ("in the middle", Script([HALF_AN_ANSWER, HANG], content_type="application/json")),
    ],
)
def test_a_plain_question_to_a_server_that_hangs_fails_whole(
    hasty_talk: Talk, upstream: HostileUpstream, name: str, script: Script
) -> None:
    upstream.play(script)
    answer = hasty_talk.ask()
    assert answer.status_code == 504
    assert b"idi" not in answer.content


def test_a_whole_answer_to_a_stream_is_judged_and_streamed(talk: Talk, upstream: HostileUpstream) -> None:
    upstream.reply(LOVELY)
    assert read_text(talk.stream()) == LOVELY
    upstream.reply("You idiot.")
    body = talk.stream()
    assert read_end(body) == "content_filter"
    assert b"idiot" not in body


def test_carriage_returns_and_missing_spaces_are_understood(talk: Talk, upstream: HostileUpstream) -> None:
    stream = stream_bytes("The garden looks lovely.").replace(b"\n", b"\r\n").replace(b"data: ", b"data:")
    upstream.play(Script([b": hello\r\n\r\n", *(stream[at : at + 7] for at in range(0, len(stream), 7))]))
    body = talk.stream()
    assert (read_text(body), read_end(body)) == ("The garden looks lovely.", "stop")


def test_a_server_that_does_not_close_after_the_end_does_not_delay_it(
    talk: Talk, upstream: HostileUpstream
) -> None:
    upstream.play(Script([stream_bytes("Hello.", done=False), HANG]))
    started = time.monotonic()
    body = talk.stream()
    assert (read_text(body), read_end(body)) == ("Hello.", "stop")
    assert time.monotonic() - started < PATIENCE_S / 2


def test_whoever_waits_long_is_told_so(
    talk: Talk, upstream: HostileUpstream, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server does not answer before the client has heard something."""
    monkeypatch.setattr(chat_routes, "KEEP_ALIVE_S", 0.1)

    def stream_after_hearing(content: bytes, status: int) -> bytes:
        has_heard = threading.Event()
        upstream.play(Script([content], status, before=[Pause(HANG.seconds, until=has_heard)]))
        pieces = talk.stream_pieces()
        first = next(pieces)
        has_heard.set()
        return first + b"".join(pieces)

    body = stream_after_hearing(stream_bytes("Hello."), 200)
    assert body.startswith(b": waiting\n\n")
    assert (read_text(body), read_end(body)) == ("Hello.", "stop")
    body = stream_after_hearing(b"you idiot", 500)
    assert read_end(body) == "error"
    assert b"status 500" in body
    assert b"idiot" not in body


def wait_for(what: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < deadline, f"not within {PATIENCE_S} s"
        time.sleep(0.01)


@contextmanager
def asking(live: LiveServer, *, stream: bool, key: str = "", **more: Any) -> Generator[socket.socket]:
    """Asks, and hangs up at the end of the block."""
    body = json.dumps({**ASK, **more, "stream": stream}).encode()
    lines = (
        "POST /v1/chat/completions HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        f"x-api-key: {key}",
    )
    head = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""])
    with socket.create_connection((live.host, live.port), timeout=PATIENCE_S) as line:
        line.sendall(head.encode() + body)
        yield line


@pytest.mark.parametrize(
    ("stream", "after_bytes", "script"),
    [
        (False, 0, Script(before=[HANG])),
        (True, 0, Script(before=[HANG])),
        (True, 200, Script([delta_event({"content": LOVELY + "And "}), HANG])),
    ],
)
def test_a_client_that_hangs_up_ends_the_call_to_the_server(
    make_live: MakeLive, upstream: HostileUpstream, stream: bool, after_bytes: int, script: Script
) -> None:
    live = make_live(upstream=upstream.url)
    upstream.play(script)
    with asking(live, stream=stream) as line:
        wait_for(lambda: upstream.asked)
        if after_bytes:
            line.recv(after_bytes)
    assert upstream.hung_up.wait(PATIENCE_S)


def test_of_a_client_that_hangs_up_nothing_is_kept(make_live: MakeLive, upstream: HostileUpstream) -> None:
    """It goes when the guard has judged what it would hold."""
    scorer = FakeScorer()
    live = make_live(scorer, upstream=upstream.url)
    store = live.service.store
    _, secret = store.keys.create("site")
    ann = store.readers.find_or_create("default", "ann")
    store.readers.agree(ann.id, True)
    upstream.play(Script([delta_event({"content": "What a silly old goose. And "}), HANG]))
    with asking(live, stream=True, key=secret, user="ann"):
        wait_for(lambda: upstream.asked and scorer.calls)
        time.sleep(0.1)  # time enough to keep what must not be kept
    assert upstream.hung_up.wait(PATIENCE_S)
    assert store.held.list(ann.id) == []
    assert list(store.conversations.rows()) == []


def test_many_streams_at_once_do_not_mix(talk: Talk, upstream: HostileUpstream) -> None:
    upstream.play(
        *[
            Script([stream_bytes(f"Day number {day} was fine. ", "You idiot." if day % 2 else LOVELY)])
            for day in range(13)
        ]
    )
    with ThreadPoolExecutor(6) as pool:
        waiting = [pool.submit(talk.stream) for _ in range(12)]
    bodies = [each.result() for each in waiting]
    assert sorted(read_end(body) for body in bodies) == ["content_filter"] * 6 + ["stop"] * 6
    assert b"idiot" not in b"".join(bodies)
    assert all(body.count(b"Day number") == 1 for body in bodies)
