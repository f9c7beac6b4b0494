"""Where `sayso score` reads from."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from sayso.files.line import Line

InputFormat = Literal["lines", "csv", "jsonl", "parquet"]
INPUT_FORMATS: tuple[InputFormat, ...] = ("lines", "csv", "jsonl", "parquet")


@dataclass(frozen=True, slots=True)
class Source:
    """Lines in blocks, in order, read as they are asked for.

    `columns` are the names of all columns, none for plain lines; `schema` their Arrow types, if any.
    `total` and `position` count in the same unit, bytes or rows; without a total nobody knows how far it is.
    """

    name: str
    blocks: Iterator[list[Line]]
    columns: tuple[str, ...] = ()
    text_column: str | None = None
    schema: Any = None
    total: int | None = None
    position: Callable[[], int] = lambda: 0
