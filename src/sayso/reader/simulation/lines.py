"""JSON Lines, each an object; whatever is wrong is said with file, row and column, never with the text."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from sayso.core.errors import BadFile


@dataclass(frozen=True, slots=True)
class Line:
    """One object of a file. Rows count from 1."""

    source: str
    number: int
    cells: Mapping[str, object] = field(repr=False)

    def fault(self, column: str, what: str, *, hint: str = "") -> BadFile:
        return BadFile(f"{self.source}, row {self.number}, {column!r}: {what}", hint=hint)

    def text(self, column: str, *, default: str | None = None) -> str:
        value = self.cells.get(column, default)
        if not isinstance(value, str):
            raise self.fault(column, "a text is needed.")
        return value

    def name(self, column: str, *, default: str | None = None) -> str:
        """A text or a whole number, such as what conversations are called; not empty."""
        value = self.cells.get(column, default)
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            raise self.fault(column, "a name or a whole number is needed.")
        return str(value)

    def count(self, column: str) -> int:
        value = self.cells.get(column)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.fault(column, "a whole number from 0 is needed.")
        return value


def read_lines(path: Path) -> Iterator[Line]:
    """The objects of a file, in order; blank lines are passed over."""
    if not path.is_file():
        raise BadFile(f"There is no file {str(path)!r}.")
    for number, raw in enumerate(path.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if raw.strip():
            yield Line(path.name, number, _parse(raw, source=path.name, number=number))


def _parse(raw: bytes, *, source: str, number: int) -> Mapping[str, object]:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError) as error:  # bytes that are not UTF-8 are a ValueError too
        raise BadFile(f"{source}, row {number}: the line is not JSON in UTF-8.") from error
    if not isinstance(value, dict):
        raise BadFile(f"{source}, row {number}: the line is not a JSON object.")
    return cast("dict[str, object]", value)
