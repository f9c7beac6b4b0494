"""One file of a report: which part it is, and its rows by column title; and what was found in it."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from sayso.core.errors import BadFile
from sayso.moderator.dsa.parts import PARTS
from sayso.moderator.dsa.template import APPLICABILITY, Kind, Part, Provider, Row, fold

Level = Literal["fault", "doubt"]
LARGEST_FILE = 64 * 1024 * 1024
_NUMBER_IN_NAME = re.compile(r"(?:^|[^0-9])(1[01]|[1-9])(?:[^0-9]|$)")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that Annex II would have otherwise (a fault), or that a person should look at (a doubt)."""

    file: str
    line: int | None
    """Of the file, the head being the first."""
    column: str
    level: Level
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    key: tuple[str, ...]
    cells: Mapping[str, str]
    """What is written, by the template's title."""
    row: Row | None
    """The template's row, if it has one with this key."""
    is_owed: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    file: str
    part: Part
    lines: Sequence[Line]
    findings: list[Finding] = field(default_factory=list[Finding])
    """What was found while reading."""

    def find_fault(self, line: Line | None, column: str, message: str, hint: str) -> Finding:
        return Finding(self.file, line.number if line else None, column, "fault", message, hint)

    def find_doubt(self, line: Line | None, column: str, message: str, hint: str) -> Finding:
        return Finding(self.file, line.number if line else None, column, "doubt", message, hint)


def read_sheet(path: Path, provider: Provider) -> Sheet:
    findings: list[Finding] = []
    rows = list(_read_rows(path, findings))
    if not rows:
        raise BadFile(
            f"{path.name} is empty.", hint="A part that does not apply keeps its head and its rows, blank."
        )
    part = _find_part(path, rows[0][1])
    titles = _match_titles(path, part, rows[0][1], findings)
    known = {tuple(map(fold, row.key)): row for row in part.rows}
    lines = [
        _make_line(number, cells, part, titles, known, provider) for number, cells in rows[1:] if any(cells)
    ]
    for number, cells in rows[1:]:
        if len(cells) != len(rows[0][1]):
            findings.append(
                Finding(
                    path.name,
                    number,
                    "",
                    "fault",
                    f"The row has {len(cells)} cells, the head {len(rows[0][1])}.",
                    'Put cells that hold a comma or a line break into quotes ("…").',
                )
            )
    return Sheet(path.name, part, lines, findings)


def _read_rows(path: Path, findings: list[Finding]) -> Iterator[tuple[int, list[str]]]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadFile(
            f"{str(path)!r} cannot be read: {error.strerror}.", hint="Name the CSV files of a report."
        ) from None
    if len(raw) > LARGEST_FILE:
        raise BadFile(
            f"{path.name} is larger than {LARGEST_FILE >> 20} MB.",
            hint="A part of a report is a small table.",
        )
    if raw.startswith(b"PK\x03\x04"):
        raise BadFile(
            f"{path.name} is a spreadsheet or an archive, not CSV.",
            hint="Save each sheet as CSV (UTF-8), or unpack it first.",
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = raw.decode("cp1252", "replace")
        line = raw[: error.start].count(b"\n") + 1
        findings.append(
            Finding(
                path.name, line, "", "fault", "The file is not UTF-8.", "Save it as CSV with UTF-8 encoding."
            )
        )
    first = text.partition("\n")[0]
    comma = max(",;\t", key=first.count)
    if comma != ",":
        name = {";": "semicolons", "\t": "tabs"}[comma]
        findings.append(
            Finding(path.name, 1, "", "fault", f"Cells are separated by {name}.", "RFC 4180 asks for commas.")
        )
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=comma)
    begin = 1
    try:
        for cells in reader:
            yield begin, [cell.strip() for cell in cells]
            begin = reader.line_num + 1
    except csv.Error as error:
        raise BadFile(
            f"{path.name}, line {reader.line_num}: {error}.", hint="Save it as CSV again."
        ) from None


def _find_part(path: Path, head: Sequence[str]) -> Part:
    """By its head, which parts 5 and 7 share with their neighbours; then the file's name decides."""
    titles = {fold(title) for title in head}
    shares = {
        part: len(titles & {fold(column.title) for column in part.columns}) / len(part.columns)
        for part in PARTS
    }
    best = max(shares.values())
    if best < 0.6:
        raise BadFile(
            f"{path.name} has the head of no part of Annex I.",
            hint="Begin with the Commission's template, or with sayso report template.",
        )
    likely = [part for part, share in shares.items() if share == best]
    if len(likely) == 1:
        return likely[0]
    numbers = {int(found) for found in _NUMBER_IN_NAME.findall(path.stem)}
    named = [
        part for part in likely if part.number in numbers or part.name.casefold() in path.stem.casefold()
    ]
    if named:
        return named[-1]
    names = " or ".join(f"part {part.number} ({part.name})" for part in likely)
    raise BadFile(
        f"{path.name} could be {names}.", hint="Name it as the template does, such as part_7_appeals.csv."
    )


def _match_titles(path: Path, part: Part, head: Sequence[str], findings: list[Finding]) -> list[str | None]:
    """For each column of the file, the template's title, or None for one it does not have."""
    known = {fold(column.title): column.title for column in part.columns}
    titles = [known.get(fold(title)) for title in head]
    for column in part.columns:
        if column.title not in titles:
            findings.append(
                Finding(
                    path.name,
                    1,
                    column.title,
                    "fault",
                    "The column is missing.",
                    "Take the head from the template as it is.",
                )
            )
    for title, ours in zip(head, titles, strict=True):
        if ours is None and title:
            findings.append(
                Finding(
                    path.name,
                    1,
                    title,
                    "doubt",
                    "The template has no such column.",
                    "Put additions into a document beside it.",
                )
            )
    return titles


def _make_line(
    number: int,
    cells: Sequence[str],
    part: Part,
    titles: Sequence[str | None],
    known: Mapping[tuple[str, ...], Row],
    provider: Provider,
) -> Line:
    named = {title: cell for title, cell in zip(titles, cells, strict=False) if title is not None}
    key = tuple(named.get(title, "") for title in part.key_columns)
    row = known.get(tuple(map(fold, key)))
    owed = row.is_owed_by(provider) if row else _applies(named.get("Applicability", ""), provider)
    return Line(number, row.key if row else key, named, row, owed)


def _applies(text: str, provider: Provider) -> bool:
    owed_by = next(
        (one for one, title in APPLICABILITY.items() if fold(title) == fold(text)), Provider.INTERMEDIARY
    )
    return Row((), owed_by=owed_by).is_owed_by(provider)


def kind_of(line: Line, title: str, part: Part) -> Kind:
    """What a cell holds: under `Value` it is the row that says."""
    column = next(column for column in part.columns if column.title == title)
    return line.row.kind if title == "Value" and line.row else column.kind
