"""ToxicSpans (SemEval-2021 task 5): which characters of a post make it toxic.

Columns: text, spans (a list of character offsets, in code points; as text such as "[3, 4]" or as a list).
"""

import json
from collections.abc import Sequence
from typing import Any

from sayso.audit.evaluation.cases import Cases
from sayso.files.labelled import Row, Table


def read_toxicspans(table: Table) -> Cases:
    table.require("text", "spans")
    texts = tuple(row.text("text") for row in table.rows)
    marked = [_read_offsets(row, length=len(text)) for row, text in zip(table.rows, texts, strict=True)]
    return Cases("toxicspans", table.source, texts, characters=marked)


def _read_offsets(row: Row, *, length: int) -> frozenset[int]:
    offsets = _read_list(row)
    for offset in offsets:
        if not isinstance(offset, int) or not 0 <= offset < length:
            raise row.fault(
                "spans",
                f"{offset if isinstance(offset, int) else 'something'} is not an offset into the text.",
                hint=f"The text has {length} characters: offsets run from 0 to {length - 1}.",
            )
    return frozenset(offset for offset in offsets if isinstance(offset, int))


def _read_list(row: Row) -> Sequence[object]:
    cell = row.cells["spans"]
    if not isinstance(cell, str):
        return row.sequence("spans")
    try:
        value: Any = json.loads(cell)
    except ValueError:
        value = None
    if not isinstance(value, list):
        raise row.fault("spans", "the cell is not a list of offsets such as [3, 4].")
    return value  # pyright: ignore[reportUnknownVariableType]  # JSON has no types; each offset is checked above
