"""Data sets of one's own: any Parquet file with a column `text` and columns named as attributes."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sayso.core import Attribute
from sayso.core.errors import BadFile
from sayso_lab import columns as col
from sayso_lab.examples import LEARNED, Example, Source, Tables

OWN = "your own"
"""Their licence and origin."""
SHAPE = "Parquet files with a column 'text' and columns named as attributes (TOXICITY)"


def find_own(data_dir: Path, stems: set[str]) -> list[Source]:
    """The files of these names as sets; `BadFile` if one has no attribute."""
    return [_define(data_dir / f"{stem}.parquet") for stem in sorted(stems)]


def _define(path: Path) -> Source:
    """Attributes are shares from 0 to 1, empty where nobody judged."""
    labelled = [name for name in LEARNED if name in col.list_columns(path)]
    if not labelled:
        raise BadFile(
            f"{path.name} has no column named as an attribute.",
            hint=f"Add one of {', '.join(LEARNED)}, or take the file out of the folder.",
        )
    columns = {"text": col.text()} | {str(name): col.number(0, 1, empty=True) for name in labelled}
    read = partial(_read, path.stem, tuple(labelled))
    return Source(path.stem, {path.stem: columns}, read, licence=OWN, origin=OWN)


def _read(stem: str, labelled: tuple[Attribute, ...], tables: Tables) -> Iterator[Example]:
    table = tables[stem]
    for row, text in enumerate(table["text"]):
        labels = {name: table[name][row] for name in labelled if table[name][row] is not None}
        yield Example(text, labels)
