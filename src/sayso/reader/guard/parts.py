"""What the server behind the guard said, as far as we know the fields: all else is left where it is."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast, get_args

from sayso.reader.guard.upstream_failures import UpstreamFault, find_fault, tell_broken_off

Finish = Literal["stop", "length", "tool_calls", "content_filter"]
FINISHES: frozenset[str] = frozenset(get_args(Finish))
MOST_CHOICES = 128
MOST_CALLS = 128
LARGEST_LOGPROB = 1e9
_MODEL_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,199}")
_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens")
_DETAILS: Mapping[str, Sequence[str]] = {
    "prompt_tokens_details": ("cached_tokens", "audio_tokens"),
    "completion_tokens_details": (
        "reasoning_tokens",
        "audio_tokens",
        "accepted_prediction_tokens",
        "rejected_prediction_tokens",
    ),
}


@dataclass(frozen=True, slots=True)
class CallPiece:
    """A tool call, or a piece of one; `place` says of which, else `call_id`, else it is the last one's."""

    place: int | None = None
    is_custom: bool = False
    name: str = field(default="", repr=False)
    arguments: str = field(default="", repr=False)
    call_id: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ReplyPiece:
    """A choice, or a piece of one."""

    index: int
    text: str = field(default="", repr=False)
    refusal: str = field(default="", repr=False)
    calls: tuple[CallPiece, ...] = ()
    finish: Finish | None = None
    logprobs: Any = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Part:
    """One event of a stream, or a whole completion."""

    pieces: tuple[ReplyPiece, ...] = ()
    usage: Mapping[str, Any] | None = None
    is_last: bool = False


def read_part(value: Any) -> Part:
    """Raises `UpstreamFault` where the value is an error or no completion at all."""
    if not isinstance(value, dict):
        raise find_fault("it is no object")
    known = cast(dict[str, Any], value)
    if known.get("error") is not None:
        raise UpstreamFault("failed", tell_broken_off())
    choices: Any = known.get("choices") or []
    if not isinstance(choices, list):
        raise find_fault("its choices are no list")
    pieces = tuple(_read_choice(choice, at) for at, choice in enumerate(cast(list[Any], choices)))
    return Part(pieces, read_usage(known.get("usage")))


def _read_choice(value: Any, at: int) -> ReplyPiece:
    choice = _read_object(value, "a choice")
    index = _check_number(_find_number(choice, at), most=MOST_CHOICES, what="a choice")
    said = _read_object(choice.get("message") or choice.get("delta") or {}, "a message")
    calls = _read_calls(said.get("tool_calls") or [], is_whole=bool(choice.get("message")))
    return ReplyPiece(
        index,
        text=join_content(said.get("content")),
        refusal=_read_text(said.get("refusal")),
        calls=tuple(calls),
        finish=_read_finish(choice.get("finish_reason")),
        logprobs=choice.get("logprobs"),
    )


def _find_number(value: Mapping[str, Any], missing: int | None) -> Any:
    number = value.get("index")
    return missing if number is None else number


def _check_number(number: Any, *, most: int, what: str) -> int:
    if type(number) is not int or not 0 <= number < most:
        raise find_fault(f"{what} has no number")
    return number


def _read_finish(value: Any) -> Finish | None:
    """Some servers write that a reply goes on as an empty text, or as the word."""
    if value in (None, "", "null"):
        return None
    return cast(Finish, value) if isinstance(value, str) and value in FINISHES else "stop"


def join_content(value: Any) -> str:
    """The text of a message: a string, or the text parts of a list."""
    if isinstance(value, str):
        return value
    parts = cast(list[Any], value) if isinstance(value, list) else []
    objects = [cast(dict[str, Any], part) for part in parts if isinstance(part, dict)]
    return "".join(_read_text(part.get("text")) for part in objects if part.get("type") == "text")


def _read_calls(value: Any, *, is_whole: bool) -> Iterator[CallPiece]:
    """Of a whole message, calls without numbers stand in order; in a stream their ids tell them apart."""
    if not isinstance(value, list):
        raise find_fault("its tool calls are no list")
    for at, item in enumerate(cast(list[Any], value)):
        call = _read_object(item, "a tool call")
        number = _find_number(call, at if is_whole else None)
        place = None if number is None else _check_number(number, most=MOST_CALLS, what="a tool call")
        is_custom = isinstance(call.get("custom"), dict)
        called = _read_object(call.get("custom" if is_custom else "function") or {}, "a tool call")
        given = called.get("input" if is_custom else "arguments")
        text = given if isinstance(given, str) else "" if given is None else json.dumps(given)
        name, call_id = _read_text(called.get("name")), _read_text(call.get("id"))
        yield CallPiece(place, is_custom, name, text, call_id)


def _read_object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise find_fault(f"{what} is no object")
    return cast(dict[str, Any], value)


def _read_text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def is_model_name(value: Any) -> bool:
    return isinstance(value, str) and bool(_MODEL_NAME.fullmatch(value))


def read_usage(value: Any) -> Mapping[str, Any] | None:
    """Numbers under the names we know."""
    if not isinstance(value, dict):
        return None
    given = cast(dict[str, Any], value)
    usage: dict[str, Any] = {name: _read_count(given.get(name)) for name in _COUNTS}
    for name, counts in _DETAILS.items():
        details = given.get(name)
        if isinstance(details, dict):
            known = cast(dict[str, Any], details)
            usage[name] = {each: _read_count(known[each]) for each in counts if each in known}
    return usage


def _read_count(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 2**53 else 0


def read_logprobs(value: Any, content: str) -> Mapping[str, Any] | None:
    """Of the tokens that make up `content`, and of no others: alternatives were not judged."""
    tokens = cast(dict[str, Any], value).get("content") if isinstance(value, dict) else None
    if not isinstance(tokens, list):
        return None
    entries = [cast(dict[str, Any], token) for token in cast(list[Any], tokens) if isinstance(token, dict)]
    if not content or "".join(_read_text(entry.get("token")) for entry in entries) != content:
        return None
    return {"content": [_read_token(entry) for entry in entries], "refusal": None}


def _read_token(entry: Mapping[str, Any]) -> dict[str, Any]:
    token, logprob = _read_text(entry.get("token")), entry.get("logprob")
    known = isinstance(logprob, int | float) and abs(logprob) < LARGEST_LOGPROB
    spelled = list(token.encode("utf-8", "surrogatepass"))
    return {
        "token": token,
        "logprob": logprob if known else -9999.0,
        "bytes": spelled,
        "top_logprobs": list[Any](),
    }
