from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.core.errors import BadFile
from sayso_lab.data import columns as col
from sayso_lab.data.define import DataSet, Rows, Tables
from sayso_lab.data.files import draw_sample, find_sets, list_stems, read_set
from sayso_lab.data.rows import make_row

WriteTable = Callable[[str, dict[str, list[Any]]], Path]


def make_source(name: str, *stems: str) -> DataSet:
    def read(tables: Tables) -> Rows:
        return (make_row(name, text, {}) for text in tables[stems[0]]["text"])

    return DataSet(name, {stem: {"text": col.text()} for stem in stems}, read, "CC0", "us")


def test_sets_are_found_by_all_of_their_files() -> None:
    one, pair = make_source("one", "a"), make_source("pair", "a", "b")
    assert find_sets({"a", "c"}, [one, pair]) == ([one], [pair])


def test_only_parquet_files_count(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("a", {"text": ["x"]})
    (tmp_path / "b.csv").write_text("text")
    assert list_stems(tmp_path) == {"a"}


def test_a_set_is_read_with_its_files_and_without_blank_texts(
    write_table: WriteTable, tmp_path: Path
) -> None:
    write_table("a", {"text": ["x", " \n"]})
    write_table("b", {"text": ["y"]})
    seen: list[str] = []
    items, records = read_set(make_source("pair", "a", "b"), tmp_path, on_file=seen.append)
    assert [item.text for item in items] == ["x"]
    assert [(record.file, record.rows) for record in records] == [("a.parquet", 2), ("b.parquet", 1)]
    assert seen == ["a.parquet", "b.parquet"]


def test_a_file_without_rows_is_refused(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("a", {"text": []})
    with pytest.raises(BadFile, match=r"a\.parquet has no rows\."):
        read_set(make_source("one", "a"), tmp_path)


def test_a_sample_is_the_same_each_time() -> None:
    items = list(range(100))
    assert draw_sample(items, 5, seed=1) == draw_sample(items, 5, seed=1) != draw_sample(items, 5, seed=2)
    assert draw_sample(items, 100, seed=1) == draw_sample(items, None, seed=1) == items
