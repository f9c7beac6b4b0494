"""Lists for people: columns as wide as what stands in them, and nothing in them that steers the terminal."""

import unicodedata
from collections.abc import Sequence

import click
from rich.cells import cell_len, set_cell_size

from sayso.files.reports import draw_columns


def print_columns(head: Sequence[str], rows: Sequence[Sequence[str]], *, nothing: str) -> None:
    """The rows under their head, or the sentence `nothing`."""
    click.echo(draw_columns(head, rows) if rows else nothing)


def make_printable(text: str) -> str:
    """Text that cannot steer the terminal: control and formatting characters become dots."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        "·" if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") else character
        for character in text
    )


def shorten(text: str, width: int) -> str:
    """At most `width` cells of a terminal, where wide characters take two."""
    if cell_len(text[: width + 1]) <= width and len(text) <= width:
        return text
    return set_cell_size(text[:width], width - 1).rstrip() + "…"
