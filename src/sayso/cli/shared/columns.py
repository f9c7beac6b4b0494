"""Lists for people: columns as wide as what stands in them."""

from collections.abc import Sequence

import click


def print_columns(head: Sequence[str], rows: Sequence[Sequence[str]], *, nothing: str) -> None:
    """The rows under their head, or the sentence `nothing`."""
    if not rows:
        click.echo(nothing)
        return
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
