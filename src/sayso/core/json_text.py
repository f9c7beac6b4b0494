"""Answers as JSON text, whatever a client sent.

An answer is said once: a frozen dataclass is the documentation (FastAPI's `response_model`) and makes the
JSON. `Annotated[..., Field(...)]` on its fields holds what only the document says.
"""

import json
from dataclasses import field, fields, is_dataclass
from datetime import UTC, datetime
from typing import Any

_LEFT_OUT = {"left_out": True}


def left_out() -> Any:
    """The default of a field of an answer that is not there at all where nothing was set."""
    return field(default=None, metadata=_LEFT_OUT)


def render_json(content: Any) -> bytes:
    """UTF-8; half a surrogate pair, which has no UTF-8, makes the whole answer use escapes."""
    try:
        return _dump(content, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return _dump(content, ensure_ascii=True).encode()


def _dump(content: Any, *, ensure_ascii: bool) -> str:
    return json.dumps(
        content, ensure_ascii=ensure_ascii, allow_nan=False, separators=(",", ":"), default=_to_object
    )


def format_moment(moment: datetime) -> str:
    """A moment as text of fixed width in UTC, so that it sorts as text and hashes the same everywhere."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def _to_object(value: Any) -> Any:
    if isinstance(value, datetime):
        return format_moment(value)
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__qualname__} has no JSON")
    pairs = ((each, getattr(value, each.name)) for each in fields(value))
    return {each.name: item for each, item in pairs if item is not None or not each.metadata.get("left_out")}
