"""Completions and chunks in OpenAI's shape, built from nothing but what we know."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import uuid4

from sayso.core.json_text import render_json
from sayso.reader.guard.outcome import ReplyOutcome
from sayso.reader.guard.replies import ToolCall, is_model_name, read_logprobs
from sayso.reader.guard.tool_calls import rewrite_arguments
from sayso.web.http.errors import problem_from
from sayso.web.openai.errors import describe_error

WAITING = b": waiting\n\n"
DONE = b"data: [DONE]\n\n"


@dataclass(frozen=True, slots=True)
class CompletionHeader:
    """What all answers to one request begin with. `model` is the one asked for, whatever answered."""

    model: str
    id: str = field(default_factory=lambda: f"chatcmpl-{uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    def write_completion(
        self, replies: Mapping[int, ReplyOutcome], usage: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        choices = [_write_choice(index, replies[index]) for index in sorted(replies)]
        answer = {**self._begin("chat.completion"), "choices": choices, "sayso": choices[0]["sayso"]}
        return {**answer, "usage": usage} if usage is not None else answer

    def write_chunk(self, index: int, delta: Mapping[str, Any]) -> bytes:
        return self._frame([{"index": index, "delta": delta, "finish_reason": None}])

    def write_end(self, index: int, settled: ReplyOutcome) -> bytes:
        end = {"index": index, "delta": {}, "finish_reason": settled.finish, "sayso": settled.note}
        return self._frame([end], sayso=settled.note)

    def write_usage(self, usage: Mapping[str, Any]) -> bytes:
        return self._frame([], usage=usage)

    def _begin(self, kind: str) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}

    def _frame(self, choices: Sequence[Mapping[str, Any]], **more: Any) -> bytes:
        return frame({**self._begin("chat.completion.chunk"), "choices": choices, **more})


def frame(value: Any) -> bytes:
    """One event. JSON has no raw line breaks, so it is one line."""
    return b"data: " + render_json(value) + b"\n\n"


def frame_error(error: Exception) -> bytes:
    """A failure after the answer has begun: SDKs raise it."""
    return frame({"error": describe_error(problem_from(error))})


def write_deltas(settled: ReplyOutcome, *, has_text: bool) -> list[dict[str, Any]]:
    """What is left to say at the end of a stream once the text has left, as far as it may."""
    deltas: list[dict[str, Any]] = []
    if settled.shows_text and settled.refusal:
        deltas.append({"refusal": settled.refusal})
    if settled.calls:
        calls = [{"index": at, **call} for at, call in enumerate(_write_calls(settled.calls))]
        deltas.append({"tool_calls": calls})
    if settled.notice:
        deltas.append({"content": f"\n\n{settled.notice}" if has_text else settled.notice})
    return deltas


def list_models(value: Any) -> dict[str, Any]:
    """The names of a server's models; what is no name is left out."""
    given = cast(dict[str, Any], value).get("data") if isinstance(value, dict) else None
    entries = [
        cast(dict[str, Any], entry) for entry in cast(list[Any], given or []) if isinstance(entry, dict)
    ]
    names = [entry["id"] for entry in entries if is_model_name(entry.get("id"))]
    data = [
        {"id": name, "object": "model", "created": 0, "owned_by": "upstream"} for name in dict.fromkeys(names)
    ]
    return {"object": "list", "data": data}


def _write_choice(index: int, settled: ReplyOutcome) -> dict[str, Any]:
    shown = settled.text if settled.shows_text else ""
    content = "\n\n".join(part for part in (shown, settled.notice) if part)
    message: dict[str, Any] = {"role": "assistant", "content": content or None}
    if settled.shows_text and settled.refusal:
        message["refusal"] = settled.refusal
    if settled.calls:
        message["tool_calls"] = _write_calls(settled.calls)
    elif not content and not settled.refusal:
        message["content"] = ""
    choice: dict[str, Any] = {"index": index, "message": message, "finish_reason": settled.finish}
    logprobs = None if settled.notice else read_logprobs(settled.logprobs, settled.text)
    return {**choice, "logprobs": logprobs, "sayso": settled.note}


def _write_calls(calls: Sequence[ToolCall]) -> list[dict[str, Any]]:
    return [_write_call(call) for call in calls]


def _write_call(call: ToolCall) -> dict[str, Any]:
    head = {"id": f"call_{uuid4().hex}"}
    if call.is_custom:
        return {**head, "type": "custom", "custom": {"name": call.name, "input": call.arguments}}
    arguments = rewrite_arguments(call)
    return {**head, "type": "function", "function": {"name": call.name, "arguments": arguments}}
