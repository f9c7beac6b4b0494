"""Tiny labelled files, made where they are used."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sayso.audit.evaluation.row import Row
from sayso.audit.evaluation.table import Table

MakeTable = Callable[..., Table]


@pytest.fixture
def make_table() -> MakeTable:
    """A table from columns given by name."""

    def make(**columns: Sequence[Any]) -> Table:
        rows: list[Mapping[str, Any]] = [
            dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)
        ]
        numbered = tuple(Row("set.csv", number, cells) for number, cells in enumerate(rows, start=1))
        return Table("set.csv", tuple(columns), numbered)

    return make


@pytest.fixture
def save(tmp_path: Path) -> Callable[[str, bytes], Path]:
    def write(name: str, content: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write
