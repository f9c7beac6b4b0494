"""Columns of a Parquet file, checked: what is wrong is named by file, column and row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from sayso.core.errors import BadFile, MissingExtra

Check = Callable[[Any], bool]
_HINT = "Mend or leave out that row."


@dataclass(frozen=True, slots=True)
class Column:
    """What a column must hold; `empty` allows missing values."""

    accepted: str
    check: Check
    empty: bool = False


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def text() -> Column:
    return Column("a text", lambda value: isinstance(value, str))


def optional_text() -> Column:
    return Column("a text or nothing", lambda value: isinstance(value, str), empty=True)


def number(low: float, high: float, *, empty: bool = False) -> Column:
    return Column(
        f"a number from {low:g} to {high:g}",
        lambda value: _is_number(value) and low <= value <= high,
        empty=empty,
    )


def whole_number() -> Column:
    return Column("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool))


def offset() -> Column:
    """A place in a text, counted in code points."""
    return Column(
        "a whole number from 0",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= 0,
    )


def choice(*names: str, empty: bool = False) -> Column:
    return Column(f"one of {', '.join(names)}", lambda value: value in names, empty=empty)


def beginning(*starts: str) -> Column:
    """A label that a number or a word opens: `2.3 dehumanising attacks`."""
    accepted = f"a text that begins with one of {', '.join(starts)}"
    return Column(accepted, lambda value: isinstance(value, str) and value.startswith(starts))


def items(*, least: int = 0) -> Column:
    accepted = f"a list of {least} or more" if least else "a list"
    return Column(accepted, lambda value: isinstance(value, list) and len(cast("list[Any]", value)) >= least)


def list_of(entry: Column, *, least: int = 0) -> Column:
    """A list, of lists too, each entry of which passes."""
    return Column(
        f"{items(least=least).accepted} (each {entry.accepted})",
        lambda value: (
            isinstance(value, list)
            and len(cast("list[Any]", value)) >= least
            and all(entry.check(one) for one in cast("list[Any]", value))
        ),
    )


def refuse(stem: str, column: str, row: int, *, needed: str, found: str) -> BadFile:
    """For what only shows when columns are compared: the same words as for a single column."""
    return BadFile(
        f"{stem}.parquet, column {column!r}, row {row}: {needed} is needed, not {found}.", hint=_HINT
    )


def list_columns(path: Path) -> list[str]:
    """The names of a file's columns."""
    return _open(path).column_names


def read_columns(path: Path, columns: Mapping[str, Column]) -> dict[str, list[Any]]:
    """The named columns of a file as lists; `BadFile` where one is missing or holds something odd."""
    table = _open(path)
    missing = [name for name in columns if name not in table.column_names]
    if missing:
        raise BadFile(
            f"{path.name} has no column {missing[0]!r}. Its columns: {', '.join(table.column_names)}.",
            hint=f"This set needs the columns {', '.join(columns)}.",
        )
    found = {name: _list_values(path, name, table.column(name)) for name in columns}
    for name, column in columns.items():
        _check(path, name, column, found[name])
    return found


def _open(path: Path) -> Any:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingExtra("Training", "train") from error
    try:
        return cast("Any", pyarrow.parquet).read_table(path)  # it has no types
    except FileNotFoundError as error:
        raise BadFile(
            f"There is no file {path}.", hint="Give the folder of the data sets with --data."
        ) from error
    except (cast("type[Exception]", cast("Any", pyarrow).ArrowException), OSError) as error:
        raise BadFile(f"{path} cannot be read as a Parquet file.", hint="Fetch or copy it again.") from error


def _list_values(path: Path, name: str, column: Any) -> list[Any]:
    try:
        return column.to_pylist()
    except UnicodeDecodeError as error:
        row = next(row for row in range(len(column)) if not _is_readable(column[row]))
        raise refuse(
            path.stem, name, row, needed="text in UTF-8", found="bytes of another encoding"
        ) from error


def _is_readable(value: Any) -> bool:
    try:
        value.as_py()
    except UnicodeDecodeError:
        return False
    return True


def _check(path: Path, name: str, column: Column, values: Sequence[Any]) -> None:
    for row, value in enumerate(values):
        if value is None and column.empty:
            continue
        if not column.check(value):
            raise refuse(path.stem, name, row, needed=column.accepted, found=_describe(value))


def _describe(value: Any) -> str:
    """Numbers may be shown; texts are never put into messages."""
    if value is None:
        return "nothing"
    if isinstance(value, list) and cast("list[Any]", value):
        return "another list"
    kind = type(cast("Any", value)).__name__
    return f"a {kind} ({value})" if _is_number(value) else f"a {kind}"
