"""CSV to lines. A row is a line; a cell may hold line breaks."""

import csv
from collections.abc import Iterator, Sequence
from itertools import islice

from sayso.cli._bytes import LONGEST_LINE_BYTES, ByteStream, read_blocks
from sayso.cli._column import choose_column
from sayso.cli._line import Line, Problem, make_line
from sayso.cli._source import Source
from sayso.core.errors import BadFile

BLOCK_ROWS = 1024
DELIMITERS = ",;\t"


def open_csv(stream: ByteStream, *, name: str, column: str | None) -> Source:
    """The first row names the columns; the delimiter is that one of `, ; tab` which it holds most of."""
    texts = _read_texts(stream, name=name)
    first = next(texts, "")
    csv.field_size_limit(LONGEST_LINE_BYTES)
    rows = _read_rows(first, texts, name=name)
    header = next(rows, list[str]())
    if not header:
        raise BadFile(
            f"{name} is empty: a CSV file starts with the names of its columns.",
            hint="For plain lines: --input-format lines",
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


def _read_rows(first: str, rest: Iterator[str], *, name: str) -> Iterator[list[str]]:
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(_chain(first, rest), delimiter=delimiter)
    try:
        yield from reader
    except csv.Error as error:
        raise BadFile(
            f"{name} cannot be read as CSV, line {reader.line_num}: {error}.",
            hint="Is a quotation mark left open?",
        ) from error


def _chain(first: str, rest: Iterator[str]) -> Iterator[str]:
    if first:
        yield first
    yield from rest


def _make_blocks(rows: Iterator[list[str]], *, header: Sequence[str], column: str) -> Iterator[list[Line]]:
    where = header.index(column)
    kept = (
        row for row in rows if row or len(header) == 1
    )  # a blank line is no row, unless a row is one cell
    while block := [_make_line(row, header=header, where=where) for row in islice(kept, BLOCK_ROWS)]:
        yield block


def _make_line(row: Sequence[str], *, header: Sequence[str], where: int) -> Line:
    cells = [_mend(cell) for cell in row]
    text = cells[where] if where < len(cells) else ""
    columns = dict(zip(header, [*cells, *[""] * (len(header) - len(cells))], strict=False))
    return make_line(text, problem=_find_problem(row, header=header, where=where), columns=columns)


def _find_problem(row: Sequence[str], *, header: Sequence[str], where: int) -> Problem | None:
    if len(row) > len(header):
        message = (
            f"The row has {len(row)} cells, the header {len(header)}: is a text with a comma not quoted?"
        )
        return Problem("wrong number of cells", message)
    if where < len(row) and _mend(row[where]) != row[where]:
        return Problem("not UTF-8", "The cell holds bytes that are not UTF-8.")
    return None


def _mend(cell: str) -> str:
    """Bytes that were not UTF-8, carried so far as lone surrogates, become replacement characters."""
    return cell if cell.isascii() else cell.encode(errors="surrogateescape").decode(errors="replace")
