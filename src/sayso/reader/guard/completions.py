"""Completions and chunks in OpenAI's shape, built from nothing but what we know."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, cast
from uuid import uuid4

from pydantic import Field

from sayso.core.json_text import left_out, render_json
from sayso.reader.guard.notices import GuardNote
from sayso.reader.guard.outcome import ReplyOutcome
from sayso.reader.guard.parts import Finish, is_model_name, read_logprobs
from sayso.reader.guard.replies import ToolCall, rewrite_arguments

WAITING = b": waiting\n\n"
DONE = b"data: [DONE]\n\n"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    role: Literal["assistant"]
    content: str | None
    refusal: str | None = left_out()
    tool_calls: Sequence[Mapping[str, Any]] | None = left_out()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatChoice:
    index: int
    message: ChatMessage
    finish_reason: Finish
    logprobs: Mapping[str, Any] | None = None
    sayso: GuardNote


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """A completion in OpenAI's shape, every text in it judged."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: Sequence[ChatChoice]
    sayso: Annotated[GuardNote, Field(description="That of the first choice.")]
    usage: Mapping[str, Any] | None = left_out()


@dataclass(frozen=True, slots=True)
class ModelEntry:
    id: str
    object: Literal["model"]
    created: int
    owned_by: str


@dataclass(frozen=True, slots=True)
class ModelList:
    object: Literal["list"]
    data: Sequence[ModelEntry]


@dataclass(frozen=True, slots=True)
class CompletionHeader:
    """What all answers to one request begin with. `model` is the one asked for, whatever answered."""

    model: str
    id: str = field(default_factory=lambda: f"chatcmpl-{uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    def write_completion(
        self, outcomes: Mapping[int, ReplyOutcome], usage: Mapping[str, Any] | None
    ) -> ChatAnswer:
        choices = [_write_choice(index, outcomes[index]) for index in sorted(outcomes)]
        return ChatAnswer(
            self.id, "chat.completion", self.created, self.model, choices, choices[0].sayso, usage
        )

    def write_chunk(self, index: int, delta: Mapping[str, Any]) -> bytes:
        return self._frame([{"index": index, "delta": delta, "finish_reason": None}])

    def write_end(self, index: int, outcome: ReplyOutcome) -> bytes:
        end: dict[str, Any] = {
            "index": index,
            "delta": {},
            "finish_reason": outcome.finish,
            "sayso": outcome.note,
        }
        return self._frame([end], sayso=outcome.note)

    def write_usage(self, usage: Mapping[str, Any]) -> bytes:
        return self._frame([], usage=usage)

    def _frame(self, choices: Sequence[Mapping[str, Any]], **more: Any) -> bytes:
        head = {
            "id": self.id,
            "object": "chat.completion.chunk",
            "created": self.created,
            "model": self.model,
        }
        return frame({**head, "choices": choices, **more})


def frame(value: Any) -> bytes:
    """One event, in one line: JSON has no raw line breaks but three, at which some clients cut as well."""
    content = render_json(value)
    for character in "\u0085\u2028\u2029":
        content = content.replace(character.encode(), f"\\u{ord(character):04x}".encode())
    return b"data: " + content + b"\n\n"


def write_deltas(outcome: ReplyOutcome, *, has_text: bool) -> list[dict[str, Any]]:
    """What is left to say at the end of a stream once the text has left, as far as it may."""
    deltas: list[dict[str, Any]] = []
    if outcome.shows_text and outcome.refusal:
        deltas.append({"refusal": outcome.refusal})
    if outcome.calls:
        calls = [{"index": at, **_write_call(call)} for at, call in enumerate(outcome.calls)]
        deltas.append({"tool_calls": calls})
    if outcome.notice:
        deltas.append({"content": f"\n\n{outcome.notice}" if has_text else outcome.notice})
    return deltas


def read_names(value: Any) -> list[str]:
    """The names of a server's models; what is no name is left out."""
    given = cast(dict[str, Any], value).get("data") if isinstance(value, dict) else None
    entries = [
        cast(dict[str, Any], entry) for entry in cast(list[Any], given or []) if isinstance(entry, dict)
    ]
    names = [entry["id"] for entry in entries if is_model_name(entry.get("id"))]
    return list(dict.fromkeys(names))


def list_models(names: Sequence[str]) -> ModelList:
    return ModelList("list", [ModelEntry(name, "model", 0, "upstream") for name in names])


def _write_choice(index: int, outcome: ReplyOutcome) -> ChatChoice:
    shown = outcome.text if outcome.shows_text else ""
    content = "\n\n".join(part for part in (shown, outcome.notice) if part)
    says_nothing = not content and not outcome.calls and not outcome.refusal
    message = ChatMessage(
        "assistant",
        content="" if says_nothing else content or None,
        refusal=(outcome.refusal or None) if outcome.shows_text else None,
        tool_calls=[_write_call(call) for call in outcome.calls] or None,
    )
    logprobs = None if outcome.notice else read_logprobs(outcome.logprobs, outcome.text)
    return ChatChoice(
        index=index, message=message, finish_reason=outcome.finish, logprobs=logprobs, sayso=outcome.note
    )


def _write_call(call: ToolCall) -> dict[str, Any]:
    head = {"id": f"call_{uuid4().hex}"}
    if call.is_custom:
        return {**head, "type": "custom", "custom": {"name": call.name, "input": call.arguments}}
    arguments = rewrite_arguments(call)
    return {**head, "type": "function", "function": {"name": call.name, "arguments": arguments}}
