"""A data set of the encoder, its licence and origin looked up by its files."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from sayso_lab.columns import Column
from sayso_lab.encoder.rows import Row
from sayso_lab.examples import DataSet, Tables
from sayso_lab.origins import ORIGINS

Rows = Iterator[Row]
RowSet = DataSet[Row]


def define_set(
    name: str, files: Mapping[str, Mapping[str, Column]], read: Callable[[Tables], Rows]
) -> RowSet:
    origins = [ORIGINS[stem] for stem in files]
    licence = _join(origin.licence for origin in origins)
    return RowSet(name, files, read, licence, _join(origin.credit for origin in origins))


def _join(words: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(words))
