"""Data sets of one's own beside those that are known."""

from pathlib import Path
from typing import Any, cast

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from sayso.core.errors import BadFile
from sayso_lab.data.table import read_table

TEXTS = [f"some words {chr(97 + place // 26)}{chr(97 + place % 26)}" for place in range(300)]


def write(folder: Path, stem: str, columns: dict[str, list[Any]]) -> None:
    cast("Any", pyarrow.parquet).write_table(cast("Any", pyarrow).table(columns), folder / f"{stem}.parquet")


def test_a_file_with_texts_and_attributes_is_learned_from(tmp_path: Path) -> None:
    write(tmp_path, "forum", {"text": TEXTS, "INSULT": [0.25] * 299 + [None], "kind": ["?"] * 300})
    write(tmp_path, "blocklists", {"term": ["x"]})
    table = read_table(tmp_path)
    assert [(one.name, one.licence, one.rows) for one in table.sets] == [("forum", "your own", 300)]
    assert {row.source for row in table.rows} == {"forum"}
    insults = np.array([row.attributes[3] for row in table.rows])
    assert ((insults == 0.25).sum(), np.isnan(insults).sum()) == (299, 1)
    assert table.rows[0].groups is None


def test_a_file_without_texts_or_attributes_is_left_out_and_named(tmp_path: Path) -> None:
    write(tmp_path, "forum", {"text": TEXTS, "INSULT": [0.25] * 300})
    write(tmp_path, "notes", {"text": TEXTS})
    write(tmp_path, "scores", {"INSULT": [0.5]})
    table = read_table(tmp_path)
    assert table.left_out == ("notes", "scores")
    assert {row.source for row in table.rows} == {"forum"}


def test_a_folder_with_nothing_else_holds_no_data_set(tmp_path: Path) -> None:
    write(tmp_path, "notes", {"text": TEXTS})
    with pytest.raises(BadFile, match="holds no data set to learn from"):
        read_table(tmp_path)
