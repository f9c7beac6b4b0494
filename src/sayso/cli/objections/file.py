"""Feedback to CSV, JSON Lines and Parquet, as `sayso train` reads it."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import IO, Any, Literal

from sayso.files.parquet_file import load_arrow
from sayso.storage import Objection
from sayso.storage.columns import format_moment

FileFormat = Literal["csv", "jsonl", "parquet"]
FILE_FORMATS: tuple[FileFormat, ...] = ("csv", "jsonl", "parquet")
BLOCK_ROWS = 1024

Row = Mapping[str, Any]
Write = Callable[[IO[bytes], Sequence[str], Iterable[Row]], int]


def name_columns(attributes: Sequence[str]) -> list[str]:
    return ["text", *attributes, "begin", "end", "kind", "verdict", "model", "community", "id", "created_at"]


def make_row(objection: Objection, labels: Mapping[str, float], *, attributes: Sequence[str]) -> Row:
    """`text` and a column per attribute come as training wants them; the rest says where they come from."""
    return {
        "text": objection.content,
        **{name: labels.get(name) for name in attributes},
        "begin": objection.begin,
        "end": objection.end,
        "kind": objection.kind,
        "verdict": objection.answers[-1].verdict if objection.answers else None,
        "model": objection.model,
        "community": objection.community,
        "id": objection.id,
        "created_at": format_moment(objection.at),
    }


def write_csv(stream: IO[bytes], names: Sequence[str], rows: Iterable[Row]) -> int:
    """Python quotes only what ends its own lines: with both characters there, no text can end a row."""
    count = 0
    for cells in _prepend(names, rows):
        line = io.StringIO()
        csv.writer(line, lineterminator="\r\n").writerow(cells)
        stream.write(line.getvalue().removesuffix("\r\n").encode(errors="replace") + b"\n")
        count += 1
    return count - 1


def _prepend(names: Sequence[str], rows: Iterable[Row]) -> Iterator[Sequence[object]]:
    yield names
    yield from ([row[name] for name in names] for row in rows)


def write_jsonl(stream: IO[bytes], names: Sequence[str], rows: Iterable[Row]) -> int:
    count = 0
    for row in rows:
        stream.write(json.dumps({name: row[name] for name in names}).encode("ascii") + b"\n")
        count += 1
    return count


def write_parquet(stream: IO[bytes], names: Sequence[str], rows: Iterable[Row]) -> int:
    """Numbers as numbers even where a whole column is empty, text without halves of surrogate pairs."""
    arrow, parquet = load_arrow("pyarrow"), load_arrow("pyarrow.parquet")
    kinds = {"begin": arrow.int64(), "end": arrow.int64()}
    schema = arrow.schema(
        [(name, kinds.get(name, arrow.float64() if name.isupper() else arrow.string())) for name in names]
    )
    count = 0
    waiting = iter(rows)
    with parquet.ParquetWriter(stream, schema) as writer:
        while block := list(islice(waiting, BLOCK_ROWS)):
            columns = {name: [_fit(row[name]) for row in block] for name in names}
            writer.write_table(arrow.table(columns, schema=schema))
            count += len(block)
    return count


def _fit(value: object) -> object:
    return value.encode(errors="replace").decode() if isinstance(value, str) else value


WRITERS: Mapping[FileFormat, Write] = {"csv": write_csv, "jsonl": write_jsonl, "parquet": write_parquet}
