from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pyarrow
import pyarrow.parquet
import pytest

from sayso.core.errors import BadFile
from sayso_lab.data import columns as col
from sayso_lab.data.columns import Column, read_columns

WriteTable = Callable[[str, dict[str, list[Any]]], Path]


def test_columns_come_back_as_lists(write_table: WriteTable) -> None:
    path = write_table("a", {"text": ["x", "y"], "label": [0.5, None], "other": [1, 2]})
    columns = {"text": col.text(), "label": col.number(0, 1, empty=True)}
    assert read_columns(path, columns) == {"text": ["x", "y"], "label": [0.5, None]}


def test_a_missing_column_is_named_with_those_there_are(write_table: WriteTable) -> None:
    path = write_table("a", {"txt": ["x"], "label": [1]})
    with pytest.raises(
        BadFile, match=r"a\.parquet has no column 'text'\. Its columns: txt, label\."
    ) as caught:
        read_columns(path, {"text": col.text()})
    assert caught.value.hint == "This set needs the columns text."


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        (col.text(), ["x", None], "row 1: a text is needed, not nothing."),
        (col.text(), [3], "row 0: a text is needed, not a int (3)."),
        (col.number(0, 1), [0.5, 1, 7], "row 2: a number from 0 to 1 is needed, not a float (7.0)."),
        (col.number(0, 1), ["secret words"], "row 0: a number from 0 to 1 is needed, not a str."),
        (col.whole_number(), [1.5], "row 0: a whole number is needed, not a float (1.5)."),
        (col.choice("yes", "no"), ["yes", "maybe"], "row 1: one of yes, no is needed, not a str."),
        (col.items(least=1), [["a"], []], "row 1: a list of 1 or more is needed, not a list."),
        (col.optional_text(), [None, 3], "row 1: a text or nothing is needed, not a int (3)."),
        (col.text(), [b"x"], "row 0: a text is needed, not a bytes."),
        (col.choice("yes", empty=True), [None, "no"], "row 1: one of yes is needed, not a str."),
        (col.offset(), [0, -1], "row 1: a whole number from 0 is needed, not a int (-1)."),
        (
            col.beginning("1.", "2."),
            ["1. a", "3. b"],
            "row 1: a text that begins with one of 1., 2. is needed, not a str.",
        ),
        (
            col.list_of(col.choice("yes", "no"), least=1),
            [["yes"], ["no", "maybe"]],
            "row 1: a list of 1 or more (each one of yes, no) is needed, not another list.",
        ),
        (
            col.list_of(col.list_of(col.text())),
            [[["a"], []], [[None]]],
            "row 1: a list (each a list (each a text)) is needed, not another list.",
        ),
    ],
)
def test_an_odd_value_is_named_by_file_column_and_row(
    write_table: WriteTable, column: Column, values: list[Any], message: str
) -> None:
    path = write_table("data", {"label": values})
    with pytest.raises(BadFile) as caught:
        read_columns(path, {"label": column})
    assert caught.value.message == f"data.parquet, column 'label', {message}"
    assert caught.value.hint == "Mend or leave out that row."


def test_a_text_never_enters_the_message(write_table: WriteTable) -> None:
    path = write_table("data", {"label": ["secret words"]})
    with pytest.raises(BadFile) as caught:
        read_columns(path, {"label": col.number(0, 1)})
    assert "secret" not in caught.value.message + caught.value.hint


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"There is no file .*none\.parquet\."):
        read_columns(tmp_path / "none.parquet", {})


def test_a_file_that_is_not_parquet_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_text("no")
    with pytest.raises(BadFile, match=r"x\.parquet cannot be read as a Parquet file\."):
        read_columns(tmp_path / "x.parquet", {})


def test_text_that_is_not_utf8_is_named_by_file_column_and_row(tmp_path: Path) -> None:
    """Parquet does not look into its texts: a writer may put any bytes there."""
    arrow = cast("Any", pyarrow)
    whole = arrow.array([b"fine", "caf\xe9".encode("latin-1")], arrow.binary())
    column = arrow.StringArray.from_buffers(2, *whole.buffers()[1:])
    path = tmp_path / "data.parquet"
    cast("Any", pyarrow.parquet).write_table(arrow.table({"text": column}), path)
    with pytest.raises(BadFile) as caught:
        read_columns(path, {"text": col.text()})
    expected = "data.parquet, column 'text', row 1: text in UTF-8 is needed, not bytes of another encoding."
    assert caught.value.message == expected
