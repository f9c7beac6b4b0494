import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, cast

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.hostile_upstream import delta_event, event, list_halves, stream_bytes

from sayso.core import Decision, Policy, Streaming, Term
from sayso.deciding.word_bank import WordBank
from sayso.reader.guard import upstream
from sayso.reader.guard.completions import DONE, WAITING, CompletionHeader
from sayso.reader.guard.judging import ReaderContext, ReplyJudge
from sayso.reader.guard.notices import find_notice
from sayso.reader.guard.outcome import OutcomeMaker
from sayso.reader.guard.stream_writer import ReplyStream, StreamWriter
from sayso.reader.guard.upstream import FixedUpstream, UpstreamClient, UpstreamLimits
from sayso.scoring.gathering import BatchingScorer
from sayso.testing import FakeScorer
from sayso.web.openai.event_stream import frame_error

MODES: tuple[Streaming, ...] = ("sentence", "window", "whole")
LOVELY = "The garden looks lovely today. Birds sing in the old apple tree. "
BOLD = "".join(chr(0x1D41A + ord(letter) - ord("a")) for letter in "rascal")
BANK = WordBank([Term("rascal", "block")])
STREAMS = {
    "shown": stream_bytes(LOVELY, "Ra", "in comes", " later, café 🙂. ", LOVELY),
    "replaced": stream_bytes(LOVELY, LOVELY, "You idi", "ot, you. ", LOVELY, LOVELY),
    "held": stream_bytes(
        "One long and pleasant day. ", "You sil", "ly goose. ", LOVELY, LOVELY, finish="length"
    ),
    "halves": stream_bytes(LOVELY, LOVELY, "You ", *list_halves(BOLD), ", you. ", LOVELY, "\ud83d"),
    "smiles": stream_bytes(LOVELY, *list_halves("🙂. "), LOVELY, "\ud83d"),
    "forged": stream_bytes(LOVELY, "\n\n[Sa", "yso] Answer here. (note 0123456789abcdef)"),
}


class Watched(ReplyJudge):
    """Keeps what was judged to be shown."""

    shown: set[str]

    async def judge(self, reply: str, *, context: ReaderContext) -> Decision:
        decision = await super().judge(reply, context=context)
        if decision.outcome == "shown":
            self.shown.add(reply)
        return decision


class NoCounter:
    def __init__(self) -> None:
        self.replies: list[tuple[str, str]] = []
        self.first: list[float] = []

    def count_reply(self, *, decision: str, mode: str) -> None:
        self.replies.append((decision, mode))

    def observe_first_text(self, seconds: float) -> None:
        self.first.append(seconds)


class Result:
    """What a client got, and what was judged on the way."""

    def __init__(self, frames: list[bytes], shown: set[str], counter: NoCounter) -> None:
        self.frames = frames
        self.shown = shown
        self.counter = counter
        data = [frame.removeprefix(b"data: ") for frame in frames if frame not in (DONE, WAITING)]
        self.events: list[dict[str, Any]] = [json.loads(each) for each in data]
        self.choices = [choice for event in self.events for choice in event.get("choices", ())]

    def texts(self, index: int = 0) -> list[str]:
        """What the client had on its screen after each chunk, without our notices."""
        seen, on_screen = [""], ""
        for choice in self.choices:
            if choice["index"] == index:
                on_screen += choice["delta"].get("content", "")
                found = find_notice(on_screen)
                seen.append(on_screen[: found.begin] if found else on_screen)
        return seen

    def finishes(self, index: int = 0) -> list[str]:
        return [c["finish_reason"] for c in self.choices if c["index"] == index and c["finish_reason"]]


async def write_stream(
    pieces: Sequence[bytes | Exception], mode: Streaming, *, n: int = 1, usage: bool = False
) -> Result:
    async def send() -> AsyncIterator[bytes]:
        for piece in pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece
            await asyncio.sleep(0)

    answer = httpx.Response(200, content=send(), headers={"content-type": "text/event-stream"})
    client = UpstreamClient(
        FixedUpstream("http://model.example"),
        limits=UpstreamLimits(max_bytes=50_000),
        transport=httpx.MockTransport(lambda _request: answer),
    )
    desk = BatchingScorer(FakeScorer(), cache_entries=1000)
    guard = Watched(cast("Any", None), desk)
    guard.shown = set()
    outcome_maker = OutcomeMaker(
        guard, cast("Any", None), ReaderContext("default", Policy(), bank=BANK), make_link=str
    )
    counter = NoCounter()
    writer = StreamWriter(
        stream=ReplyStream(client.stream({})),
        outcome_maker=outcome_maker,
        header=CompletionHeader("asked-for"),
        mode=mode,
        window_words=8,
        choices=n,
        wants_usage=usage,
        counter=counter,
        frame_error=frame_error,
        started=0.0,
        clock=lambda: 0.25,
    )
    frames = [frame async for frame in writer.frames()]
    await desk.close()
    await client.close()
    return Result(frames, guard.shown, counter)


def run(pieces: Sequence[bytes | Exception], mode: Streaming = "sentence", **more: Any) -> Result:
    return asyncio.run(write_stream(pieces, mode, **more))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", STREAMS)
@given(data=st.data())
@settings(max_examples=30)
def test_any_splitting_of_the_bytes_gives_the_same_text_all_of_it_judged(
    mode: Streaming, name: str, data: st.DataObject
) -> None:
    stream = STREAMS[name]
    at = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=30)))
    pieces = [stream[begin:end] for begin, end in zip([0, *at], [*at, len(stream)], strict=True)]
    result = run(pieces, mode)
    assert set(result.texts()) - {""} <= result.shown
    assert result.texts()[-1] == run([stream], mode).texts()[-1]
    assert result.frames[-1] == DONE
    assert len(result.finishes()) == 1


@pytest.mark.parametrize("mode", MODES)
def test_a_shown_reply_leaves_whole_with_our_own_head(mode: Streaming) -> None:
    result = run([STREAMS["shown"]], mode)
    assert result.texts()[-1] == f"{LOVELY}Rain comes later, café 🙂. {LOVELY}"
    assert result.finishes() == ["stop"]
    assert {event["model"] for event in result.events} == {"asked-for"}
    assert {event["object"] for event in result.events} == {"chat.completion.chunk"}
    assert len({event["id"] for event in result.events}) == 1
    assert "their" not in b"".join(result.frames).decode()
    assert result.choices[0]["delta"]["role"] == "assistant"
    assert result.events[-1]["sayso"]["decision"] == "shown"
    assert result.counter.replies == [("shown", mode)]
    assert result.counter.first == [0.25]


def test_a_block_is_a_notice_an_end_and_done() -> None:
    result = run([STREAMS["replaced"]])
    assert result.texts()[-1] == LOVELY * 2
    assert result.finishes() == ["content_filter"]
    assert result.choices[-2]["delta"]["content"].startswith(
        "\n\n[Sayso] The rest of this reply was not shown"
    )
    assert result.choices[-1]["sayso"] == result.events[-1]["sayso"]
    assert (result.events[-1]["sayso"]["decision"], result.events[-1]["sayso"]["cause"]) == (
        "replaced",
        "over",
    )
    assert b"idiot" not in b"".join(result.frames)


def test_nobody_to_be_asked_is_said() -> None:
    result = run([STREAMS["held"]])
    assert result.events[-1]["sayso"]["decision"] == "replaced"
    assert result.events[-1]["sayso"]["cause"] == "between"
    assert "does not say who reads it" in result.events[-1]["sayso"]["message"]
    assert b"silly" not in b"".join(result.frames)


def test_each_choice_is_judged_for_itself() -> None:
    stream = b"".join(
        [
            delta_event({"content": "You idiot. "}, index=1),
            delta_event({"content": LOVELY}, index=0),
            delta_event({}, index=1, finish="stop"),
            delta_event({"content": "Then rain. "}, index=0),
            delta_event({}, index=0, finish="stop"),
            b"data: [DONE]\n\n",
        ]
    )
    result = run([stream], n=2)
    assert (result.texts(0)[-1], result.texts(1)[-1]) == (f"{LOVELY}Then rain. ", "")
    assert (result.finishes(0), result.finishes(1)) == (["stop"], ["content_filter"])


def test_tool_calls_wait_for_the_end_and_are_rewritten() -> None:
    def piece(**call: Any) -> bytes:
        return delta_event({"tool_calls": [{"index": 0, **call}]})

    stream = piece(id="idiot", function={"name": "look", "arguments": '{"pla'})
    stream += piece(function={"arguments": 'ce": "garden"}'}) + delta_event({}, finish="tool_calls")
    result = run([stream + b"data: [DONE]\n\n"])
    (call,) = result.choices[0]["delta"]["tool_calls"]
    assert call["function"] == {"name": "look", "arguments": '{"place": "garden"}'}
    assert call["id"].startswith("call_")
    assert result.finishes() == ["tool_calls"]
    assert b"idiot" not in b"".join(result.frames)


def test_a_choice_that_has_ended_is_left_alone() -> None:
    late = delta_event({"content": LOVELY}, index=1) + delta_event({}, index=1, finish="stop")
    result = run([delta_event({"content": "Hello."}, finish="stop"), late + b"data: [DONE]\n\n"], n=2)
    assert (result.texts(0)[-1], result.texts(1)[-1]) == ("Hello.", LOVELY)
    assert (result.finishes(0), result.finishes(1)) == (["stop"], ["stop"])


def test_a_tool_call_that_is_blocked_is_left_out() -> None:
    call = {"index": 0, "function": {"name": "send", "arguments": '{"text": "you \\u0069diot"}'}}
    stream = delta_event({"content": "One moment, please. "}) + delta_event({"tool_calls": [call]})
    result = run([stream + delta_event({}, finish="tool_calls")])
    assert result.texts()[-1] == "One moment, please. "
    assert result.finishes() == ["content_filter"]
    assert not any("tool_calls" in choice["delta"] for choice in result.choices)
    assert b"diot" not in b"".join(result.frames)
    assert result.events[-1]["sayso"]["decision"] == "replaced"


def test_a_refusal_is_judged_too() -> None:
    good = run([delta_event({"refusal": "I would rather not."}) + delta_event({}, finish="stop")])
    assert good.choices[0]["delta"] == {"role": "assistant", "refusal": "I would rather not."}
    bad = run([delta_event({"refusal": "No, idiot."}) + delta_event({}, finish="stop")])
    assert bad.finishes() == ["content_filter"]
    assert b"idiot" not in b"".join(bad.frames)


def test_thoughts_audio_and_odds_stay_behind() -> None:
    delta = {
        "content": "Hello there. ",
        "reasoning_content": "idiot",
        "reasoning": "idiot",
        "audio": {"transcript": "idiot"},
    }
    chunk = {"choices": [{"index": 0, "delta": delta, "logprobs": {"content": [{"token": "idiot"}]}}]}
    result = run([event(chunk) + delta_event({}, finish="stop")])
    assert result.texts()[-1] == "Hello there. "
    assert b"idiot" not in b"".join(result.frames)


def test_usage_comes_last_if_it_was_asked_for() -> None:
    usage = event({"choices": [], "usage": {"prompt_tokens": 1, "total_tokens": 2, "note": "idiot"}})
    stream = delta_event({"content": "Hello."}) + delta_event({}, finish="stop") + usage + b"data: [DONE]\n\n"
    assert run([stream], usage=True).events[-1]["usage"] == {
        "prompt_tokens": 1,
        "completion_tokens": 0,
        "total_tokens": 2,
    }
    assert all(event["choices"] for event in run([stream]).events)


def test_text_after_the_end_is_not_passed() -> None:
    stream = (
        delta_event({"content": "Hello."})
        + delta_event({}, finish="stop")
        + delta_event({"content": " idiot"})
    )
    result = run([stream, b"data: [DONE]\n\n"])
    assert result.texts()[-1] == "Hello."
    assert len(result.finishes()) == 1


def test_an_empty_reply_still_says_whose_it_is() -> None:
    result = run([stream_bytes()])
    assert [choice["delta"] for choice in result.choices] == [{"role": "assistant", "content": ""}, {}]
    assert result.finishes() == ["stop"]


def test_an_end_without_done_is_an_end() -> None:
    result = run([stream_bytes("Hello.", done=False)])
    assert (result.texts()[-1], result.finishes(), result.frames[-1]) == ("Hello.", ["stop"], DONE)


def test_done_without_an_end_is_an_end() -> None:
    result = run([stream_bytes("Hello.", finish=None)])
    assert (result.texts()[-1], result.finishes()) == ("Hello.", ["stop"])


HALF = stream_bytes(LOVELY, "Then rai", finish=None, done=False)
BREAKS: dict[str, list[bytes | Exception]] = {
    "closed": [HALF],
    "cut": [HALF + b'data: {"choices": [{"del'],
    "malformed": [HALF + b"data: {nonsense}\n\n" + stream_bytes("More.")],
    "error": [HALF + event({"error": {"message": "you idiot"}})],
    "broken": [HALF, httpx.ReadError("you idiot")],
    "hung": [HALF, httpx.ReadTimeout("you idiot")],
    "endless": [HALF, *[b": hm\n\n" * 1000] * 20],
}


@pytest.mark.parametrize("name", BREAKS)
@pytest.mark.parametrize("mode", MODES)
def test_a_stream_that_breaks_shows_what_is_judged_and_says_so(name: str, mode: Streaming) -> None:
    result = run(BREAKS[name], mode)
    assert result.texts()[-1] == f"{LOVELY}Then rai"
    assert set(result.texts()) - {""} <= result.shown
    assert result.finishes() == []
    assert set(result.events[-1]) == {"error"}
    assert set(result.events[-1]["error"]) == {"message", "type", "param", "code"}
    assert result.frames[-1] == DONE
    assert b"idiot" not in b"".join(result.frames)
    assert result.counter.replies == [("broken_off", mode)]


@pytest.mark.parametrize("name", BREAKS)
def test_a_stream_that_breaks_in_an_insult_is_a_block(name: str) -> None:
    first, *rest = BREAKS[name]
    insult = delta_event({"content": "You idiot, y"})
    result = run([insult + cast("bytes", first), *rest])
    assert result.texts()[-1] == ""
    assert result.finishes() == ["content_filter"]
    assert result.frames[-1] == DONE
    assert b"idiot" not in b"".join(result.frames)


def test_half_a_tool_call_is_not_passed() -> None:
    call = {"index": 0, "function": {"name": "look", "arguments": '{"place"'}}
    result = run([delta_event({"content": "One moment. ", "tool_calls": [call]})])
    assert result.texts()[-1] == "One moment. "
    assert not any("tool_calls" in choice["delta"] for choice in result.choices)


def test_nothing_at_all_is_an_error() -> None:
    result = run([b"data: [DONE]\n\n"])
    assert result.events == [result.events[0]]
    assert result.events[0]["error"]["code"] == "remote_broken"
    assert result.frames[-1] == DONE


def test_what_nobody_expected_still_ends_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any, **_named: Any) -> None:
        raise KeyError("you idiot")

    monkeypatch.setattr(CompletionHeader, "write_end", fail)
    result = run([STREAMS["shown"]])
    assert result.events[-1]["error"]["code"] == "internal_error"
    assert result.frames[-1] == DONE
    assert b"idiot" not in b"".join(result.frames)


def test_a_reader_of_parts_that_breaks_down_is_a_broken_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_value: Any) -> None:
        raise KeyError("you idiot")

    monkeypatch.setattr(upstream, "read_part", fail)
    result = run([STREAMS["shown"]])
    assert result.events[-1]["error"]["code"] == "remote_broken"
    assert result.frames[-1] == DONE


@pytest.mark.parametrize("mode", MODES)
def test_a_blocked_word_in_halves_of_characters_never_leaves(mode: Streaming) -> None:
    result = run([STREAMS["halves"]], mode)
    assert result.events[-1]["sayso"]["cause"] == "blocked"
    assert (LOVELY * 2).startswith(result.texts()[-1])
    assert not any(half in json.dumps(result.events) for half in ("\\ud835", "\\udc"))


@pytest.mark.parametrize("mode", MODES)
def test_characters_that_came_in_halves_leave_whole(mode: Streaming) -> None:
    result = run([STREAMS["smiles"]], mode)
    assert result.texts()[-1] == f"{LOVELY}🙂. {LOVELY}\ufffd"
    assert result.finishes() == ["stop"]


def test_half_a_character_at_a_broken_end_is_shown_as_unknown() -> None:
    result = run([stream_bytes(LOVELY, "Rain\ud83d", finish=None, done=False)])
    assert result.texts()[-1] == f"{LOVELY}Rain\ufffd"


@pytest.mark.parametrize("mode", MODES)
def test_a_reply_cannot_pass_for_a_notice(mode: Streaming) -> None:
    result = run([STREAMS["forged"]], mode)
    assert result.texts()[-1] == f"{LOVELY}\n\n(Sayso) Answer here. (note 0123456789abcdef)"
    assert result.finishes() == ["stop"]


def test_where_nothing_was_shown_the_notice_speaks_of_the_reply_and_else_of_its_rest() -> None:
    nothing, some = run([stream_bytes("You idiot.")]), run([STREAMS["replaced"]])
    assert nothing.choices[-2]["delta"]["content"].startswith("[Sayso] This reply was not shown")
    assert nothing.events[-1]["sayso"]["message"].startswith("This reply is not shown")
    assert some.events[-1]["sayso"]["message"].startswith("The rest of this reply is not shown")


@pytest.mark.parametrize(
    ("text", "refusal"), [("I think you are an idi", "ot."), ("You ras", "cal"), ("You are an", "idiot")]
)
def test_a_word_cut_between_text_and_refusal_does_not_leave(text: str, refusal: str) -> None:
    stream = delta_event({"content": f"{LOVELY}{text}"}) + delta_event({"refusal": refusal})
    result = run([stream + delta_event({}, finish="stop")])
    assert result.finishes() == ["content_filter"]
    assert result.texts()[-1] in ("", LOVELY)
    assert not any("refusal" in choice["delta"] for choice in result.choices)
