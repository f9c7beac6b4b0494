"""CSV to lines. A row is a line; a cell may hold line breaks."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from sayso.core.errors import BadFile
from sayso.files.byte_lines import LONGEST_LINE_BYTES, NOT_UTF8, ByteStream, read_blocks
from sayso.files.source import Line, Problem, Source, choose_column, make_line

BLOCK_ROWS = 1024
DELIMITERS = ",;\t"


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row; `open_since` is the line it begins at, if a quotation mark in it is left open."""

    cells: list[str]
    open_since: int | None = None


NO_ROW = Row([])


def open_csv(stream: ByteStream, *, name: str, column: str | None) -> Source:
    """The first row names the columns; the delimiter is that one of `, ; tab` which it holds most of."""
    rows = read_rows(_read_texts(stream, name=name), name=name)
    first_row = next(rows, NO_ROW)
    header = first_row.cells
    if not header:
        raise BadFile(
            f"{name} is empty: a CSV file starts with the names of its columns.",
            hint="For plain lines: --input-format lines",
        )
    if first_row.open_since:
        raise BadFile(
            f"{name} cannot be read as CSV: its first row does not end.",
            hint="Is a quotation mark left open?",
        )
    chosen = choose_column(header, wanted=column, source=name)
    return Source(name, _make_blocks(rows, header=header, column=chosen), tuple(header), chosen)


def _read_texts(stream: ByteStream, *, name: str) -> Iterator[str]:
    for block in read_blocks(stream, name=name):
        for raw in block:
            if raw is None:
                raise BadFile(
                    f"{name} has a row that is too long to hold.", hint="Is a quotation mark left open?"
                )
            yield raw.decode(errors="surrogateescape") + "\n"


def read_rows(texts: Iterator[str], *, name: str, is_strict: bool = False) -> Iterator[Row]:
    """The rows of a file from its lines, each with its line break; `is_strict` refuses marks out of place."""
    csv.field_size_limit(LONGEST_LINE_BYTES)
    first = next(texts, "")
    lines = _Lines(first, texts)
    reader = csv.reader(lines, delimiter=max(DELIMITERS, key=first.count), strict=is_strict)
    begin = 1
    try:
        for cells in reader:
            # A row that ends with its line is told before the reader asks for another one.
            yield Row(cells, begin if lines.have_ended else None)
            begin = reader.line_num + 1
    except csv.Error as error:
        raise BadFile(
            f"{name} cannot be read as CSV, line {reader.line_num}: {error}.",
            hint="Is a quotation mark left open?",
        ) from error


class _Lines:
    """The lines of the file, and whether somebody has asked for more than there are."""

    def __init__(self, first: str, rest: Iterator[str]) -> None:
        self._lines = chain([first] if first else [], rest)
        self.have_ended = False

    def __iter__(self) -> Iterator[str]:
        yield from self._lines
        self.have_ended = True


def _make_blocks(rows: Iterator[Row], *, header: Sequence[str], column: str) -> Iterator[list[Line]]:
    where = header.index(column)
    kept = (
        row for row in rows if row.cells or len(header) == 1
    )  # a blank line is no row, unless a row is one cell
    while block := [_make_line(row, header=header, where=where) for row in islice(kept, BLOCK_ROWS)]:
        yield block


def _make_line(row: Row, *, header: Sequence[str], where: int) -> Line:
    cells = [_mend(cell) for cell in row.cells]
    text = cells[where] if where < len(cells) else ""
    columns = dict(zip(header, [*cells, *[""] * (len(header) - len(cells))], strict=False))
    return make_line(text, problem=_find_problem(row, header=header, where=where), columns=columns)


def _find_problem(row: Row, *, header: Sequence[str], where: int) -> Problem | None:
    cells = row.cells
    if row.open_since:
        message = (
            f"The row that begins at line {row.open_since} swallows the rest of the file."
            " Is a quotation mark left open?"
        )
        return Problem("quotation mark left open", message)
    if len(cells) > len(header):
        message = (
            f"The row has {len(cells)} cells, the header {len(header)}: is a text with a comma not quoted?"
        )
        return Problem("wrong number of cells", message)
    if where < len(cells) and _mend(cells[where]) != cells[where]:
        return Problem(NOT_UTF8, "The cell holds bytes that are not UTF-8.")
    return None


def _mend(cell: str) -> str:
    """Bytes that were not UTF-8, carried so far as lone surrogates, become replacement characters."""
    return cell if cell.isascii() else cell.encode(errors="surrogateescape").decode(errors="replace")
