from typing import Any

import pytest

from sayso.reader.guard.parts import MOST_CALLS, CallPiece, ReplyPiece, read_part
from sayso.reader.guard.replies import Reply, read_replies
from sayso.reader.guard.upstream_failures import UpstreamFault


def choice(delta: Any, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, **more}]}


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
