"""Tables with titles between an introduction and notes: for a terminal, and in Markdown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)
    )
    return "\n".join(line.rstrip() for line in lines)


def draw_markdown(head: Cells, rows: Sequence[Cells]) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join("| " + " | ".join(_escape(cell) for cell in cells) + " |" for cells in lines)


def _escape(cell: str) -> str:
    return cell.replace("|", "\\|").replace("\n", " ")
