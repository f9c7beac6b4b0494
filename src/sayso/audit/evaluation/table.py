"""A labelled file as rows: CSV, JSON Lines or Parquet, by its ending. All of it must be in order."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from sayso.audit.evaluation.row import Row
from sayso.core.errors import BadFile, MissingExtra

LARGEST_CELL = 16 * 1024 * 1024
MOST_NAMES = 20
OPENINGS = {
    b"PAR1": ("a Parquet file", "Let its name end in .parquet."),
    b"PK\x03\x04": ("a ZIP archive or a spreadsheet", "Export it as CSV first."),
    b"\x1f\x8b": ("compressed with gzip", "Unpack it first: gunzip FILE"),
    b"\xff\xfe": ("UTF-16", "Convert it first: iconv -f UTF-16 -t UTF-8"),
    b"\xfe\xff": ("UTF-16", "Convert it first: iconv -f UTF-16 -t UTF-8"),
}

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
                raise BadFile(
                    f"{self.source} has no column {name!r}. Columns: {_shorten(self.columns)}."
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
    if path.is_dir() or not path.exists():
        raise BadFile(f"{str(path)!r} is a folder." if path.is_dir() else f"There is no file {str(path)!r}.")
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise BadFile(
            f"{path.name!r} has an ending that says no format.", hint=f"Accepted: {', '.join(READERS)}."
        )
    rows = tuple(Row(path.name, number, cells) for number, cells in enumerate(reader(path), start=1))
    if not rows:
        raise BadFile(f"{path.name} holds no rows.", hint="Is it the right file, and is it whole?")
    return Table(path.name, tuple(rows[0].cells), rows)


def _read_csv(path: Path) -> Iterator[Cells]:
    _refuse_other_formats(path)
    csv.field_size_limit(LARGEST_CELL)
    with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
        delimiter = max(",;\t", key=stream.readline().count)
        stream.seek(0)
        reader = csv.reader(stream, delimiter=delimiter)
        try:
            yield from _name_cells(reader, path=path)
        except csv.Error as error:
            raise BadFile(
                f"{path.name} cannot be read as CSV, line {reader.line_num}: {error}.",
                hint="Is a quotation mark left open?",
            ) from error


def _name_cells(reader: Iterator[list[str]], *, path: Path) -> Iterator[Cells]:
    header = [name.strip() for name in next(reader, list[str]())]
    twins = sorted({name for name in header if header.count(name) > 1})
    if twins:
        raise BadFile(f"{path.name} has two columns called {twins[0]!r}.", hint="Rename one of them.")
    for number, row in enumerate((row for row in reader if row), start=1):
        if len(row) != len(header):
            raise BadFile(
                f"{path.name}, row {number}: {len(row)} cells under a header of {len(header)}.",
                hint="Is a text with the delimiter in it not quoted, or the file cut off?",
            )
        yield dict(zip(header, row, strict=True))


def _read_jsonl(path: Path) -> Iterator[Cells]:
    _refuse_other_formats(path)
    lines = path.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
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
    arrow, parquet = _load("pyarrow"), _load("pyarrow.parquet")
    try:
        rows = parquet.read_table(path).to_pylist()
    except (arrow.ArrowException, OSError) as error:
        raise BadFile(
            f"{path.name} cannot be read as Parquet.", hint="Is it whole, and is it Parquet?"
        ) from error
    yield from rows


def _load(module: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtra("Parquet", "parquet") from error


def _refuse_other_formats(path: Path) -> None:
    with path.open("rb") as stream:
        opening = stream.read(8)
    for magic, (what, hint) in OPENINGS.items():
        if opening.startswith(magic):
            raise BadFile(f"{path.name} is not UTF-8 text: it looks like {what}.", hint=hint)


def _shorten(names: Sequence[str]) -> str:
    """Where a header is missing the names are text: not more of them than helps."""
    cut = [name if len(name) <= 30 else name[:29] + "…" for name in names[:MOST_NAMES]]
    return ", ".join([*cut, "…"] if len(names) > MOST_NAMES else cut) or "none"


READERS: Mapping[str, Callable[[Path], Iterator[Cells]]] = {
    ".csv": _read_csv,
    ".tsv": _read_csv,
    ".jsonl": _read_jsonl,
    ".ndjson": _read_jsonl,
    ".parquet": _read_parquet,
    ".pq": _read_parquet,
}
