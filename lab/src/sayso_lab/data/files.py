"""A folder of Parquet files as data sets: which of them are there, what they hold, what was read."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeVar

from sayso.core.errors import BadFile
from sayso_lab.data.columns import read_columns
from sayso_lab.data.define import DataSet, Table
from sayso_lab.data.rows import Row

Item = TypeVar("Item")


@dataclass(frozen=True)
class FileRecord:
    """A file that was learned from, so that the same run can be made again."""

    file: str
    sha256: str
    rows: int


def list_stems(data_dir: Path) -> set[str]:
    """The names of the Parquet files in a folder, without their ending."""
    if not data_dir.is_dir():
        raise BadFile(f"There is no folder {data_dir}.", hint="Give the folder of the data sets with --data.")
    return {path.stem for path in data_dir.glob("*.parquet")}


def find_sets(stems: set[str], sets: Sequence[DataSet]) -> tuple[list[DataSet], list[DataSet]]:
    """The sets all of whose files are there, and those that miss some."""
    found = [one for one in sets if stems.issuperset(one.files)]
    return found, [one for one in sets if one not in found]


def read_set(
    one: DataSet, data_dir: Path, *, on_file: Callable[[str], None] = lambda _: None
) -> tuple[list[Row], list[FileRecord]]:
    """What a set holds, blank texts left out, and its files."""
    tables: dict[str, Table] = {}
    records: list[FileRecord] = []
    for stem, columns in one.files.items():
        path = data_dir / f"{stem}.parquet"
        on_file(path.name)
        table = read_columns(path, columns)
        rows = len(next(iter(table.values())))
        if not rows:
            raise BadFile(f"{path.name} has no rows.", hint="Fetch it again, or take it out of the folder.")
        tables[stem] = table
        records.append(FileRecord(path.name, hash_file(path), rows))
    return [item for item in one.read(tables) if item.text.strip()], records


def hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def draw_sample(items: list[Item], at_most: int | None, *, seed: int) -> list[Item]:
    if at_most is None or len(items) <= at_most:
        return items
    return Random(seed).sample(items, at_most)  # noqa: S311 - a reproducible draw, no secret
