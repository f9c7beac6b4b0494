"""JSON Lines to lines: each an object with the text in one of its fields, or simply a string."""

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import cast

from sayso.files.byte_lines import ByteStream, decode, read_blocks, read_line
from sayso.files.source import EMPTY, Line, Problem, Source, choose_column, make_line

KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def open_jsonl(stream: ByteStream, *, name: str, column: str | None) -> Source:
    """The first object decides which field holds the text; its fields are the columns."""
    blocks = read_blocks(stream, name=name)
    read: list[list[bytes | None]] = []
    fields = _find_fields(blocks, read)
    chosen = choose_column(fields, wanted=column, source=name) if fields else column or "text"
    lines = ([_make_line(raw, column=chosen) for raw in block] for block in chain(read, blocks))
    return Source(name, lines, tuple(fields), chosen)


def _find_fields(blocks: Iterator[list[bytes | None]], read: list[list[bytes | None]]) -> list[str]:
    """The fields of the first object; what had to be read for it is added to `read`."""
    for block in blocks:
        read.append(block)
        for raw in block:
            value = None if raw is None else _parse(raw)
            if isinstance(value, dict):
                return list(cast("dict[str, object]", value))
    return []


def _parse(raw: bytes) -> object:
    """The value, or a `Problem`."""
    try:
        return json.loads(raw)
    except UnicodeDecodeError:
        return decode(raw)[1]
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")  # some of these sentences expect the place to follow
        return Problem("not JSON", f"The line is not JSON: {what} at column {error.colno}.")
    except (ValueError, RecursionError):  # a number of thousands of digits, or nested too deeply
        return Problem("not JSON", "The line is not JSON that can be held.")


def _make_line(raw: bytes | None, *, column: str) -> Line:
    if raw is None:
        return read_line(None)
    if not raw.strip():
        return Line("", EMPTY)
    value = _parse(raw)
    if isinstance(value, str):
        return make_line(value)
    if isinstance(value, dict):
        return _read_object(cast("dict[str, object]", value), column=column)
    problem = (
        value
        if isinstance(value, Problem)
        else Problem("not an object", f"The line is {_name(value)}, not an object.")
    )
    return Line(read_line(raw).text, problem)


def _read_object(fields: Mapping[str, object], *, column: str) -> Line:
    if column not in fields:
        return Line("", Problem("no text", f"The object has no field {column!r}."), fields)
    value = fields[column]
    if not isinstance(value, str):
        return Line("", Problem("not text", f"The field {column!r} is {_name(value)}, not text."), fields)
    return make_line(value, columns=fields)


def _name(value: object) -> str:
    return KINDS.get(type(value), "something else")
