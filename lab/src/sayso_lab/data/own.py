"""Data sets of one's own: any Parquet file with a column `text` and columns named as attributes."""

from functools import partial
from pathlib import Path

from sayso_lab.data import columns as col
from sayso_lab.data.define import DataSet, Rows, Tables
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.rows import make_row

OWN = "your own"
"""Their licence and origin."""
SHAPE = "Parquet files with a column 'text' and columns named as attributes (TOXICITY)"


def find_own_sets(data_dir: Path, stems: set[str]) -> tuple[list[DataSet], list[str]]:
    """The files of these names as sets, and the names of those that are none: nobody knows their columns."""
    found = {stem: _define(data_dir / f"{stem}.parquet") for stem in sorted(stems)}
    return [one for one in found.values() if one], [stem for stem, one in found.items() if not one]


def _define(path: Path) -> DataSet | None:
    """Attributes are shares from 0 to 1, empty where nobody judged."""
    present = col.list_columns(path)
    labelled = tuple(str(name) for name in ATTRIBUTES if name in present)
    if "text" not in present or not labelled:
        return None
    columns = {"text": col.text()} | {name: col.number(0, 1, empty=True) for name in labelled}
    return DataSet(path.stem, {path.stem: columns}, partial(_read, path.stem, labelled), OWN, OWN)


def _read(stem: str, labelled: tuple[str, ...], tables: Tables) -> Rows:
    table = tables[stem]
    for row, text in enumerate(table["text"]):
        shares = {name: table[name][row] for name in labelled if table[name][row] is not None}
        yield make_row(stem, text, shares)
