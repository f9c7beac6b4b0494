"""Data sets of one's own, which judge attributes alone."""

from functools import partial
from pathlib import Path

from sayso_lab.encoder.readers.define import Rows, RowSet
from sayso_lab.encoder.rows import make_row
from sayso_lab.examples import Source, Tables
from sayso_lab.own_sets import find_own


def find_own_sets(data_dir: Path, stems: set[str]) -> list[RowSet]:
    """The files of these names as sets of rows."""
    return [
        RowSet(one.name, one.files, partial(_read, one), one.licence, one.origin)
        for one in find_own(data_dir, stems)
    ]


def _read(one: Source, tables: Tables) -> Rows:
    for example in one.read(tables):
        yield make_row(one.name, example.text, {str(name): share for name, share in example.labels.items()})
