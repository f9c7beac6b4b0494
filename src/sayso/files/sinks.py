"""Results to JSON Lines and CSV."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Literal, Protocol

from sayso.files.line import Result
from sayso.files.rows import Layout

OutputFormat = Literal["table", "jsonl", "csv", "parquet"]
PLAIN = frozenset({str, float, int, type(None)})
OUTPUT_FORMATS: tuple[OutputFormat, ...] = ("table", "jsonl", "csv", "parquet")


class Sink(Protocol):
    """Takes results block by block, in order."""

    def write(self, results: Sequence[Result]) -> None: ...

    def close(self) -> None:
        """Write what is left. The stream stays open: it belongs to whoever opened it."""
        ...


@dataclass(frozen=True, slots=True)
class JsonlSink:
    """`{"text", "scores", "model"}` per line, with `error` instead of `scores` where there are none."""

    stream: IO[bytes]
    layout: Layout
    kept: Sequence[str] = ()

    def write(self, results: Sequence[Result]) -> None:
        self.stream.write(b"".join(_encode(self._describe(result)) for result in results))
        self.stream.flush()

    def close(self) -> None:
        self.stream.flush()

    def _describe(self, result: Result) -> dict[str, object]:
        line: dict[str, object] = {"text": result.line.text}
        if result.problem:
            line["error"] = result.problem.message
        else:
            line["scores"] = result.scores
        line["model"] = self.layout.model
        if self.layout.scale != "sayso":
            line["scale"] = self.layout.scale
        if result.evidence is not None:
            line |= result.evidence.to_json(result.line.text)
        if self.kept:
            line["columns"] = {name: _clean(result.line.columns.get(name)) for name in self.kept}
        return line


def _clean(value: object) -> object:
    """JSON has no word for a number that is none."""
    return None if value != value else value  # only such a number differs from itself


def _encode(line: dict[str, object]) -> bytes:
    try:
        return json.dumps(line, ensure_ascii=False, default=str).encode() + b"\n"
    except UnicodeEncodeError:  # a lone surrogate has no UTF-8, but JSON can name it
        return json.dumps(line, default=str).encode() + b"\n"


class CsvSink:
    """One row per line under a header; what a cell cannot hold otherwise is JSON."""

    def __init__(self, stream: IO[bytes], *, layout: Layout) -> None:
        self._stream = stream
        self._layout = layout
        self._buffer = io.StringIO()
        self._writer = csv.writer(self._buffer, lineterminator="\n")
        self._writer.writerow(layout.header)

    def write(self, results: Sequence[Result]) -> None:
        self._writer.writerows(
            [value if type(value) in PLAIN else _to_cell(value) for value in self._layout.row(result)]
            for result in results
        )
        self.close()

    def close(self) -> None:
        self._stream.write(self._buffer.getvalue().encode(errors="replace"))
        self._stream.flush()
        self._buffer.seek(0)
        self._buffer.truncate()


def _to_cell(value: object) -> object:
    return (
        json.dumps(value, ensure_ascii=False, default=str) if isinstance(value, dict | list | bool) else value
    )
