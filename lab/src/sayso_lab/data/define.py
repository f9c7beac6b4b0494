"""A data set, its licence and origin looked up by its files."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sayso_lab.data.columns import Column
from sayso_lab.data.licences import LICENCES
from sayso_lab.data.rows import Row

Table = Mapping[str, list[Any]]
"""The columns of a file."""
Tables = Mapping[str, Table]
Rows = Iterator[Row]


@dataclass(frozen=True)
class DataSet:
    """Its files and columns, how rows are made of them, where it comes from."""

    name: str
    files: Mapping[str, Mapping[str, Column]]
    read: Callable[[Tables], Rows]
    licence: str
    origin: str


def define_set(
    name: str, files: Mapping[str, Mapping[str, Column]], read: Callable[[Tables], Rows]
) -> DataSet:
    known = [LICENCES[stem] for stem in files]
    return DataSet(name, files, read, _join(one.licence for one in known), _join(one.credit for one in known))


def _join(words: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(words))
