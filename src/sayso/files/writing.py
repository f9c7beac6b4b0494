"""Rows to CSV, JSON Lines and Parquet, without holding more than a block of them."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any, Literal

from sayso.files.parquet_file import load_arrow

FileFormat = Literal["csv", "jsonl", "parquet"]
FILE_FORMATS: tuple[FileFormat, ...] = ("csv", "jsonl", "parquet")
BLOCK_ROWS = 1024

Row = Mapping[str, Any]
Write = Callable[[IO[bytes], Sequence[str], Iterable[Row]], int]


def write_csv(stream: IO[bytes], names: Sequence[str], rows: Iterable[Row]) -> int:
    """Python quotes only what ends its own lines: with both characters there, no text can end a row."""
    count = 0
    for cells in chain([names], ([row[name] for name in names] for row in rows)):
        line = io.StringIO()
        csv.writer(line, lineterminator="\r\n").writerow(cells)
        stream.write(line.getvalue().removesuffix("\r\n").encode(errors="replace") + b"\n")
        count += 1
    return count - 1


def write_jsonl(stream: IO[bytes], names: Sequence[str], rows: Iterable[Row]) -> int:
    count = 0
    for row in rows:
        stream.write(json.dumps({name: row[name] for name in names}).encode("ascii") + b"\n")
        count += 1
    return count


def write_parquet(stream: IO[bytes], names: Sequence[str], rows: Iterable[Row]) -> int:
    """Numbers (`begin`, `end` and what is called like an attribute) as numbers even where a whole column is
    empty, text without halves of surrogate pairs."""
    arrow, parquet = load_arrow("pyarrow"), load_arrow("pyarrow.parquet")
    kinds = {"begin": arrow.int64(), "end": arrow.int64()}
    schema = arrow.schema(
        [(name, kinds.get(name, arrow.float64() if name.isupper() else arrow.string())) for name in names]
    )
    count = 0
    waiting = iter(rows)
    with parquet.ParquetWriter(stream, schema) as writer:
        while block := list(islice(waiting, BLOCK_ROWS)):
            columns = {name: [fit_text(row[name]) for row in block] for name in names}
            writer.write_table(arrow.table(columns, schema=schema))
            count += len(block)
    return count


def fit_text(value: object) -> object:
    """A lone half of a surrogate pair has no UTF-8."""
    return value.encode(errors="replace").decode() if isinstance(value, str) else value


WRITERS: Mapping[FileFormat, Write] = {"csv": write_csv, "jsonl": write_jsonl, "parquet": write_parquet}


def guess_format(path: str | None) -> FileFormat:
    """By the ending of the file to write; JSON Lines where it says nothing."""
    endings: dict[str, FileFormat] = {".csv": "csv", ".parquet": "parquet", ".pq": "parquet"}
    return endings.get(Path(path or "").suffix.lower(), "jsonl")
