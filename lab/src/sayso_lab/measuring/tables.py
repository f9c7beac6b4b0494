"""The report as a table: for a terminal, in Markdown, as JSON Lines."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sayso_lab.measuring.report import AimsReport

HEAD = ("What", "Value [95 %]", "Texts", "Aim", "Met", "Note")
_SIGNS = {"at least": "≥", "at most": "≤"}
_MET = {True: "yes", False: "no", None: ""}


def list_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """A row, as JSON holds it, in the columns of `HEAD`."""
    value = "–" if row["value"] is None else f"{row['value']:.3f} {_show_ends(row)}".rstrip()
    aim = "" if row["target"] is None else f"{_SIGNS[row['direction']]} {row['target']:g}"
    return row["what"], value, f"{row['n']:,}", aim, _MET[row["met"]], row["note"]


def _show_ends(row: Mapping[str, Any]) -> str:
    return "" if row["low"] is None else f"[{row['low']:.3f}, {row['high']:.3f}]"


def make_table(report: AimsReport, *beside: AimsReport) -> str:
    """With the values of other models, measured on the same texts, in columns of their own."""
    head, cells = lay_out(report.to_json(), [one.to_json() for one in beside])
    rows = [head, *cells]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join([introduce(report.to_json()), "", *lines]) + "\n"


def make_markdown(report: AimsReport, *beside: AimsReport) -> str:
    head, cells = lay_out(report.to_json(), [one.to_json() for one in beside])
    return f"{introduce(report.to_json())}\n\n{draw_markdown(cells, head=head)}\n"


def lay_out(
    report: Mapping[str, Any], beside: Sequence[Mapping[str, Any]] = ()
) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Head and rows of a report as JSON holds it; the values of those beside it in columns of their own."""
    cells = [list_cells(row) for row in report["rows"]]
    if not beside:
        return HEAD, list(cells)
    others = [[list_cells(row)[1] for row in one["rows"]] for one in beside]
    head = (HEAD[0], *(f"{one['model']} [95 %]" for one in (report, *beside)), *HEAD[2:])
    return head, [
        (what, value, *theirs, *rest)
        for (what, value, *rest), theirs in zip(cells, zip(*others, strict=True), strict=True)
    ]


def draw_markdown(rows: Sequence[Sequence[str]], *, head: Sequence[str] = HEAD) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in lines)


def make_jsonl(report: AimsReport, *beside: AimsReport) -> str:
    return "".join(
        json.dumps({"model": one.model, **row.to_json()}, ensure_ascii=False) + "\n"
        for one in (report, *beside)
        for row in one.rows
    )


def introduce(report: Mapping[str, Any]) -> str:
    """What was measured and how the intervals were made."""
    few = f" Only {report['limit']} texts of each set: not for the record." if report["limit"] else ""
    is_encoder = report["model"].startswith("embedded.")
    known = (
        ""
        if is_encoder
        else " They are held out from the encoder: others may have learned from some of them."
    )
    return (
        f"{report['model']} on texts held out from training by their normalised text, and on sentences of"
        f" templates that training had not.{known} Intervals at 95 %: bootstrap ({report['resamples']}"
        f" resamples, seed {report['seed']}) over texts unless the note says otherwise.{few}"
    )
