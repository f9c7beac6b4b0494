from typing import Any

import pytest

from sayso.reader.guard.replies import (
    MOST_CALLS,
    CallPiece,
    Reply,
    ReplyPiece,
    is_model_name,
    join_content,
    read_logprobs,
    read_part,
    read_replies,
    read_usage,
)
from sayso.reader.guard.upstream_failures import UpstreamFault


def choice(delta: Any, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, **more}]}


def test_only_known_fields_are_read() -> None:
    value = {
        "id": "their id",
        "model": "their name",
        "system_fingerprint": "you idiot",
        "choices": [
            {
                "index": 0,
                "message": {
                    "role": "idiot",
                    "content": "Hello.",
                    "reasoning_content": "idiot",
                    "audio": {"transcript": "idiot"},
                },
                "finish_reason": "stop",
            }
        ],
    }
    assert read_part(value).pieces == (ReplyPiece(0, text="Hello.", finish="stop"),)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("plain", "plain"),
        ([{"type": "text", "text": "one "}, {"type": "text", "text": "two"}], "one two"),
        ([{"type": "image_url", "text": "no"}, "no", {"type": "text", "text": 3}], ""),
        (None, ""),
        (7, ""),
    ],
)
def test_parts_of_a_message_are_joined(content: Any, text: str) -> None:
    assert join_content(content) == text


@pytest.mark.parametrize(
    ("said", "finish"),
    [("length", "length"), ("you idiot", "stop"), (3, "stop"), (None, None), ("", None), ("null", None)],
)
def test_a_reason_we_do_not_know_is_a_plain_end(said: Any, finish: str | None) -> None:
    assert read_part(choice({}, finish_reason=said)).pieces[0].finish == finish


MALFORMED: list[Any] = [
    [],
    "text",
    None,
    {"choices": {"a": 1}},
    {"choices": ["text"]},
    {"choices": [{"index": "0", "delta": {}}]},
    {"choices": [{"index": -1, "delta": {}}]},
    {"choices": [{"index": True, "delta": {}}]},
    {"choices": [{"index": 128, "delta": {}}]},
    choice("text"),
    choice({"tool_calls": {"a": 1}}),
    choice({"tool_calls": ["text"]}),
    choice({"tool_calls": [{"index": 999, "function": {}}]}),
    choice({"tool_calls": [{"function": "text"}]}),
]


@pytest.mark.parametrize("value", MALFORMED)
def test_what_is_no_completion_is_malformed(value: Any) -> None:
    with pytest.raises(UpstreamFault) as fault:
        read_part(value)
    assert fault.value.kind == "malformed"


def test_an_error_in_the_stream_is_a_failure_and_not_quoted() -> None:
    with pytest.raises(UpstreamFault) as fault:
        read_part({"error": {"message": "you idiot"}})
    assert fault.value.kind == "failed"
    assert "idiot" not in fault.value.error.message + fault.value.error.hint


@pytest.mark.parametrize("value", [{}, {"choices": []}, {"choices": None, "prompt_filter_results": []}])
def test_an_event_without_choices_is_harmless(value: Any) -> None:
    assert read_part(value).pieces == ()


def test_a_choice_that_comes_twice_is_one_reply() -> None:
    first, second = choice({"content": "Hel"}), choice({"content": "lo"}, finish_reason="length")
    (reply,) = read_replies(read_part({"choices": first["choices"] + second["choices"]}))
    assert (reply.text, reply.finish) == ("Hello", "length")


def test_tool_calls_grow_piece_by_piece() -> None:
    reply = Reply(0)
    for piece in (
        {"index": 1, "id": "x", "function": {"name": "look", "arguments": ""}},
        {"index": 1, "function": {"arguments": '{"a"'}},
        {"index": 0, "custom": {"name": "shell", "input": "ls"}},
        {"index": 1, "function": {"arguments": ": 1}"}},
    ):
        reply.add(read_part(choice({"tool_calls": [piece]})).pieces[0])
    assert [(call.name, call.arguments, call.is_custom) for _, call in sorted(reply.calls.items())] == [
        ("shell", "ls", True),
        ("look", '{"a": 1}', False),
    ]


def test_tool_calls_without_a_number_are_told_apart_by_their_ids() -> None:
    reply = Reply(0)
    for piece in (
        {"id": "x", "index": None, "function": {"name": "look", "arguments": '{"a"'}},
        {"function": {"arguments": ": 1}"}},
        {"id": "y", "function": {"name": "send", "arguments": "{"}},
        {"id": "y", "function": {"arguments": "}"}},
        {"id": "x", "function": {"arguments": " "}},
    ):
        reply.add(read_part(choice({"tool_calls": [piece]})).pieces[0])
    assert [(call.name, call.arguments) for _, call in sorted(reply.calls.items())] == [
        ("look", '{"a": 1} '),
        ("send", "{}"),
    ]


def test_a_stream_of_ever_new_tool_calls_is_malformed() -> None:
    reply = Reply(0)
    pieces = [ReplyPiece(0, calls=(CallPiece(call_id=str(number)),)) for number in range(MOST_CALLS + 1)]
    for piece in pieces[:-1]:
        reply.add(piece)
    with pytest.raises(UpstreamFault) as fault:
        reply.add(pieces[-1])
    assert fault.value.kind == "malformed"
    assert len(reply.calls) == MOST_CALLS


def test_choices_and_calls_of_a_whole_message_without_numbers_stand_in_order() -> None:
    calls = [{"function": {"name": "look"}}, {"index": None, "function": {"name": "send"}}]
    choices = [{"index": None, "message": {"tool_calls": calls}}, {"message": {"content": "Hello."}}]
    first, second = read_replies(read_part({"choices": choices}))
    assert [call.name for call in first.calls.values()] == ["look", "send"]
    assert (second.index, second.text) == (1, "Hello.")


def test_arguments_that_are_an_object_are_taken_as_text() -> None:
    part = read_part(choice({"tool_calls": [{"function": {"name": "look", "arguments": {"a": 1}}}]}))
    assert part.pieces[0].calls == (CallPiece(name="look", arguments='{"a": 1}'),)


def test_nothing_is_added_after_the_end() -> None:
    reply = Reply(0)
    reply.add(ReplyPiece(0, text="Hello.", finish="stop"))
    reply.add(ReplyPiece(0, text=" idiot", finish="length"))
    assert (reply.text, reply.finish) == ("Hello.", "stop")


def test_usage_is_numbers_under_names_we_know() -> None:
    usage = {
        "prompt_tokens": 3,
        "completion_tokens": "idiot",
        "total_tokens": -1,
        "idiot": 4,
        "completion_tokens_details": {"reasoning_tokens": 2, "idiot": 1},
        "prompt_tokens_details": "idiot",
    }
    assert read_usage(usage) == {
        "prompt_tokens": 3,
        "completion_tokens": 0,
        "total_tokens": 0,
        "completion_tokens_details": {"reasoning_tokens": 2},
    }
    assert read_usage(None) is None


def test_logprobs_are_those_of_the_text_and_without_alternatives() -> None:
    tokens = [
        {"token": "Hel", "logprob": -0.5, "bytes": [1], "top_logprobs": [{"token": "idiot", "logprob": -1}]},
        {"token": "lo", "logprob": "idiot"},
    ]
    assert read_logprobs({"content": tokens, "refusal": ["idiot"]}, "Hello") == {
        "content": [
            {"token": "Hel", "logprob": -0.5, "bytes": [72, 101, 108], "top_logprobs": []},
            {"token": "lo", "logprob": -9999.0, "bytes": [108, 111], "top_logprobs": []},
        ],
        "refusal": None,
    }


@pytest.mark.parametrize(
    "value", [None, "x", {}, {"content": "x"}, {"content": []}, {"content": [{"token": "Hell"}]}]
)
def test_other_logprobs_are_dropped(value: Any) -> None:
    assert read_logprobs(value, "Hello") is None


@pytest.mark.parametrize("logprob", [10**400, -(10**400), float("nan"), float("-inf")])
def test_a_logprob_beyond_all_measure_is_told_as_very_unlikely(logprob: float) -> None:
    told = read_logprobs({"content": [{"token": "Hi", "logprob": logprob}]}, "Hi")
    assert told is not None
    assert told["content"][0]["logprob"] == -9999.0


def test_halves_of_characters_meet_in_every_field() -> None:
    reply = Reply(0)
    for half in ("\ud835", "\udc22", "\ud835"):
        call = {"index": 0, "function": {"name": half, "arguments": half}}
        parts = [{"type": "text", "text": "a"}, {"type": "text", "text": half}]
        reply.add(read_part(choice({"content": parts, "refusal": half, "tool_calls": [call]})).pieces[0])
    assert reply.text == "a\ufffda\ufffda"
    reply.close()
    reply.close()
    whole = "\U0001d422\ufffd"
    assert (reply.refusal, reply.calls[0].name, reply.calls[0].arguments) == (whole, whole, whole)
    assert reply.text == "a\ufffda\ufffda\ufffd"


def test_a_whole_completion_has_whole_characters() -> None:
    parts = [{"type": "text", "text": half} for half in ("\ud835", "\udc22", "\ud835")]
    (reply,) = read_replies(read_part(choice({"content": parts})))
    assert reply.text == "\U0001d422\ufffd"


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("org/model:8b@1+x", True),
        ("m" * 200, True),
        ("m" * 201, False),
        ("you there", False),
        ("", False),
        (3, False),
    ],
)
def test_a_models_name_has_no_spaces_and_an_end(name: Any, is_one: bool) -> None:
    assert is_model_name(name) is is_one
