"""Tables for tickets and pages."""

from collections.abc import Sequence


def make_markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, without a line break at its end."""
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(map(_escape, cells))} |" for cells in lines)


def _escape(cell: str) -> str:
    return cell.replace("|", "\\|")
