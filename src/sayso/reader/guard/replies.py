"""A reply as it grows out of its parts: whole characters, no mark of ours, and its tool calls' texts."""

import codecs
import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from sayso.reader.guard.parts import MOST_CALLS, CallPiece, Finish, Part, ReplyPiece
from sayso.reader.guard.upstream_failures import find_fault

MARK = "[Sayso]"
"""Our notices begin with it, and nothing else does."""

_MARK = re.compile(r"\[(sayso)\]", re.IGNORECASE)
_BEGUN_MARK = re.compile(r"\[(?:s(?:a(?:y(?:s(?:o)?)?)?)?)?\Z", re.IGNORECASE)
_HALF = re.compile("[\ud800-\udfff]")
_UTF16 = "utf-16-le"

MOST_STRINGS = 500
"""A tool call with more is not judged, and so not passed."""

_UNREAD = object()


class TextRepair:
    """For a text that grows. Gives each piece back as far as nothing that follows can change it.

    Halves of a character (surrogates) are joined: a client would join them, and nobody had judged what it
    then shows. A half that stays alone becomes U+FFFD. Our mark loses its brackets, lest a reply pass for us.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder(_UTF16)("replace")
        self._kept = ""

    def add(self, piece: str, *, final: bool = False) -> str:
        whole = self._decoder.decode(piece.encode(_UTF16, "surrogatepass"), final)
        text = _MARK.sub(r"(\1)", self._kept + whole)
        begun = None if final else _BEGUN_MARK.search(text)
        end = begun.start() if begun else len(text)
        self._kept = text[end:]
        return text[:end]


def mend(text: str) -> str:
    """All of a text, as `TextRepair` would have it."""
    return TextRepair().add(text, final=True)


def join_halves(text: str) -> str:
    """Whole characters alone; for what is not shown as a reply."""
    return text.encode(_UTF16, "surrogatepass").decode(_UTF16, "replace") if _HALF.search(text) else text


@dataclass(slots=True)
class ToolCall:
    """A tool call as it grew."""

    is_custom: bool = False
    name: str = field(default="", repr=False)
    arguments: str = field(default="", repr=False)


@dataclass(slots=True)
class Reply:
    """One choice as it grew. What comes after its end is not listened to."""

    index: int
    text: str = field(default="", repr=False)
    refusal: str = field(default="", repr=False)
    calls: dict[int, ToolCall] = field(default_factory=dict[int, ToolCall], repr=False)
    finish: Finish | None = None
    logprobs: Any = field(default=None, repr=False)
    _repair: TextRepair = field(default_factory=TextRepair, init=False, repr=False, compare=False)
    _places: dict[str, int] = field(default_factory=dict[str, int], init=False, repr=False, compare=False)

    def add(self, piece: ReplyPiece) -> None:
        if self.finish:
            return
        self.text += self._repair.add(piece.text)
        self.refusal += piece.refusal
        for part in piece.calls:
            call = self.calls.setdefault(self._find_place(part), ToolCall())
            call.is_custom = call.is_custom or part.is_custom
            call.name += part.name
            call.arguments += part.arguments
        self.finish = piece.finish
        self.logprobs = piece.logprobs

    def _find_place(self, part: CallPiece) -> int:
        """Of a piece without a number: its id's place, a new one for a new id, and without an id the last."""
        if part.place is not None:
            return part.place
        last = max(self.calls, default=0)
        if not part.call_id:
            return last
        place = self._places.setdefault(part.call_id, last + 1 if self.calls else 0)
        if place >= MOST_CALLS:
            raise find_fault("it has too many tool calls")
        return place

    def close(self) -> None:
        """No more will come: what waited for the rest of a character is whole now. Closing twice is fine."""
        self.text += self._repair.add("", final=True)
        self.refusal = mend(self.refusal)
        for call in self.calls.values():
            call.name, call.arguments = join_halves(call.name), join_halves(call.arguments)


def read_replies(part: Part) -> list[Reply]:
    """The choices of a whole completion, each once, in order."""
    replies: dict[int, Reply] = {}
    for piece in part.pieces:
        replies.setdefault(piece.index, Reply(piece.index)).add(piece)
    for reply in replies.values():
        reply.close()
    return [replies[index] for index in sorted(replies)]


def list_texts(calls: Sequence[ToolCall]) -> list[str]:
    """Each string once, keys too, and all of them as one text: an insult can be cut in two."""
    texts = [text for call in calls for text in (call.name, *_list_strings(call)) if text.strip()]
    distinct = list(dict.fromkeys(texts))
    return [*distinct, "\n".join(texts)] if len(distinct) > 1 else distinct


def rewrite_arguments(call: ToolCall) -> str:
    """As they were judged: of a key that comes twice, only the one that JSON's parser sees leaves."""
    value = _parse(call)
    return call.arguments if value is _UNREAD else json.dumps(value, ensure_ascii=False)


def is_readable(call: ToolCall) -> bool:
    """Whether its strings are known. In half a JSON text, escapes can spell what no look at it finds."""
    return call.is_custom or not call.arguments.strip() or _parse(call) is not _UNREAD


def _list_strings(call: ToolCall) -> Iterator[str]:
    value = _parse(call)
    yield from [call.arguments] if value is _UNREAD else walk_strings(value)


def walk_strings(value: Any) -> Iterator[str]:
    """Every string in a JSON value, in order; without recursion, which a deep value would exhaust."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            pairs = cast(dict[str, Any], item)
            waiting.extend(part for key in reversed(pairs) for part in (pairs[key], key))
        elif isinstance(item, list):
            waiting.extend(reversed(cast(list[Any], item)))


def _parse(call: ToolCall) -> Any:
    """`_UNREAD` where the arguments are a text of their own. Halves of characters may be escaped.

    Numbers that JSON does not have (NaN, 1e999) are null, as JavaScript writes them.
    """
    if call.is_custom:
        return _UNREAD
    try:
        value = json.loads(call.arguments, parse_constant=lambda _name: None, parse_float=_read_finite)
        return json.loads(join_halves(json.dumps(value, ensure_ascii=False)))
    except (ValueError, RecursionError):
        return _UNREAD


def _read_finite(number: str) -> float | None:
    value = float(number)
    return value if math.isfinite(value) else None
