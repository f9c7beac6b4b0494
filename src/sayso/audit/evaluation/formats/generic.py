"""Any labelled file: which column holds the text, which hold labels, and which sort the texts into groups."""

from collections.abc import Mapping, Sequence
from math import isnan

from sayso.audit.evaluation.cases import Cases, Grouping, judge
from sayso.core import Attribute
from sayso.core.errors import BadInput
from sayso.files.labelled import Row, Table

SHARE_FOR_YES = 0.5


def read_generic(
    table: Table,
    *,
    text_column: str = "text",
    labels: Mapping[str, Attribute] | None = None,
    groups: Sequence[str] = (),
) -> Cases:
    """A label is 0 or 1, or the share of people who said yes, which counts from one half; empty: not asked.

    Without `labels`, the columns that are named as attributes.
    """
    columns = labels or {name: Attribute(name) for name in table.columns if name in set(Attribute)}
    if not columns:
        raise BadInput(
            f"{table.source} has no column named as an attribute.", hint="Name one: --label COLUMN=ATTRIBUTE"
        )
    table.require(text_column, *columns, *groups)
    groupings = [Grouping(name, [_name_group(row, name) for row in table.rows]) for name in groups]
    judgements = [
        judge(
            name,
            [attribute],
            [
                share if isnan(share) else float(share >= SHARE_FOR_YES)
                for share in (row.share(name) for row in table.rows)
            ],
            *groupings,
        )
        for name, attribute in columns.items()
    ]
    texts = tuple(row.text(text_column) for row in table.rows)
    return Cases("generic", table.source, texts, tuple(one for two in judgements for one in two))


def _name_group(row: Row, column: str) -> tuple[str, ...]:
    value = row.cells.get(column)
    name = "" if value is None else str(value).strip()
    return (name,) if name else ()
