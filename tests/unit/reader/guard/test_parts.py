from typing import Any

import pytest

from sayso.reader.guard.parts import (
    ReplyPiece,
    is_model_name,
    join_content,
    read_logprobs,
    read_part,
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
