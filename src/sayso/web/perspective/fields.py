"""Partial answers: Google's `fields` parameter: `languages,attributeScores(TOXICITY,INSULT/summaryScore)`.

    selection = path *("," path)
    path      = name *("/" name) ["(" selection ")"]
    name      = letters, digits, "_", "@", "-", "."; or "*" for every name

Arrays are looked through: a path below an array applies to each of its elements.
"""

import re
from collections.abc import Mapping
from typing import cast

from sayso.web.perspective.errors import refuse_fields

Mask = dict[str, "Mask"]
"""What to keep, name by name; an empty mask keeps everything below."""

TOKEN = re.compile(r"\s*(?:(?P<name>[\w@.$-]+|\*)|(?P<mark>[,/()]))")
LONGEST = 2048
DEEPEST = 16
ANY = "*"


def parse_fields(fields: str) -> Mask:
    """The mask that `fields` spells; an empty string keeps everything."""
    if len(fields) > LONGEST:
        raise refuse_fields(f"The fields parameter is longer than {LONGEST} characters.", path="fields")
    tokens = _split(fields)
    return _Parser(tokens).read_all() if tokens else {}


def check_fields(mask: Mask, shape: Mapping[str, object]) -> None:
    """Refuse a path that no answer of this shape can have.

    `shape` maps each field to its own shape; `*` in a shape stands for a map with any key. A `*` in a path
    need only fit somewhere.
    """
    path = _find_misfit(mask, shape, parent="")
    if path:
        description = f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'."
        raise refuse_fields(description, path=path)


def select_fields(mask: Mask, content: Mapping[str, object]) -> dict[str, object]:
    """The parts of a JSON object that the mask keeps."""
    if not mask:
        return dict(content)
    found = ((name, _find_mask(mask, name), value) for name, value in content.items())
    return {
        name: _select_below(below, value)
        for name, below, value in found
        if below is not None and (not below or _has_fields(value))
    }


def _select_below(mask: Mask, value: object) -> object:
    if isinstance(value, list):
        return [_select_below(mask, item) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        return select_fields(mask, cast("dict[str, object]", value))
    return value


def _has_fields(value: object) -> bool:
    """Whether a path can go on below this value."""
    if isinstance(value, list):
        return all(_has_fields(item) for item in cast("list[object]", value))
    return isinstance(value, dict)


def _find_mask(mask: Mask, name: str) -> Mask | None:
    named, every = mask.get(name), mask.get(ANY)
    if named is None or every is None:
        return named if every is None else every
    return _join(named, every)


def _join(one: Mask, other: Mask) -> Mask:
    """Both masks at once: what either keeps."""
    if not one or not other:
        return {}
    joined = dict(one)
    for name, below in other.items():
        joined[name] = _join(joined[name], below) if name in joined else below
    return joined


def _find_misfit(mask: Mask, shape: Mapping[str, object], *, parent: str) -> str:
    """A path of the mask that fits nowhere in the shape, as far as it fits; empty if every path does."""
    for name, below in mask.items():
        path = f"{parent}/{name}" if parent else name
        misfits = [_find_misfit(below, inner, parent=path) for inner in _find_shapes(shape, name)] or [path]
        if all(misfits):
            return max(misfits, key=len)
    return ""


def _find_shapes(shape: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    named = [shape[key] for key in (name, ANY) if key in shape][:1]
    found = list(shape.values()) if name == ANY else named
    return [cast("Mapping[str, object]", inner) for inner in found]


def _split(fields: str) -> list[str]:
    tokens: list[str] = []
    position = 0
    while position < len(fields.rstrip()):
        match = TOKEN.match(fields, position)
        if match is None:
            raise refuse_fields(f"Invalid character at position {position} of 'fields'.", path="fields")
        tokens.append(match["name"] or match["mark"])
        position = match.end()
    return tokens


class _Parser:
    """Reads tokens by the grammar above."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def read_all(self) -> Mask:
        mask = self._read_selection(depth=0)
        if self._peek():
            raise self._refuse()
        return mask

    def _read_selection(self, *, depth: int) -> Mask:
        mask = self._read_path(depth=depth)
        while self._take(","):
            mask = _join(mask, self._read_path(depth=depth))
        return mask

    def _read_path(self, *, depth: int) -> Mask:
        names = [self._read_name()]
        while self._take("/"):
            names.append(self._read_name())
        if depth + len(names) > DEEPEST:
            raise refuse_fields(f"'fields' is nested more than {DEEPEST} levels deep.", path="fields")
        below: Mask = {}
        if self._take("("):
            below = self._read_selection(depth=depth + len(names))
            if not self._take(")"):
                raise self._refuse()
        for name in reversed(names):
            below = {name: below}
        return below

    def _read_name(self) -> str:
        name = self._peek()
        if not name or name in ",/()":
            raise self._refuse()
        self._at += 1
        return name

    def _take(self, mark: str) -> bool:
        if self._peek() != mark:
            return False
        self._at += 1
        return True

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _refuse(self) -> Exception:
        found = self._peek() or "the end"
        return refuse_fields(f"Invalid field selection: unexpected {found[:40]} in 'fields'.", path="fields")
