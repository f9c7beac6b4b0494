"""The columns of a table of results: those kept from the input, then those Sayso makes."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Literal, Protocol

from sayso.core import Attribute
from sayso.core.scores import UNJUDGED
from sayso.files.reports import replace_undefined
from sayso.files.source import Result

EVIDENCE = ("words", "targets", "implied")


@dataclass(frozen=True, slots=True)
class Layout:
    """`kept` pairs each name in the output with its name in the input, `None` for the text itself."""

    kept: tuple[tuple[str, str | None], ...]
    attributes: tuple[Attribute, ...]
    model: str
    scale: str
    has_evidence: bool = False

    @property
    def made(self) -> tuple[str, ...]:
        return name_made_columns(self.attributes, has_evidence=self.has_evidence)

    @property
    def header(self) -> tuple[str, ...]:
        return (*(name for name, _ in self.kept), *self.made)

    def row(self, result: Result) -> list[object]:
        """One value per column of `header`; `None` where there is nothing."""
        kept = [
            result.line.text if origin is None else result.line.columns.get(origin) for _, origin in self.kept
        ]
        scores = [result.scores.get(attribute) for attribute in self.attributes]
        problem = result.problem.message if result.problem else None
        return [*kept, *scores, *self._evidence(result), self.model, self.scale, problem]

    def _evidence(self, result: Result) -> list[str | None]:
        if not self.has_evidence:
            return []
        if result.evidence is None:
            return [None] * len(EVIDENCE)
        return [
            json.dumps(value, ensure_ascii=False)
            for value in result.evidence.to_json(result.line.text).values()
        ]


def name_made_columns(attributes: Sequence[Attribute], *, has_evidence: bool) -> tuple[str, ...]:
    return (*map(str, attributes), *(EVIDENCE if has_evidence else ()), "model", "scale", "error")


def lay_out_columns(
    kept: Sequence[str], *, text_column: str | None, made: Sequence[str]
) -> tuple[tuple[str, str | None], ...]:
    """The kept columns, the text always among them; a name that Sayso uses itself gets `input_` before it."""
    pairs = [(name, None if name == text_column else name) for name in kept]
    if text_column not in kept:
        pairs.append((text_column or "text", None))
    return tuple((f"input_{name}" if name in made else name, origin) for name, origin in pairs)


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
    """`{"text", "scores", "model"}` per line, with `error` instead of `scores` where there are none.

    `unjudged` stands beside an `error` that says why the model could not judge the text.
    """

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
            line |= {"unjudged": result.problem.cause} if result.problem.cause in UNJUDGED else {}
        else:
            line["scores"] = result.scores
        line["model"] = self.layout.model
        if self.layout.scale != "sayso":
            line["scale"] = self.layout.scale
        if result.evidence is not None:
            line |= result.evidence.to_json(result.line.text)
        if self.kept:
            line["columns"] = {name: replace_undefined(result.line.columns.get(name)) for name in self.kept}
        return line


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
            [
                value
                if type(value) in PLAIN or not isinstance(value, dict | list | bool)
                else json.dumps(value, ensure_ascii=False, default=str)
                for value in self._layout.row(result)
            ]
            for result in results
        )
        self.close()

    def close(self) -> None:
        self._stream.write(self._buffer.getvalue().encode(errors="replace"))
        self._stream.flush()
        self._buffer.seek(0)
        self._buffer.truncate()
