from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.errors import BadFile, MissingExtra
from sayso.files.labelled import Row, Table, read_table

arrow: Any = pyarrow
parquet: Any = pyarrow.parquet
Save = Callable[[str, bytes], Path]


def cells(table: Table) -> list[dict[str, object]]:
    return [dict(row.cells) for row in table.rows]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b'text,HS\n"one, two",1\nthree,0\n'),
        ("a.csv", b'\xef\xbb\xbftext;HS\n"one, two";1\nthree;0\n'),
        ("a.tsv", b"text\tHS\none, two\t1\n\nthree\t0\n"),
        ("a.jsonl", b'{"text": "one, two", "HS": "1"}\n\n{"text": "three", "HS": "0"}'),
    ],
)
def test_the_same_rows_are_read_from_every_format(save: Save, name: str, content: bytes) -> None:
    table = read_table(save(name, content))
    assert (table.source, table.columns) == (name, ("text", "HS"))
    assert cells(table) == [{"text": "one, two", "HS": "1"}, {"text": "three", "HS": "0"}]
    assert [row.number for row in table.rows] == [1, 2]


def test_a_cell_may_hold_line_breaks(save: Save) -> None:
    assert cells(read_table(save("a.csv", b'text,n\n"one\ntwo",1\n')))[0]["text"] == "one\ntwo"


def test_parquet_keeps_lists(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(arrow.table({"text": ["one"], "spans": [[1, 2]]}), path)
    assert cells(read_table(path)) == [{"text": "one", "spans": [1, 2]}]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"", "a.csv holds no rows"),
        ("a.csv", b"text,HS\n", "a.csv holds no rows"),
        ("a.jsonl", b"\n", "a.jsonl holds no rows"),
        ("a.csv", b"text,HS\none,1\ntwo\n", "a.csv, row 2: 1 cells under a header of 2"),
        ("a.csv", b"text,HS\none,1\ntwo,three,0\n", "a.csv, row 2: 3 cells under a header of 2"),
        ("a.csv", b"text,text\none,1\n", "a.csv has two columns called 'text'"),
        ("a.jsonl", b'{"text": "one"}\n{"text"\n', "a.jsonl, row 2: the line is not JSON at column 8"),
        ("a.jsonl", b"[1]\n", "a.jsonl, row 1: the line is not a JSON object"),
        ("a.csv", b"PAR1....", "a.csv is not UTF-8 text: it looks like a Parquet file"),
        ("a.jsonl", b"\xff\xfe{\x00", "a.jsonl is not UTF-8 text: it looks like UTF-16"),
        ("a.parquet", b"text,HS\n", "a.parquet cannot be read as Parquet"),
        ("a.xlsx", b"PK", "'a.xlsx' has an ending that says no format"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(save: Save, name: str, content: bytes, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_table(save(name, content))
    assert caught.value.message.startswith(message)


def test_a_quotation_mark_left_open_is_named_with_its_line(save: Save) -> None:
    content = b'text,HS\n"one' + b" two" * 5_000_000
    with pytest.raises(BadFile, match=r"a\.csv cannot be read as CSV, line 2"):
        read_table(save("a.csv", content))


def test_a_file_that_is_not_there_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no file"):
        read_table(tmp_path / "a.csv")
    with pytest.raises(BadFile, match="is a folder"):
        read_table(tmp_path)


def test_without_pyarrow_the_extra_is_named(save: Save, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match="Parquet needs the extra 'parquet'"):
        read_table(save("a.parquet", b"PAR1"))


def test_a_missing_column_is_named_with_those_there_are() -> None:
    table = Table("a.csv", ("text", "label_gold_"), ())
    table.require("text")
    with pytest.raises(BadFile) as caught:
        table.require("text", "label_gold")
    assert caught.value.message == (
        "a.csv has no column 'label_gold'. Columns: text, label_gold_. Is it 'label_gold_'?"
    )


def test_a_header_that_is_text_is_not_shown_whole() -> None:
    with pytest.raises(BadFile) as caught:
        Table("a.csv", ("x" * 100, *map(str, range(30))), ()).require("text")
    assert "x" * 30 not in caught.value.message
    assert caught.value.message.endswith("18, ….")


def make(count: int) -> Table:
    return Table(
        "a.csv", ("n",), tuple(Row("a.csv", number, {"n": number}) for number in range(1, count + 1))
    )


def test_a_limit_spreads_over_the_file() -> None:
    assert [row.number for row in make(10).limit(3).rows] == [1, 4, 7]
    assert make(3).limit(None) == make(3).limit(3) == make(3).limit(9) == make(3)


@given(st.integers(1, 60), st.integers(1, 60))
def test_a_limited_table_has_different_rows_in_order(total: int, count: int) -> None:
    numbers = [row.number for row in make(total).limit(count).rows]
    assert len(numbers) == min(total, count)
    assert numbers == sorted(set(numbers))
