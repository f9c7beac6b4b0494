from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pyarrow
import pyarrow.parquet
import pytest

WriteTable = Callable[[str, dict[str, list[Any]]], Path]


@pytest.fixture
def write_table(tmp_path: Path) -> WriteTable:
    """Writes a Parquet file into the test's folder."""

    def write(stem: str, columns: dict[str, list[Any]]) -> Path:
        path = tmp_path / f"{stem}.parquet"
        cast("Any", pyarrow.parquet).write_table(cast("Any", pyarrow).table(columns), path)
        return path

    return write
