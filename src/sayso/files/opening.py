"""From a file name to a source of lines: the ending says the format, unless it is given."""

import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from io import BufferedReader
from pathlib import Path
from typing import IO, cast

from sayso.core.errors import BadFile, BadInput
from sayso.files.byte_lines import ByteStream, read_blocks, read_line
from sayso.files.csv_file import open_csv
from sayso.files.jsonl_file import open_jsonl
from sayso.files.parquet_file import open_parquet
from sayso.files.source import InputFormat, Source
from sayso.files.transcoding import TranscodedStream

ENDINGS: dict[str, InputFormat] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}


@contextmanager
def open_source(
    path: str, *, input_format: InputFormat | None, column: str | None, encoding: str | None = None
) -> Generator[Source]:
    """The texts of a file, or of standard input for `-`; in UTF-8, unless `encoding` says otherwise."""
    if path == "-":
        incoming = _decode(sys.stdin.buffer, encoding, name="standard input")
        yield _open_stream(incoming, input_format or "lines", name="standard input", column=column)
        return
    file = Path(path)
    chosen = input_format or _guess_format(file)
    if encoding and chosen == "parquet":
        raise BadInput("Parquet has no encoding to choose.", hint="Leave out --encoding.")
    with _open_file(file) as stream:
        source = _open_stream(
            _decode(stream, encoding, name=repr(path)), chosen, name=repr(path), column=column
        )
        if source.total is None and file.is_file():
            source = replace(source, total=file.stat().st_size, position=stream.tell)
        yield source


def _decode(stream: IO[bytes], encoding: str | None, *, name: str) -> IO[bytes]:
    if encoding is None:
        return stream
    return cast("IO[bytes]", TranscodedStream(cast("ByteStream", stream), encoding, name=name))


def _guess_format(file: Path) -> InputFormat:
    if file.suffix.lower() == ".json":
        raise BadInput(
            f"{str(file)!r} may be one JSON document; Sayso reads JSON Lines, one object a line.",
            hint="If it holds an object a line, add: --input-format jsonl",
        )
    return ENDINGS.get(file.suffix.lower(), "lines")


def _open_file(file: Path) -> BufferedReader:
    if file.is_dir():
        raise BadFile(f"{str(file)!r} is a folder, not a file.")
    if not file.exists():
        names = [entry.name for entry in file.parent.iterdir()] if file.parent.is_dir() else []
        near = get_close_matches(file.name, names, n=1)
        raise BadFile(
            f"There is no file {str(file)!r}."
            + (f" Did you mean {str(file.with_name(near[0]))!r}?" if near else "")
        )
    return file.open("rb")


def _open_stream(stream: IO[bytes], input_format: InputFormat, *, name: str, column: str | None) -> Source:
    if input_format == "parquet":
        return open_parquet(make_seekable(stream), name=name, column=column)
    lines = cast("ByteStream", stream)  # every binary stream of Python's that is buffered has `read1`
    if input_format == "csv":
        return open_csv(lines, name=name, column=column)
    if input_format == "jsonl":
        return open_jsonl(lines, name=name, column=column)
    if column is not None:
        raise BadInput(
            f"{name} is read as plain lines, which have no columns.",
            hint="Leave out --column, or add: --input-format csv",
        )
    return Source(name, ([read_line(raw) for raw in block] for block in read_blocks(lines, name=name)))


def make_seekable(stream: IO[bytes]) -> IO[bytes]:
    """Parquet is read from its end, which a pipe does not have."""
    if stream.seekable():
        return stream
    spool = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the source, when nobody holds it any more
    shutil.copyfileobj(stream, spool)
    spool.seek(0)
    return spool
