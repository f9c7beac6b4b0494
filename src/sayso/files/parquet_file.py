"""Parquet in and out, by pyarrow, which has no types: everything from it is `Any` and stays in this file."""

import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import IO, Any

from sayso.core.errors import BadFile, BadInput, MissingExtra
from sayso.files.results import Layout
from sayso.files.source import Line, Problem, Result, Source, choose_column, make_line

BLOCK_ROWS = 1024


def load_arrow(module: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtra("Parquet", "parquet") from error


def open_parquet(stream: IO[bytes], *, name: str, column: str | None) -> Source:
    """A Parquet file, read a row group's batch at a time."""
    arrow, parquet = load_arrow("pyarrow"), load_arrow("pyarrow.parquet")
    try:
        file = parquet.ParquetFile(stream)
    except (arrow.ArrowException, OSError) as error:
        raise BadFile(f"{name} cannot be read as Parquet.", hint="Is it whole, and is it Parquet?") from error
    names: list[str] = list(file.schema_arrow.names)
    chosen = choose_column(names, wanted=column, source=name)
    _refuse_other_types(file.schema_arrow.field(chosen).type, column=chosen, arrow=arrow)
    rows = _Count()
    blocks = _read(file, column=chosen, rows=rows, name=name, arrow=arrow)
    return Source(
        name, blocks, tuple(names), chosen, file.schema_arrow, file.metadata.num_rows, lambda: rows.value
    )


class _Count:
    value = 0


def _refuse_other_types(kind: Any, *, column: str, arrow: Any) -> None:
    if arrow.types.is_dictionary(kind):
        kind = kind.value_type
    texts = (
        arrow.types.is_string,
        arrow.types.is_large_string,
        arrow.types.is_string_view,
        arrow.types.is_null,
    )
    if not any(is_text(kind) for is_text in texts):
        raise BadInput(f"The column {column!r} holds {kind}, not text.", hint="Choose another: --column NAME")


def _read(file: Any, *, column: str, rows: _Count, name: str, arrow: Any) -> Iterator[list[Line]]:
    try:
        for batch in file.iter_batches(batch_size=BLOCK_ROWS):
            rows.value += batch.num_rows
            yield [_make_line(row, column=column) for row in batch.to_pylist()]
    except (arrow.ArrowException, OSError) as error:
        raise BadFile(f"{name} is damaged after row {rows.value}.", hint="Fetch or make it again.") from error


def _make_line(row: dict[str, object], *, column: str) -> Line:
    value = row[column]
    if isinstance(value, str):
        return make_line(value, columns=row)
    return Line("", Problem("empty", "The text is null."), row)


class ParquetSink:
    """Writes results as Parquet; columns kept from a Parquet file keep their types, others are text."""

    def __init__(self, stream: IO[bytes], *, layout: Layout, schema: Any = None) -> None:
        self._arrow = load_arrow("pyarrow")
        self._layout = layout
        self._schema = self._make_schema(schema)
        self._writer = load_arrow("pyarrow.parquet").ParquetWriter(stream, self._schema)

    def _make_schema(self, given: Any) -> Any:
        arrow = self._arrow
        numbers = {str(attribute) for attribute in self._layout.attributes}
        kept = [
            arrow.field(name, arrow.string() if origin is None or given is None else given.field(origin).type)
            for name, origin in self._layout.kept
        ]
        made = [
            arrow.field(name, arrow.float64() if name in numbers else arrow.string())
            for name in self._layout.made
        ]
        return arrow.schema([*kept, *made])

    def write(self, results: Sequence[Result]) -> None:
        rows = [self._layout.row(result) for result in results]
        columns = list(zip(*rows, strict=True)) or [()] * len(self._schema)
        arrays = [
            self._arrow.array(
                [_fit(value, kind=field.type, arrow=self._arrow) for value in column], type=field.type
            )
            for field, column in zip(self._schema, columns, strict=True)
        ]
        self._writer.write_batch(self._arrow.record_batch(arrays, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


def _fit(value: object, *, kind: Any, arrow: Any) -> object:
    """What a text column takes: text as it is (lone surrogates replaced), other values as JSON."""
    if value is None or not arrow.types.is_string(kind):
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text.encode(errors="replace").decode()
