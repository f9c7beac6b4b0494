"""All data sets of a folder as one table, and the part each row belongs to."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sayso.core.errors import BadFile
from sayso_lab.data.define import DataSet
from sayso_lab.data.files import FileRecord, draw_sample, find_sets, list_stems, read_set
from sayso_lab.data.own import SHAPE, find_own_sets
from sayso_lab.data.rows import FULL_MARK, Row
from sayso_lab.data.sets import SETS
from sayso_lab.data.splits import Part, choose_parts

__all__ = ["FULL_MARK", "Part", "Row", "SetRecord", "Table", "read_table"]

_SEED = 1
_CLAIMED = {stem for one in SETS for stem in one.files} | {"blocklists"}
"""Files that are not somebody's own set; lists of words are no texts to learn from."""


@dataclass(frozen=True)
class SetRecord:
    """A data set that was read: for the record of a run and the model card."""

    name: str
    licence: str
    origin: str
    rows: int
    learned: int
    """Of these, in the part that is learned from."""
    sources: tuple[str, ...] = ()
    """What its rows are called: a set may hold several kinds."""


@dataclass(frozen=True)
class Table:
    """Rows and, in step with them, their parts."""

    rows: tuple[Row, ...]
    parts: tuple[Part, ...]
    files: tuple[FileRecord, ...] = ()
    absent: tuple[str, ...] = ()
    """Names of data sets that were not in the folder, or not all of their files."""
    sets: tuple[SetRecord, ...] = ()
    left_out: tuple[str, ...] = ()
    """Names of Parquet files that are no data set: neither known nor of the shape of one's own."""

    def __len__(self) -> int:
        return len(self.rows)

    def part(self, part: Part) -> list[Row]:
        return [row for row, where in zip(self.rows, self.parts, strict=True) if where is part]


def read_table(
    data_dir: Path,
    *,
    limit: int | None = None,
    only: Collection[str] | None = None,
    on_file: Callable[[str], None] = lambda _: None,
) -> Table:
    """Reads the sets of a folder, at most `limit` rows of each; `on_file` is told each file's name first.

    With `only`, all sets of these names and no others. Every part must have rows: a few hundred are enough.
    """
    stems = list_stems(data_dir)
    found, absent = find_sets(stems, SETS)
    own, left_out = find_own_sets(data_dir, stems - _CLAIMED)
    found += own
    if only is not None:
        found, absent, left_out = _select(found, only, data_dir), [], []
    if not found:
        raise BadFile(
            f"{data_dir} holds no data set to learn from.",
            hint=f"It needs {SHAPE}, or at least one of these sets: {_list_needs(SETS)}.",
        )
    drawn: list[list[Row]] = []
    files: list[FileRecord] = []
    for one in found:
        rows, records = read_set(one, data_dir, on_file=on_file)
        drawn.append(draw_sample(rows, limit, seed=_SEED))
        files += records
    table = _assemble(found, drawn, tuple(files), tuple(one.name for one in absent))
    return replace(table, left_out=tuple(left_out))


def _select(found: Sequence[DataSet], only: Collection[str], data_dir: Path) -> list[DataSet]:
    known = {one.name: one for one in SETS}
    missing = sorted(set(only) - {one.name for one in found})
    if missing:
        files = [
            f"{stem}.parquet" for name in missing for stem in (known[name].files if name in known else [name])
        ]
        raise BadFile(
            f"{data_dir} lacks {', '.join(missing)}.", hint=f"Put {', '.join(files)} into the folder."
        )
    return [one for one in found if one.name in only]


def _list_needs(sets: Iterable[DataSet]) -> str:
    return ", ".join(" + ".join(one.files) for one in sets)


def _assemble(
    sets: Sequence[DataSet],
    drawn: Sequence[Sequence[Row]],
    files: tuple[FileRecord, ...],
    absent: tuple[str, ...],
) -> Table:
    rows = tuple(row for rows in drawn for row in rows)
    parts = tuple(choose_parts(rows))
    for part in Part:
        if part not in parts:
            raise BadFile(
                f"The {part} part is empty: of {len(rows)} rows in {', '.join(file.file for file in files)}"
                " none falls into it.",
                hint="Add data or raise the limit: a few hundred rows that are not copies fill all parts.",
            )
    begins = [sum(map(len, drawn[:place])) for place in range(len(drawn))]
    records = tuple(
        _record(one, rows, parts[begin : begin + len(rows)])
        for one, begin, rows in zip(sets, begins, drawn, strict=True)
    )
    return Table(rows, parts, files, absent, records)


def _record(one: DataSet, rows: Sequence[Row], parts: Sequence[Part]) -> SetRecord:
    sources = tuple(dict.fromkeys(row.source for row in rows))
    return SetRecord(one.name, one.licence, one.origin, len(parts), parts.count(Part.TRAIN), sources)
