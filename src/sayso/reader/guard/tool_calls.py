"""The texts in a tool call: its name and every string in what it is called with."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, cast

from sayso.reader.guard.replies import ToolCall
from sayso.reader.guard.text_repair import join_halves

MOST_STRINGS = 500
"""A call with more is not judged, and so not passed."""

_UNREAD = object()


def list_texts(calls: Sequence[ToolCall]) -> list[str]:
    """Each string once, keys too, and all of them as one text: an insult can be cut in two."""
    texts = [text for call in calls for text in (call.name, *_list_strings(call)) if text.strip()]
    distinct = list(dict.fromkeys(texts))
    return [*distinct, "\n".join(texts)] if len(distinct) > 1 else distinct


def rewrite_arguments(call: ToolCall) -> str:
    """As they were judged: of a key that comes twice, only the one that JSON's reader sees leaves."""
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
    """`_UNREAD` where the arguments are a text of their own. Halves of characters may be escaped."""
    if call.is_custom:
        return _UNREAD
    try:
        return json.loads(join_halves(json.dumps(json.loads(call.arguments), ensure_ascii=False)))
    except (ValueError, RecursionError):
        return _UNREAD
