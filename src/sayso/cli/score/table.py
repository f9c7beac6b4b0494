"""Results as a table for people: scores first, then as much of the text as fits."""

from collections.abc import Sequence
from typing import IO

import click
from rich.cells import cell_len

from sayso.cli.shared.columns import make_printable, shorten
from sayso.core import Attribute
from sayso.files.results import Layout
from sayso.files.source import Result

SHORT_NAMES = {
    Attribute.SEVERE_TOXICITY: "SEVERE",
    Attribute.IDENTITY_ATTACK: "IDENTITY",
    Attribute.SEXUALLY_EXPLICIT: "SEXUAL",
}
HIGH = 0.5
NARROWEST_TEXT = 20
MOST_WORDS = 3


class TableSink:
    """Prints each block as it comes, so that a long file need not fit into memory."""

    def __init__(self, stream: IO[bytes], *, layout: Layout, width: int, has_colour: bool) -> None:
        self._stream = stream
        self._layout = layout
        self._has_colour = has_colour
        self._names = [SHORT_NAMES.get(attribute, str(attribute)) for attribute in layout.attributes]
        self._room = max(NARROWEST_TEXT, width - sum(len(name) + 2 for name in self._names))
        head = "".join(f"{name}  " for name in self._names)
        self._print(f"{self._layout.model}, {self._layout.scale} scale")
        self._print(self._paint(head + "text", bold=True))

    def write(self, results: Sequence[Result]) -> None:
        for result in results:
            self._print(self._make_scores(result) + self._make_text(result))
        self._stream.flush()

    def close(self) -> None:
        self._stream.flush()

    def _make_scores(self, result: Result) -> str:
        values = [result.scores.get(attribute) for attribute in self._layout.attributes]
        return "".join(
            self._make_cell(value, len(name)) for value, name in zip(values, self._names, strict=True)
        )

    def _make_cell(self, value: float | None, width: int) -> str:
        text = ("-" if value is None else f"{value:.3f}").rjust(width)
        return (
            self._paint(text, bold=True, fg="red") + "  "
            if value is not None and value >= HIGH
            else text + "  "
        )

    def _make_text(self, result: Result) -> str:
        if result.problem:
            return self._paint(result.problem.message, fg="yellow")
        words = result.evidence.words if result.evidence else ()
        worst = sorted(words, key=lambda word: -word.weight)[:MOST_WORDS]
        because = " ← " + ", ".join(make_printable(word.term) for word in worst) if worst else ""
        return (
            shorten(make_printable(result.line.text), max(NARROWEST_TEXT, self._room - cell_len(because)))
            + because
        )

    def _paint(self, text: str, *, bold: bool = False, fg: str | None = None) -> str:
        return click.style(text, bold=bold, fg=fg) if self._has_colour else text

    def _print(self, line: str) -> None:
        self._stream.write(line.encode(errors="replace") + b"\n")
