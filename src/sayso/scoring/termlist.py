"""Reads the list of a blocklist: a text file with one term a line, or a CSV file.

Text: UTF-8, blank lines and lines that begin with `#` are left out. CSV (`.csv`): the columns term, attribute
and weight, the last two optional; a heading row that begins with `term` is left out, and so are comments.
"""

import csv
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sayso.core import Attribute
from sayso.core.errors import BadFile, UnknownName

DEFAULT_ATTRIBUTES = frozenset({Attribute.TOXICITY, Attribute.PROFANITY})


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase as the list has it, what it is a sign of, and how much (0 to 1)."""

    text: str = field(repr=False)
    line: int
    attributes: frozenset[Attribute] = DEFAULT_ATTRIBUTES
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class TermList:
    """The terms of a file; `digest` is that of its bytes, so the same name always means the same list."""

    source: str
    digest: str
    terms: tuple[Term, ...]


def read_terms(path: Path) -> TermList:
    content = _read_bytes(path)
    lines = list(_decode(path, content))
    rows = _split_csv(path, lines) if path.suffix.lower() == ".csv" else _split_lines(lines)
    terms = tuple(_read_row(path, number, row) for number, row in rows)
    if not terms:
        raise BadFile(f"The list {str(path)!r} has no terms.", hint="Write one term a line.")
    return TermList(str(path), hashlib.sha256(content).hexdigest(), terms)


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadFile(
            f"The list {str(path)!r} cannot be read: {error.strerror or type(error).__name__}.",
            hint="Give the path of a UTF-8 text file with one term a line.",
        ) from error


def _decode(path: Path, content: bytes) -> Iterator[str]:
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").splitlines(), start=1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadFile(
                f"Line {number} of the list {str(path)!r} is not UTF-8.",
                hint="Save the file as UTF-8.",
            ) from error


def _split_lines(lines: Iterable[str]) -> Iterator[tuple[int, Sequence[str]]]:
    for number, line in enumerate(lines, start=1):
        if _is_entry(line):
            yield number, [line]


def _split_csv(path: Path, lines: Iterable[str]) -> Iterator[tuple[int, Sequence[str]]]:
    reader = csv.reader(lines, skipinitialspace=True, strict=True)
    try:
        for row in reader:
            is_heading = reader.line_num == 1 and row and row[0].strip().lower() == "term"
            if row and _is_entry(row[0]) and not is_heading:
                yield reader.line_num, row
    except csv.Error as error:
        raise BadFile(
            f"Line {reader.line_num} of the list {str(path)!r} is not CSV: {error}.",
            hint='Write a quotation mark inside quotation marks twice: "say ""hi""".',
        ) from error


def _is_entry(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _read_row(path: Path, line: int, row: Sequence[str]) -> Term:
    text, attributes, weight, *_ = [*(cell.strip() for cell in row), "", ""]
    place = f"Line {line} of the list {str(path)!r}"
    return Term(text, line, _read_attributes(attributes, place), _read_weight(weight, place))


def _read_attributes(cell: str, place: str) -> frozenset[Attribute]:
    """`INSULT`, or several as `INSULT+THREAT`; nothing for the default."""
    names = [name.strip().upper() for name in cell.split("+") if name.strip()]
    for name in names:
        if name not in Attribute.__members__:
            unknown = UnknownName("attribute", name, Attribute.__members__)
            raise BadFile(f"{place}: {unknown.message}", hint="Columns are term, attribute, weight.")
    return frozenset(map(Attribute, names)) or DEFAULT_ATTRIBUTES


def _read_weight(cell: str, place: str) -> float:
    try:
        weight = float(cell or 1.0)
    except ValueError:
        weight = -1.0
    if not 0 < weight <= 1:
        raise BadFile(
            f"{place} has the weight {cell!r}; a weight is over 0 and at most 1.", hint="1 is the default."
        )
    return weight
