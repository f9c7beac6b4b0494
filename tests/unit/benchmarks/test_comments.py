"""The comments that benchmarks/encoder.py measures with."""

import importlib.util
import statistics
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pyarrow: Any = import_module("pyarrow")  # it has no types
parquet: Any = import_module("pyarrow.parquet")
FILE = Path(__file__).parents[3] / "benchmarks" / "comments.py"


@pytest.fixture(scope="module")
def comments() -> ModuleType:
    spec = importlib.util.spec_from_file_location("comments", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("count", [64, 1000])
def test_made_up_comments_are_as_long_as_real_ones(comments: ModuleType, count: int) -> None:
    words = [len(text.split()) for text in comments.make_comments(count)]
    assert len(words) == count
    assert 33 <= statistics.median(words) <= 38
    assert 58 <= statistics.mean(words) <= 68
    assert max(words) <= 400 * 1.05  # a mark such as "(see above)" adds two


def test_made_up_comments_are_the_same_each_time(comments: ModuleType) -> None:
    assert comments.make_comments(20) == comments.make_comments(20)


def test_a_few_texts_chosen_evenly_have_all_lengths(comments: ModuleType) -> None:
    texts = ["x" * length for length in range(1, 101)]
    chosen = comments.choose_evenly(texts, 10)
    assert sorted(map(len, chosen)) == [6, 16, 26, 36, 46, 56, 66, 76, 86, 96]
    assert list(map(len, chosen)) != sorted(map(len, chosen))


def test_fewer_texts_than_wanted_are_all_taken(comments: ModuleType) -> None:
    assert sorted(comments.choose_evenly(["a", "bb", "ccc"], 10)) == ["a", "bb", "ccc"]


def test_texts_are_read_a_line_each(comments: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "texts.txt"
    file.write_text("one\n\n  \ntwo three\n", encoding="utf-8")
    assert comments.read_texts(file) == ["one", "two three"]


@pytest.mark.parametrize("column", ["text", "comment_text"])
def test_texts_are_read_from_a_column(comments: ModuleType, tmp_path: Path, column: str) -> None:
    file = tmp_path / "texts.parquet"
    parquet.write_table(pyarrow.table({"id": [1, 2, 3], column: ["one", None, "two"]}), file)
    assert comments.read_texts(file) == ["one", "two"]


def test_a_file_without_such_a_column_says_what_it_has(comments: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "texts.parquet"
    parquet.write_table(pyarrow.table({"id": [1], "body": ["one"]}), file)
    with pytest.raises(SystemExit, match=r"texts\.parquet has no column text or .*, only id, body\."):
        comments.read_texts(file)
