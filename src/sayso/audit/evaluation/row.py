"""One row of a labelled file; whatever is wrong with a cell is said with file, column and row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, nan
from typing import TypeVar, cast

from sayso.core.errors import BadFile

LONGEST_SHOWN = 16
"""A longer cell may be the text itself, in the wrong column: it is described and not shown."""

YES_NO = {"0": 0.0, "0.0": 0.0, "false": 0.0, "1": 1.0, "1.0": 1.0, "true": 1.0}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row. Rows count from 1, a header not being one."""

    source: str
    number: int
    cells: Mapping[str, object] = field(repr=False)

    def fault(self, column: str, what: str, *, hint: str = "") -> BadFile:
        return BadFile(f"{self.source}, row {self.number}, column {column!r}: {what}", hint=hint)

    def text(self, column: str) -> str:
        value = self.cells.get(column)
        if not isinstance(value, str):
            raise self.fault(column, f"{_show(value)} is not a text.")
        if any("\udc80" <= character <= "\udcff" for character in value):
            raise self.fault(
                column,
                "the cell holds bytes that are not UTF-8.",
                hint="The file may mix encodings. Convert that part: iconv -f WINDOWS-1252 -t UTF-8",
            )
        return value

    def label(self, column: str, choices: Mapping[str, T]) -> T:
        """What a cell stands for, in any case; the choices are lower-case."""
        value = self.cells.get(column)
        known = str(value).strip().lower() if value is not None else ""
        if known not in choices:
            raise self.fault(column, f"{_show(value)} is not a known label.", hint=_list(choices))
        return choices[known]

    def yes_or_no(self, column: str, *, may_be_empty: bool = False) -> float:
        """1 or 0; `nan` for an empty cell, where that is allowed."""
        value = self.cells.get(column)
        if may_be_empty and _is_empty(value):
            return nan
        return self.label(column, YES_NO)

    def share(self, column: str) -> float:
        """A number from 0 to 1, or yes and no; `nan` for an empty cell."""
        value = self.cells.get(column)
        if _is_empty(value):
            return nan
        word = str(value).strip().lower()
        try:
            number = YES_NO[word] if word in YES_NO else float(word)
        except ValueError:
            number = nan
        if not 0 <= number <= 1:
            raise self.fault(
                column, f"{_show(value)} is not a label.", hint="Accepted: a number from 0 to 1, true, false."
            )
        return number

    def sequence(self, column: str) -> Sequence[object]:
        """A list, as Parquet and JSON have it."""
        value = self.cells.get(column)
        if not isinstance(value, list | tuple):
            raise self.fault(column, f"{_show(value)} is not a list.")
        return cast("Sequence[object]", value)


def _is_empty(value: object) -> bool:
    return value is None or (isinstance(value, float) and isnan(value)) or str(value).strip() == ""


def _show(value: object) -> str:
    if _is_empty(value):
        return "an empty cell"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return repr(value) if len(value) <= LONGEST_SHOWN else f"a text of {len(value)} characters"
    return f"a value of type {type(value).__name__}"


def _list(choices: Mapping[str, object]) -> str:
    return f"Accepted: {', '.join(choices)}."
