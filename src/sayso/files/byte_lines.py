"""Bytes to lines, in constant memory whatever the file holds."""

from collections.abc import Iterator
from typing import Protocol

from sayso.core.errors import BadFile
from sayso.files.source import Line, Problem, make_line

BLOCK_BYTES = 256 * 1024
LONGEST_LINE_BYTES = 16 * 1024 * 1024
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
OPENINGS = {
    b"PAR1": ("a Parquet file", "Let its name end in .parquet; from a pipe, add: --input-format parquet"),
    b"PK\x03\x04": ("a ZIP archive or a spreadsheet", "Export it as CSV first."),
    b"\x1f\x8b": ("compressed with gzip", "Unpack it first: gunzip FILE"),
    b"\xff\xfe": ("UTF-16", "Convert it first: iconv -f UTF-16 -t UTF-8"),
    b"\xfe\xff": ("UTF-16", "Convert it first: iconv -f UTF-16 -t UTF-8"),
}
NOT_UTF8 = "not UTF-8"
TOO_LONG = Problem("too long", f"The line is longer than {LONGEST_LINE_BYTES // 1024**2} MiB.")


class ByteStream(Protocol):
    """What is needed of a file: the bytes that are there now, without waiting for more."""

    def read1(self, size: int = ..., /) -> bytes: ...


def read_blocks(stream: ByteStream, *, name: str) -> Iterator[list[bytes | None]]:
    """The lines of each block that arrives, without their line feed; `None` for one that is too long to hold.

    A block ends where the input pauses, so that whoever types or streams gets an answer at once.
    """
    lines = _split(stream)
    first = next(lines, None)
    if first is None:
        return
    if first[0] is not None:
        refuse_other_formats(first[0], name=name)
        first[0] = first[0].removeprefix(BYTE_ORDER_MARK)
    yield first
    yield from lines


def _split(stream: ByteStream) -> Iterator[list[bytes | None]]:
    held, is_skipping = b"", False
    while block := stream.read1(BLOCK_BYTES):
        *whole, held = (held + block).split(b"\n")
        lines = [line if len(line) <= LONGEST_LINE_BYTES else None for line in whole]
        if lines and is_skipping:
            lines[0], is_skipping = None, False
        if len(held) > LONGEST_LINE_BYTES or is_skipping:
            held, is_skipping = b"", True
        if lines:
            yield lines
    if held or is_skipping:
        yield [None if is_skipping else held]


def refuse_other_formats(opening: bytes, *, name: str) -> None:
    """By its first bytes a file may give away that it is no UTF-8 text."""
    for magic, (what, hint) in OPENINGS.items():
        if opening.startswith(magic):
            raise BadFile(f"{name} is not UTF-8 text: it looks like {what}.", hint=hint)


def read_line(raw: bytes | None) -> Line:
    """A line of plain text. Bytes that are not UTF-8 are this line's problem, not the file's."""
    if raw is None:
        return Line("", TOO_LONG)
    text, problem = decode(raw.removesuffix(b"\r"))
    return make_line(text, problem=problem)


def decode(raw: bytes) -> tuple[str, Problem | None]:
    try:
        return raw.decode(), None
    except UnicodeDecodeError as error:
        problem = Problem(NOT_UTF8, f"Byte {error.start + 1} of the line is not UTF-8.")
        return raw.decode(errors="replace"), problem
