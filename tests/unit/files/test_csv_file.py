import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.errors import BadFile
from sayso.files import byte_lines, csv_file
from sayso.files.csv_file import open_csv
from sayso.files.source import Line


def read(content: bytes, *, column: str | None = None) -> list[Line]:
    source = open_csv(io.BytesIO(content), name="'a.csv'", column=column)
    return [line for block in source.blocks for line in block]


@pytest.mark.parametrize(
    "content",
    [
        b"id,text\n1,hello\n2,there\n",
        b"id;text\n1;hello\n2;there\n",
        b"id\ttext\n1\thello\n2\tthere",
        b"\xef\xbb\xbfid,text\r\n1,hello\r\n2,there\r\n",
        b"id,text\n1,hello\n\n2,there\n\n",
    ],
)
def test_rows_are_read_with_their_other_columns(content: bytes) -> None:
    lines = read(content)
    assert [line.text for line in lines] == ["hello", "there"]
    assert [line.columns["id"] for line in lines] == ["1", "2"]


def test_a_quoted_cell_may_hold_line_breaks_and_delimiters() -> None:
    (line,) = read(b'text,id\n"one,\ntwo ""three""",7\n')
    assert line.text == 'one,\ntwo "three"'


@given(
    st.lists(
        st.tuples(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8"))), max_size=8
    )
)
def test_what_a_csv_writer_writes_is_read_back(rows: list[tuple[str, str]]) -> None:
    buffer = io.StringIO()
    writer = csv.writer(buffer, quoting=csv.QUOTE_ALL)
    writer.writerows([("text", "note"), *rows])
    assert [(line.text, line.columns["note"]) for line in read(buffer.getvalue().encode())] == rows


def test_a_row_with_too_many_cells_is_not_scored_in_part() -> None:
    (line,) = read(b"id,text\n1,hello, you there\n")
    assert line.problem is not None
    assert line.problem.message == ("The row has 3 cells, the header 2: is a text with a comma not quoted?")


@pytest.mark.parametrize("row", [b"1\n", b"1,\n", b"1,  \n"])
def test_a_row_without_a_text_is_empty(row: bytes) -> None:
    (line,) = read(b"id,text\n" + row)
    assert line.problem is not None
    assert line.problem.cause == "empty"
    assert line.columns["id"] == "1"


def test_a_blank_line_is_an_empty_text_where_a_row_is_one_cell() -> None:
    assert [line.text for line in read(b"text\none\n\ntwo\n")] == ["one", "", "two"]


def test_bytes_that_are_not_utf8_are_the_problem_of_their_row() -> None:
    bad, good = read(b"note,text\nx,b\xe4d\nb\xe4d,good\n")
    assert bad.problem is not None
    assert (bad.text, bad.problem.cause) == ("b\ufffdd", "not UTF-8")
    assert (good.text, good.problem, good.columns["note"]) == ("good", None, "b\ufffdd")


def test_an_empty_file_has_no_header() -> None:
    with pytest.raises(BadFile, match=r"'a\.csv' is empty"):
        read(b"")


def test_a_quotation_mark_left_open_does_not_swallow_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_file, "LONGEST_LINE_BYTES", 100)
    with pytest.raises(BadFile, match=r"cannot be read as CSV, line \d+: field larger") as caught:
        read(b'text\n"open\n' + b"more\n" * 100)
    assert caught.value.hint == "Is a quotation mark left open?"


def test_a_row_too_long_to_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(byte_lines, "LONGEST_LINE_BYTES", 10)
    monkeypatch.setattr(byte_lines, "BLOCK_BYTES", 8)
    with pytest.raises(BadFile, match="too long to hold"):
        read(b"text\n" + b"x" * 100)


@pytest.mark.parametrize("rest", [b"3,there\n4,you\n", b"3,there", b""])
def test_a_quotation_mark_still_open_at_the_end_is_the_problem_of_its_row(rest: bytes) -> None:
    before, swallowed = read(b'id,text\n1,"hello\nthere"\n2,"open\n' + rest)
    assert (before.text, before.problem) == ("hello\nthere", None)
    assert swallowed.problem is not None
    assert swallowed.problem.cause == "quotation mark left open"
    assert swallowed.problem.message == (
        "The row that begins at line 4 swallows the rest of the file. Is a quotation mark left open?"
    )
    assert swallowed.columns["id"] == "2"


@pytest.mark.parametrize("last", [b'"closed"', b'"closed"\n', b'"two\nlines"\n', b"plain", b'a 5" pipe\n'])
def test_a_last_row_that_ends_is_no_problem(last: bytes) -> None:
    lines = read(b"id,text\n1,a\n2," + last)
    assert len(lines) == 2
    assert lines[1].problem is None


def test_a_quotation_mark_left_open_in_the_header_is_an_error_of_the_file() -> None:
    with pytest.raises(BadFile, match="its first row does not end") as caught:
        read(b'id,"text\n1,hello\n')
    assert caught.value.hint == "Is a quotation mark left open?"
