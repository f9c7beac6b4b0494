"""A whole report, or some parts of one, held against Annex II."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sayso.core.errors import BadFile
from sayso.moderator.dsa import parts
from sayso.moderator.dsa.cells import check_cell, is_placeholder, read_date, read_number
from sayso.moderator.dsa.parts import LANGUAGES, PARTS, STATES
from sayso.moderator.dsa.sheet import Finding, Line, Sheet, kind_of, read_sheet
from sayso.moderator.dsa.sums import check_blanks, check_categories
from sayso.moderator.dsa.template import Kind, Provider, fold

BEGIN, END = "Starting date of reporting period", "Ending date of reporting period"
PUBLISHED = "Date of the publication of the report"
FIRST = "Date of the publication of the latest previous report"
YEAR_IN_HOURS = 366 * 24


@dataclass(frozen=True, slots=True)
class Check:
    """What was found, fault by fault."""

    files: int
    cells: int
    findings: Sequence[Finding]
    missing: Sequence[str]
    """Parts that this provider owes and that are not among the files."""

    @property
    def faults(self) -> int:
        return sum(finding.level == "fault" for finding in self.findings)


def check_report(paths: Sequence[Path], provider: Provider = Provider.PLATFORM) -> Check:
    """Read the files of one report (folders stand for the CSV files in them) and tell what to mend."""
    sheets = [read_sheet(path, provider) for path in _list_files(paths)]
    findings = [finding for sheet in sheets for finding in check_sheet(sheet)]
    findings += _check_together(sheets)
    there = {sheet.part.number for sheet in sheets}
    missing = [
        f"part {part.number} ({part.name})"
        for part in PARTS
        if part.number not in there and any(row.is_owed_by(provider) for row in part.rows)
    ]
    cells = sum(len(line.cells) for sheet in sheets for line in sheet.lines)
    return Check(len(sheets), cells, findings, missing)


def _list_files(paths: Sequence[Path]) -> list[Path]:
    listed: list[Path] = []
    for path in paths:
        if path.is_dir():
            found = sorted(path.glob("*.csv"), key=_order)
            if not found:
                raise BadFile(
                    f"There is no CSV file in {str(path)!r}.", hint="Name the folder that holds the report."
                )
            listed += found
        else:
            listed.append(path)
    return listed


def _order(path: Path) -> list[tuple[int, str]]:
    """Part 2 before part 10."""
    return [(int(piece), "") if piece.isdigit() else (0, piece) for piece in re.split(r"(\d+)", path.name)]


def check_sheet(sheet: Sheet) -> Iterator[Finding]:
    """What can be said of one part alone."""
    yield from sheet.findings
    yield from _check_rows(sheet)
    for line in sheet.lines:
        yield from _check_cells(sheet, line)
    if sheet.part.has_categories:
        yield from check_categories(sheet)
        yield from check_blanks(sheet)
    elif sheet.part.number in (7, 8, 9, 10):
        yield from _check_values_given(sheet)
    special = {1: _check_dates, 7: _check_complaints, 8: _check_automated, 11: _check_texts}
    if sheet.part.number in special:
        yield from special[sheet.part.number](sheet)


def _check_rows(sheet: Sheet) -> Iterator[Finding]:
    present = {line.key for line in sheet.lines}
    absent = [row for row in sheet.part.rows if row.key not in present and any(_owes(sheet, row.owed_by))]
    if absent:
        more = f", and {len(absent) - 1:,} more" if len(absent) > 1 else ""
        yield sheet.find_fault(
            None,
            "",
            f"The row {' / '.join(absent[0].key)!r} is missing{more}.",
            "Keep all rows of the template.",
        )
    for line in sheet.lines:
        if line.row is None and not _is_addition(sheet, line) and not any(map(is_placeholder, line.key)):
            yield sheet.find_fault(
                line,
                sheet.part.key_columns[0],
                f"The template has no row {' / '.join(line.key)!r}.",
                "Additional kinds of content go into KEYWORD_OTHER rows; categories cannot be added."
                if sheet.part.has_categories
                else "Take indicator and scope from the template as they are.",
            )


def _owes(sheet: Sheet, owed_by: Provider) -> Iterator[bool]:
    """Whether rows of that duty belong into this sheet: some of them stand in it and are owed."""
    if owed_by is not Provider.VERY_LARGE:
        yield True
    yield from (line.is_owed for line in sheet.lines if line.row and line.row.owed_by is owed_by)


def _is_addition(sheet: Sheet, line: Line) -> bool:
    """Rows that a provider adds: a Member State, a language, or a further classifier or sub-category."""
    if sheet.part.number == 3 and len(line.key) == 2:
        known = {row.key[0] for row in sheet.part.rows}
        return line.key[0] in known and line.key[1] in STATES
    if sheet.part.number in (8, 9):
        known = {fold(row.key[0]) for row in sheet.part.rows}
        return fold(line.key[0]) in known and line.key[1] in LANGUAGES
    return False


def _check_cells(sheet: Sheet, line: Line) -> Iterator[Finding]:
    for title, text in line.cells.items():
        kind = kind_of(line, title, sheet.part)
        if kind is Kind.SERVICE and not text and line.is_owed:
            yield sheet.find_fault(
                line, title, "The name of the service is missing.", "Write it in every row."
            )
        problem = check_cell(kind, text) if text else None
        if problem:
            yield sheet.find_fault(line, title, problem.message, problem.hint)
        elif kind is Kind.HOURS and (read_number(text) or 0) > YEAR_IN_HOURS:
            yield sheet.find_doubt(
                line,
                title,
                f"A median of {text} hours is more than a year.",
                "Medians are in hours, not minutes.",
            )


def _check_values_given(sheet: Sheet) -> Iterator[Finding]:
    for line in sheet.lines:
        text, context = line.cells.get("Value", ""), line.cells.get("Contextual Information", "")
        kind = kind_of(line, "Value", sheet.part)
        if kind is Kind.COUNT and line.is_owed and not text and not context:
            yield sheet.find_fault(
                line,
                "Value",
                "The value is blank and nothing says why.",
                "Write 0 if it did not happen; if it could never happen, say so in the context column.",
            )


def _check_dates(sheet: Sheet) -> Iterator[Finding]:
    by_name = {line.key[0]: line for line in sheet.lines}
    found = {name: read_date(line.cells.get("Value", "")) for name, line in by_name.items()}
    for name, line in by_name.items():
        if not line.cells.get("Value") and name != FIRST:
            yield sheet.find_fault(line, "Value", f"{name!r} is blank.", "Write it.")
    begin, end, published = (found.get(name) for name in (BEGIN, END, PUBLISHED))
    if begin and end and begin > end:
        yield sheet.find_fault(
            by_name[END], "Value", "The period ends before it begins.", "Swap the two dates."
        )
    elif begin and end and not _is_cycle(begin, end):
        yield sheet.find_doubt(
            by_name[BEGIN],
            "Value",
            f"The period {begin}/{end} is neither a calendar year nor half of one.",
            "From 1 January 2026 reports cover a calendar year; those of very large services half a year.",
        )
    if end and published and published < end:
        yield sheet.find_fault(
            by_name[PUBLISHED],
            "Value",
            "The report is published before its period ends.",
            "Correct the dates.",
        )
    elif end and published and published > _two_months_after(end):
        yield sheet.find_doubt(
            by_name[PUBLISHED],
            "Value",
            f"The report was due on {_two_months_after(end)}, two months after the period's end.",
            "Publish it as soon as you can, and say why it is late.",
        )


def _is_cycle(begin: date, end: date) -> bool:
    halves = {((1, 1), (12, 31)), ((1, 1), (6, 30)), ((7, 1), (12, 31))}
    return begin.year == end.year and ((begin.month, begin.day), (end.month, end.day)) in halves


def _two_months_after(end: date) -> date:
    """The last day on which a report may appear: 28 or 29 February for a calendar year."""
    year, month = (end.year + (end.month + 1) // 12, (end.month + 1) % 12 + 1)
    last = date(year + month // 12, month % 12 + 1, 1).toordinal() - 1
    return min(date.fromordinal(last), date(year, month, min(end.day, date.fromordinal(last).day)))


def _check_complaints(sheet: Sheet) -> Iterator[Finding]:
    values = {
        line.key: (line, read_number(line.cells.get("Value", "")))
        for line in sheet.lines
        if len(line.key) == 2
    }
    for indicator in (parts.COMPLAINTS, *parts.BASES, parts.DISPUTES):
        line, total = values.get((indicator, parts.EVERY), (None, None))
        outcomes = [
            values.get((indicator, scope), (None, None))[1] or 0
            for scope in (parts.UPHELD, parts.PARTLY, parts.REVERSED, parts.OMITTED)
        ]
        if line and total is not None and sum(outcomes) > total:
            yield sheet.find_fault(
                line,
                "Value",
                f"{total:,.0f} were submitted, the outcomes add up to {sum(outcomes):,.0f}.",
                "An outcome belongs to one complaint. Complaints still open have none.",
            )
        median_line, hours = values.get((indicator, parts.MEDIAN), (None, None))
        if median_line and hours and not sum(outcomes[:3]):
            yield sheet.find_fault(
                median_line,
                "Value",
                "Nothing was decided, yet there is a median time.",
                "Leave the median blank.",
            )


def _check_automated(sheet: Sheet) -> Iterator[Finding]:
    shares = [
        line for line in sheet.lines if line.row and line.row.kind is Kind.SHARE and line.cells.get("Value")
    ]
    for line in shares:
        if not line.cells.get("Contextual Information"):
            yield sheet.find_fault(
                line,
                "Contextual Information",
                f"{line.key[0].rpartition('- ')[2]} is given without a method.",
                "Say which classifier it is, on how many items and how they were drawn, and the interval.",
            )
        elif line.key[0].endswith("Recall") and read_number(line.cells["Value"]) == 1:
            yield sheet.find_doubt(
                line,
                "Value",
                "A recall of 1 says that nothing was missed.",
                "Measure it on a random sample of what was not acted upon.",
            )
    given = [line.cells["Value"] for line in shares]
    if len(given) >= 3 and len(set(given)) == 1:
        yield sheet.find_doubt(
            shares[0],
            "Value",
            f"Accuracy, precision and recall are all {given[0]}.",
            "They answer different questions and seldom agree; compute each on its own base.",
        )


def _check_texts(sheet: Sheet) -> Iterator[Finding]:
    for line in sheet.lines:
        if line.is_owed and not line.cells.get("Value"):
            yield sheet.find_fault(
                line, "Value", "The text is missing.", "Write it, or say why it does not apply."
            )


def _check_together(sheets: Sequence[Sheet]) -> Iterator[Finding]:
    by_number: dict[int, Sheet] = {}
    for sheet in sheets:
        if sheet.part.number in by_number:
            yield sheet.find_fault(
                None,
                "",
                f"{by_number[sheet.part.number].file} is part {sheet.part.number} too.",
                "One report per service: check the reports of several services one by one.",
            )
        by_number.setdefault(sheet.part.number, sheet)
    yield from _check_period_and_service(sheets, by_number)
    if {5, 6, 8} <= by_number.keys():
        yield from _check_measures(by_number)


def _check_period_and_service(sheets: Sequence[Sheet], by_number: Mapping[int, Sheet]) -> Iterator[Finding]:
    first = (
        {line.key[0]: line.cells.get("Value", "") for line in by_number[1].lines} if 1 in by_number else {}
    )
    period = f"{first.get(BEGIN)}/{first.get(END)}" if first.get(BEGIN) and first.get(END) else None
    services = {
        line.cells["Service"] for sheet in sheets for line in sheet.lines if line.cells.get("Service")
    }
    if len(services) > 1:
        yield sheets[0].find_fault(
            None,
            "Service",
            f"The report names {len(services)} services.",
            "A report is about one service, named alike.",
        )
    for sheet in sheets:
        others = {
            line.cells["Reporting period"]: line for line in sheet.lines if line.cells.get("Reporting period")
        }
        for text, line in others.items():
            if period and text != period and not check_cell(Kind.PERIOD, text):
                yield sheet.find_doubt(
                    line,
                    "Reporting period",
                    f"{text} is not the period of part 1, {period}.",
                    "Use one period, or say in the context column why this row has another.",
                )


def _check_measures(by_number: Mapping[int, Sheet]) -> Iterator[Finding]:
    """Measures of one's own initiative, counted in parts 5 and 6 by category and in part 8 by who decided."""

    def read(sheet: Sheet, key: tuple[str, ...], title: str) -> tuple[Line | None, float | None]:
        line = next((line for line in sheet.lines if line.key == key), None)
        return line, read_number(line.cells.get(title, "")) if line else None

    counted = [read(by_number[number], (parts.TOTAL,), parts.MEASURES)[1] for number in (5, 6)]
    split = [read(by_number[8], (name, parts.OWN), "Value") for name in (parts.SOLELY, parts.NOT_SOLELY)]
    if None in counted or None in [value for _, value in split]:
        return
    measures, decided = sum(value or 0 for value in counted), sum(value or 0 for _, value in split)
    if measures != decided:
        yield by_number[8].find_doubt(
            split[0][0],
            "Value",
            f"Parts 5 and 6 count {measures:,.0f} measures of one's own initiative, part 8 {decided:,.0f}.",
            "Measures solely and not solely by automated means should add up to all of them.",
        )
