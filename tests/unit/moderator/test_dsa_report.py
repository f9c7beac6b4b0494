"""A report that is in order passes, and each fault that was seen in real filings is found where it stands."""

import csv
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from sayso.core.errors import BadFile
from sayso.moderator.dsa.checking import check_report
from sayso.moderator.dsa.parts import MEASURES, PARTS
from sayso.moderator.dsa.template import Kind, Provider

Table = list[list[str]]
PERIOD = date(2026, 1, 1), date(2026, 12, 31)
SPEECH, HATE = "STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH", "KEYWORD_HATE_SPEECH"
SUMMARY = ["Example Ltd", "2027-02-20", "2026-02-27", "2026-01-01", "2026-12-31"]


def fill(number: int) -> Table:
    """A part as a small forum would fill it in: seven measures against hate speech, nothing else."""
    part = PARTS[number - 1]
    head, *rows = part.lay_out("Forum", *PERIOD, provider=Provider.PLATFORM)
    counts = [at for at, column in enumerate(part.columns) if column.kind is Kind.COUNT]
    for row, listed in zip(rows, part.rows, strict=False):
        for at in counts if listed.kind is Kind.COUNT else ():
            row[at] = "0"
    more = {1: fill_summary, 5: fill_measures, 8: fill_automated, 11: fill_texts}
    if number in more:
        more[number](rows)
    return [head, *rows]


def fill_summary(rows: Table) -> None:
    for row, value in zip(rows, SUMMARY, strict=True):
        row[-1] = value


def fill_measures(rows: Table) -> None:
    titles = [column.title for column in PARTS[4].columns]
    for row in rows:
        if row[3] in ("TOTAL", SPEECH, HATE):
            row[titles.index(MEASURES)] = row[titles.index("Visibility restriction Removal")] = "7"


def fill_automated(rows: Table) -> None:
    for row in rows:
        if "measures not taken" in row[4]:
            row[6] = "7"
        if row[4].endswith("Precision") and row[5] == "Total number":
            row[6:] = ["0.91", "Sayso embedded, TOXICITY from .9; 400 drawn at random; .88 to .94"]


def fill_texts(rows: Table) -> None:
    for row in rows:
        row[-1] = "We read what the model is unsure of."


def write(folder: Path, change: Callable[[int, Table], None] = lambda _number, _table: None) -> Path:
    for part in PARTS:
        table = fill(part.number)
        change(part.number, table)
        if len(table) > 1:
            with (folder / f"part_{part.number}_{part.name}.csv").open(
                "w", newline="", encoding="utf-8"
            ) as stream:
                csv.writer(stream).writerows(table)
    return folder


def place(table: Table, text: str, title: str) -> tuple[list[str], int]:
    """The first row that holds a text, and the place of a column in it."""
    return next(row for row in table if text in row), table[0].index(title)


def test_the_template_has_the_rows_of_annex_i() -> None:
    counts = {part.number: sum(row.is_owed_by(Provider.PLATFORM) for row in part.rows) for part in PARTS}
    assert counts == {1: 5, 2: 100, 3: 91, 4: 91, 5: 90, 6: 98, 7: 47, 8: 20, 9: 0, 10: 0, 11: 6}
    assert {part.number: len(part.columns) for part in PARTS} == {
        1: 4, 2: 4, 3: 20, 4: 25, 5: 37, 6: 37, 7: 8, 8: 8, 9: 8, 10: 7, 11: 5,
    }  # fmt: skip


def test_a_report_that_is_in_order_passes(tmp_path: Path) -> None:
    found = check_report([write(tmp_path)])
    assert (found.files, found.faults, list(found.findings), list(found.missing)) == (9, 0, [], [])


def set_cell(number: int, row: str, title: str, value: str) -> Callable[[int, Table], None]:
    def change(part: int, table: Table) -> None:
        if part == number:
            cells, at = place(table, row, title)
            cells[at] = value

    return change


FAULTS: dict[str, tuple[Callable[[int, Table], None], str, str]] = {
    "a percentage for a share": (
        set_cell(8, "Accuracy of the automated means - Precision", "Value", "99.25"),
        "Value",
        "Write 0.9925.",
    ),
    "thousands separators": (set_cell(5, HATE, MEASURES, "1,007"), MEASURES, "Write 1007."),
    "a placeholder": (
        set_cell(1, "Date of the publication of the report", "Value", "YYYY-MM-DD"),
        "Value",
        "placeholder",
    ),
    "sums": (set_cell(5, HATE, MEASURES, "6"), MEASURES, "has 7, its sub-categories add up to 6"),
    "a total": (set_cell(5, "TOTAL", MEASURES, "9"), MEASURES, "The total is 9, the categories add up to 7."),
    "a blank for a zero": (
        set_cell(4, "KEYWORD_PHISHING", "Number of notices received", ""),
        "Number of notices received",
        "Write 0 where",
    ),
    "recall without a method": (
        set_cell(8, "Accuracy of the automated means - Recall", "Value", "0.37"),
        "Contextual Information",
        "Recall is given without a method.",
    ),
    "a sign for nothing": (set_cell(5, HATE, MEASURES, "n/a"), MEASURES, "Leave the cell blank"),
    "a decimal comma": (
        set_cell(8, "Accuracy of the automated means - Precision", "Value", "0,91"),
        "Value",
        "Write 0.91.",
    ),
    "minutes": (
        set_cell(7, "Median time", "Value", "2 days"),
        "Value",
        "'2 days' is not a number of hours.",
    ),
    "a median of nothing": (set_cell(7, "Median time", "Value", "12"), "Value", "Nothing was decided"),
    "more outcomes than complaints": (
        set_cell(7, "Decisions reversed", "Value", "3"),
        "Value",
        "0 were submitted, the outcomes add up to 3.",
    ),
    "a part over its whole": (
        set_cell(4, "TOTAL", "Number of notices received from Trusted flaggers", "2"),
        "Number of notices received from Trusted flaggers",
        "2 is more than the 0",
    ),
    "another kind without a description": (
        set_cell(6, "KEYWORD_OTHER", MEASURES, "1"),
        'Description of the sub-category "Other"',
        "no description",
    ),
    "a long text": (
        set_cell(11, "Safeguards applied to the use of automated means", "Value", "a" * 5001),
        "Value",
        "The text has 5,001 characters",
    ),
    "a missing text": (
        set_cell(11, "Safeguards applied to the use of automated means", "Value", ""),
        "Value",
        "The text is missing.",
    ),
    "an unknown category": (
        set_cell(5, HATE, "Category of illegal content", "STATEMENT_CATEGORY_MEMES"),
        "Category of illegal content",
        "categories cannot be added",
    ),
    "published too early": (
        set_cell(1, "Date of the publication of the report", "Value", "2026-12-01"),
        "Value",
        "before its period ends",
    ),
    "no name": (set_cell(7, "Median time", "Service", ""), "Service", "The name of the service is missing."),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_where_it_stands(fault: str, tmp_path: Path) -> None:
    change, column, words = FAULTS[fault]
    found = check_report([write(tmp_path, change)])
    told = [f"{one.column}|{one.message} {one.hint}" for one in found.findings if one.level == "fault"]
    assert any(one.startswith(f"{column}|") and words in one for one in told), told


DOUBTS = {
    "late": (
        set_cell(1, "Date of the publication of the report", "Value", "2027-03-01"),
        "due on 2027-02-28",
    ),
    "an odd period": (
        set_cell(1, "Starting date of reporting period", "Value", "2026-02-01"),
        "neither a calendar",
    ),
    "measures that do not add up": (set_cell(5, "TOTAL", MEASURES, "8"), "count 8 measures"),
}


@pytest.mark.parametrize("doubt", DOUBTS)
def test_what_a_person_should_look_at_is_no_fault(doubt: str, tmp_path: Path) -> None:
    change, words = DOUBTS[doubt]
    found = check_report([write(tmp_path, change)])
    assert any(one.level == "doubt" and words in one.message for one in found.findings)


def test_parts_that_are_owed_and_not_there_are_named(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "part_8_automated_means.csv").unlink()
    assert list(check_report([tmp_path]).missing) == ["part 8 (automated_means)"]
    assert "part 10 (AMAR)" in check_report([tmp_path], Provider.VERY_LARGE).missing


def test_member_states_add_up_to_the_total(tmp_path: Path) -> None:
    def add_austria(part: int, table: Table) -> None:
        if part == 3:
            total = list(table[1])
            total[5], total[6] = "AT", "2"
            table.append(total)

    found = check_report([write(tmp_path, add_austria)])
    assert any("the Member States add up to 2" in one.message for one in found.findings)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"PK\x03\x04 a spreadsheet", "is a spreadsheet or an archive, not CSV"),
        (b"name,age\r\nx,1\r\n", "has the head of no part of Annex I"),
    ],
)
def test_a_file_that_is_no_part_of_a_report_is_refused(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "part_4.csv"
    path.write_bytes(content)
    with pytest.raises(BadFile, match=words):
        check_report([path])


def to_latin(text: str) -> bytes:
    return text.replace("Forum", "Café").encode("latin-1")


def to_semicolons(text: str) -> bytes:
    return text.replace(",", ";").encode()


def add_column(text: str) -> bytes:
    return text.replace("\r\n", ",extra\r\n", 2).encode()


@pytest.mark.parametrize(
    ("encode", "words"),
    [
        (to_latin, "The file is not UTF-8."),
        (to_semicolons, "Cells are separated by semicolons."),
        (add_column, "The template has no such column."),
    ],
)
def test_how_a_file_is_written_is_checked_and_the_rest_still_read(
    encode: Callable[[str], bytes], words: str, tmp_path: Path
) -> None:
    path = write(tmp_path) / "part_1_summary.csv"
    path.write_bytes(encode(path.read_bytes().decode()))
    assert any(words == one.message for one in check_report([path]).findings)
