from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sayso.core.errors import BadFile
from sayso_lab.data.files import hash_file
from sayso_lab.data.table import Part, read_table

WriteTable = Callable[[str, dict[str, list[Any]]], Path]
TEXTS = [f"comment number {number}" for number in range(300)]


@pytest.fixture
def neutral(write_table: WriteTable) -> Path:
    return write_table("identity_neutral", {"comment": TEXTS})


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no folder"):
        read_table(tmp_path / "none")


def test_a_folder_without_sets_says_what_it_needs(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("blocklists", {"term": ["a"]})
    with pytest.raises(BadFile, match="holds no data set to learn from") as caught:
        read_table(tmp_path)
    assert "implicit_hate_1 + implicit_hate_2 + implicit_hate_3" in caught.value.hint


def test_rows_keep_their_text_and_fall_into_all_parts(neutral: Path, tmp_path: Path) -> None:
    table = read_table(tmp_path)
    assert [row.text for row in table.rows] == TEXTS
    parts = {part: table.part(part) for part in Part}
    assert all(parts.values())
    assert sum(map(len, parts.values())) == len(table) == 300


def test_sets_that_are_absent_are_listed(neutral: Path, tmp_path: Path) -> None:
    absent = read_table(tmp_path).absent
    assert "jigsaw" in absent
    assert "identity_neutral" not in absent


def test_a_family_without_one_of_its_files_is_absent(
    neutral: Path, write_table: WriteTable, tmp_path: Path
) -> None:
    write_table("implicit_hate_1", {"post": ["a"], "class": ["not_hate"]})
    assert "implicit_hate" in read_table(tmp_path).absent


def test_what_was_read_is_recorded(neutral: Path, write_table: WriteTable, tmp_path: Path) -> None:
    write_table("paradetox_cannot_rewrite", {"text": ["you fool", " "]})
    seen: list[str] = []
    table = read_table(tmp_path, on_file=seen.append)
    assert seen == ["identity_neutral.parquet", "paradetox_cannot_rewrite.parquet"]
    assert [(file.file, file.rows) for file in table.files] == [(seen[0], 300), (seen[1], 2)]
    assert table.files[0].sha256 == hash_file(neutral)
    first, second = table.sets
    assert (first.name, first.licence, first.rows) == ("identity_neutral", "Apache-2.0", 300)
    assert first.learned == sum(row.source == first.name for row in table.part(Part.TRAIN))
    assert (second.name, second.rows) == ("paradetox_cannot", 1)


def test_a_limit_holds_for_each_set_and_draws_the_same_rows(
    neutral: Path, write_table: WriteTable, tmp_path: Path
) -> None:
    write_table("reviews", {"text": [f"review number {number}" for number in range(250)]})
    table = read_table(tmp_path, limit=200)
    assert [one.rows for one in table.sets] == [200, 200]
    assert table.rows[0].text == read_table(tmp_path, limit=200).rows[0].text


def test_copies_in_two_sets_fall_into_one_part(
    neutral: Path, write_table: WriteTable, tmp_path: Path
) -> None:
    write_table("paradetox_cannot_rewrite", {"text": [text.upper() + "!" for text in TEXTS]})
    parts = read_table(tmp_path).parts
    assert parts[:300] == parts[300:]


def test_an_empty_file_is_refused(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("reviews", {"text": []})
    with pytest.raises(BadFile, match=r"reviews\.parquet has no rows\."):
        read_table(tmp_path)


def test_an_empty_part_is_refused(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("toxic_spans_trial", {"text": ["a", "b"], "spans": [[0], [0]]})
    with pytest.raises(BadFile) as caught:
        read_table(tmp_path)
    expected = "The train part is empty: of 2 rows in toxic_spans_trial.parquet none falls into it."
    assert caught.value.message == expected
    assert "a few hundred rows" in caught.value.hint
