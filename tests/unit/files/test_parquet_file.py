import io
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from sayso.core import Attribute
from sayso.core.errors import BadFile, BadInput, MissingExtra
from sayso.files.parquet_file import ParquetSink, open_parquet
from sayso.files.results import Layout, lay_out_columns
from sayso.files.source import EMPTY, Line, Result, Source

arrow: Any = pyarrow
parquet: Any = pyarrow.parquet


def make_file(columns: dict[str, Any]) -> io.BytesIO:
    stream = io.BytesIO()
    parquet.write_table(arrow.table(columns), stream)
    stream.seek(0)
    return stream


def read(source: Source) -> list[Line]:
    return [line for block in source.blocks for line in block]


def test_rows_are_read_with_their_columns_and_counted() -> None:
    source = open_parquet(make_file({"id": [1, 2], "comment": ["hello", None]}), name="it", column=None)
    first, second = read(source)
    assert (first.text, first.columns["id"], first.problem) == ("hello", 1, None)
    assert second.problem is not None
    assert second.problem.message == "The text is null."
    assert (source.total, source.position()) == (2, 2)


@pytest.mark.parametrize("kind", [arrow.string(), arrow.large_string()])
def test_every_kind_of_text_column_is_read(kind: Any) -> None:
    column = arrow.array(["a", "b"], type=kind)
    assert [
        line.text for line in read(open_parquet(make_file({"text": column}), name="it", column=None))
    ] == ["a", "b"]
    coded = column.dictionary_encode()
    assert [line.text for line in read(open_parquet(make_file({"text": coded}), name="it", column=None))] == [
        "a",
        "b",
    ]


def test_a_column_of_numbers_is_no_text() -> None:
    with pytest.raises(BadInput, match="The column 'text' holds int64, not text"):
        open_parquet(make_file({"text": [1]}), name="it", column=None)


def test_a_file_that_is_not_parquet_is_refused() -> None:
    with pytest.raises(BadFile, match="it cannot be read as Parquet"):
        open_parquet(io.BytesIO(b"text\nhello\n"), name="it", column=None)


def test_a_damaged_file_says_how_far_it_was_read() -> None:
    content = bytearray(make_file({"text": [f"text {n}" for n in range(1000)]}).getvalue())
    content[4:2000] = bytes(1996)
    with pytest.raises(BadFile, match="it is damaged after row 0"):
        read(open_parquet(io.BytesIO(bytes(content)), name="it", column=None))


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match="Parquet needs the extra 'parquet'"):
        open_parquet(io.BytesIO(), name="it", column=None)


def test_kept_columns_keep_their_types_and_scores_are_numbers(tmp_path: Path) -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    source = open_parquet(make_file({"at": [now, now], "text": ["hello", None]}), name="it", column=None)
    first, second = read(source)
    kept = lay_out_columns(source.columns, text_column="text", made=())
    layout = Layout(kept, (Attribute.TOXICITY,), "fake.v1", "sayso")
    stream = io.BytesIO()
    sink = ParquetSink(stream, layout=layout, schema=source.schema)
    sink.write([Result(first, {Attribute.TOXICITY: 0.5}), Result(second, {}, problem=EMPTY)])
    sink.close()
    stream.seek(0)
    table = parquet.read_table(stream)
    assert table.schema.field("at").type == source.schema.field("at").type
    assert table.to_pylist() == [
        {"at": now, "text": "hello", "TOXICITY": 0.5, "model": "fake.v1", "scale": "sayso", "error": None},
        {
            "at": now,
            "text": "",
            "TOXICITY": None,
            "model": "fake.v1",
            "scale": "sayso",
            "error": "The text is empty.",
        },
    ]


def test_columns_of_other_files_are_text_and_anything_else_is_json() -> None:
    layout = Layout(
        lay_out_columns(("id",), text_column="text", made=()), (Attribute.TOXICITY,), "fake.v1", "sayso"
    )
    stream = io.BytesIO()
    sink = ParquetSink(stream, layout=layout)
    sink.write([])
    sink.write([Result(Line("a\ud800", None, {"id": {"n": 1}}), {Attribute.TOXICITY: 0.5})])
    sink.close()
    stream.seek(0)
    (row,) = parquet.read_table(stream).to_pylist()
    assert (row["id"], row["text"]) == ('{"n": 1}', "a?")
