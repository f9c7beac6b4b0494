"""A labelled file as rows: CSV, JSON Lines or Parquet, by its ending. All of it must be in order."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from math import isnan, nan
from pathlib import Path
from typing import TypeVar, cast

from sayso.core.errors import BadFile
from sayso.files.byte_lines import BYTE_ORDER_MARK, refuse_other_formats
from sayso.files.csv_file import read_rows
from sayso.files.parquet_file import load_arrow
from sayso.files.source import shorten_names

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

    def text(self, column: str, *, default: str | None = None) -> str:
        value = self.cells.get(column, default)
        if not isinstance(value, str):
            raise self.fault(column, f"{_show(value)} is not a text.")
        if any("\udc80" <= character <= "\udcff" for character in value):
            raise self.fault(
                column,
                "the cell holds bytes that are not UTF-8.",
                hint="The file may mix encodings. Convert that part: iconv -f WINDOWS-1252 -t UTF-8",
            )
        return value

    def name(self, column: str) -> str:
        """A text or a whole number, such as what conversations are called; not empty."""
        value = self.cells.get(column)
        if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
            raise self.fault(column, f"{_show(value)} is not a name or a whole number.")
        return str(value)

    def count(self, column: str) -> int:
        value = self.cells.get(column)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.fault(column, f"{_show(value)} is not a whole number from 0.")
        return value

    def label(self, column: str, choices: Mapping[str, T]) -> T:
        """What a cell stands for, in any case; the choices are lower-case."""
        value = self.cells.get(column)
        known = str(value).strip().lower() if value is not None else ""
        if known not in choices:
            raise self.fault(
                column, f"{_show(value)} is not a known label.", hint=f"Accepted: {', '.join(choices)}."
            )
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


Cells = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a file, and its name as messages give it."""

    source: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def require(self, *names: str) -> None:
        for name in names:
            if name not in self.columns:
                near = get_close_matches(name, self.columns, n=1, cutoff=0.5)
                listed = ", ".join(shorten_names(self.columns)) or "none"
                raise BadFile(
                    f"{self.source} has no column {name!r}. Columns: {listed}."
                    + (f" Is it {near[0]!r}?" if near else "")
                )

    def keep(self, rows: Sequence[Row]) -> "Table":
        return replace(self, rows=tuple(rows))

    def limit(self, count: int | None) -> "Table":
        """At most `count` rows, spread evenly: files are often sorted by what they test."""
        total = len(self.rows)
        if count is None or total <= count:
            return self
        return self.keep([self.rows[place * total // count] for place in range(count)])


def read_table(path: Path) -> Table:
    """All of the file; an empty one is refused."""
    rows = tuple(stream_table(path))
    return Table(path.name, tuple(rows[0].cells), rows)


def stream_table(path: Path, *columns: str) -> Iterator[Row]:
    """The rows one by one, all of which have these columns; a file without rows is refused."""
    if path.is_dir() or not path.exists():
        raise BadFile(f"{str(path)!r} is a folder." if path.is_dir() else f"There is no file {str(path)!r}.")
    parse = PARSERS.get(path.suffix.lower())
    if parse is None:
        raise BadFile(
            f"{path.name!r} has an ending that says no format.", hint=f"Accepted: {', '.join(PARSERS)}."
        )
    if parse is not _read_parquet:
        with path.open("rb") as stream:
            refuse_other_formats(stream.read(8), name=path.name)
    number = 0
    for number, cells in enumerate(parse(path), start=1):
        if number == 1:
            Table(path.name, tuple(cells), ()).require(*columns)
        yield Row(path.name, number, cells)
    if not number:
        raise BadFile(f"{path.name} holds no rows.", hint="Is it the right file, and is it whole?")


def _read_csv(path: Path) -> Iterator[Cells]:
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
        yield from _name_cells((row.cells for row in read_rows(stream, name=path.name)), path=path)


def _name_cells(rows: Iterator[list[str]], *, path: Path) -> Iterator[Cells]:
    header = [name.strip() for name in next(rows, list[str]())]
    twins = sorted({name for name in header if header.count(name) > 1})
    if twins:
        raise BadFile(f"{path.name} has two columns called {twins[0]!r}.", hint="Rename one of them.")
    for number, row in enumerate((row for row in rows if row), start=1):
        if len(row) != len(header):
            raise BadFile(
                f"{path.name}, row {number}: {len(row)} cells under a header of {len(header)}.",
                hint="Is a text with the delimiter in it not quoted, or the file cut off?",
            )
        yield dict(zip(header, row, strict=True))


def read_objects(path: Path) -> Iterator[Row]:
    """The rows of a file of JSON Lines, whatever its name ends in."""
    if not path.is_file():
        raise BadFile(f"There is no file {str(path)!r}.")
    yield from (Row(path.name, number, cells) for number, cells in enumerate(_read_jsonl(path), start=1))


def _read_jsonl(path: Path) -> Iterator[Cells]:
    lines = path.read_bytes().removeprefix(BYTE_ORDER_MARK).split(b"\n")
    for number, line in enumerate((line for line in lines if line.strip()), start=1):
        try:
            value = json.loads(line.decode(errors="surrogateescape"))
        except (ValueError, RecursionError) as error:
            where = f" at column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
            raise BadFile(f"{path.name}, row {number}: the line is not JSON{where}.") from error
        if not isinstance(value, dict):
            raise BadFile(f"{path.name}, row {number}: the line is not a JSON object.")
        yield cast("dict[str, object]", value)


def _read_parquet(path: Path) -> Iterator[Cells]:
    arrow, parquet = load_arrow("pyarrow"), load_arrow("pyarrow.parquet")
    try:
        rows = parquet.read_table(path).to_pylist()
    except (arrow.ArrowException, OSError) as error:
        raise BadFile(
            f"{path.name} cannot be read as Parquet.", hint="Is it whole, and is it Parquet?"
        ) from error
    yield from rows


PARSERS: Mapping[str, Callable[[Path], Iterator[Cells]]] = {
    ".csv": _read_csv,
    ".tsv": _read_csv,
    ".jsonl": _read_jsonl,
    ".ndjson": _read_jsonl,
    ".parquet": _read_parquet,
    ".pq": _read_parquet,
}
