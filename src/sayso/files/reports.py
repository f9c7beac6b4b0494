"""Reports: tables with titles between an introduction and notes, for a terminal and in Markdown; and JSON."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Cells = Sequence[str]
Draw = Callable[[Cells, Sequence[Cells]], str]


@dataclass(frozen=True, slots=True)
class Section:
    """A table with its title."""

    title: str
    head: Cells
    rows: Sequence[Cells]


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything that is shown, in order."""

    introduction: str
    sections: Sequence[Section]
    notes: Sequence[str]

    def to_table(self) -> str:
        return self._join(draw_columns, title="", note="")

    def to_markdown(self) -> str:
        return self._join(draw_markdown, title="### ", note="- ")

    def _join(self, draw: Draw, *, title: str, note: str) -> str:
        tables = [f"{title}{one.title}\n\n{draw(one.head, one.rows)}" for one in self.sections]
        notes = "\n".join(note + text for text in self.notes)
        return "\n\n".join([self.introduction, *tables, notes]) + "\n"


def draw_columns(head: Cells, rows: Sequence[Cells]) -> str:
    """Columns as wide as what stands in them."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)
    )
    return "\n".join(line.rstrip() for line in lines)


def draw_markdown(head: Cells, rows: Sequence[Cells]) -> str:
    """A table in Markdown, without a line break at its end."""
    lines = (head, ["---"] * len(head), *rows)
    escaped = ([cell.replace("|", "\\|").replace("\n", " ") for cell in cells] for cells in lines)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in escaped)


def encode_report(report: "DataclassInstance") -> str:
    return json.dumps(replace_undefined(asdict(report)), indent=2, ensure_ascii=False) + "\n"


def replace_undefined(value: Any) -> Any:
    """Numbers that are undefined or without end become null, however deep: JSON has neither."""
    if isinstance(value, dict):
        return {name: replace_undefined(one) for name, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [replace_undefined(one) for one in cast("list[Any]", value)]
    return None if isinstance(value, float) and not isfinite(value) else value
