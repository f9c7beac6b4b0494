"""HatEval (Basile et al. 2019): posts about women and immigrants.

Columns: text, HS (hateful), TR (aimed at one person rather than a group), AG (aggressive), each 0 or 1.
TR and AG are asked of hateful posts alone, and say which of those are found.
"""

from collections.abc import Sequence

from sayso.audit.evaluation.cases import Cases, Grouping, judge
from sayso.core import Attribute
from sayso.files.labelled import Table

KINDS = {"TR": ("aimed at a group", "aimed at one person"), "AG": ("not aggressive", "aggressive")}


def read_hateval(table: Table, *, attributes: Sequence[Attribute] = (Attribute.IDENTITY_ATTACK,)) -> Cases:
    table.require("text", "HS", *KINDS)
    labels = [row.yes_or_no("HS") for row in table.rows]
    groups = [
        tuple(names[int(row.yes_or_no(column))] for column, names in KINDS.items()) if label else ()
        for row, label in zip(table.rows, labels, strict=True)
    ]
    texts = tuple(row.text("text") for row in table.rows)
    judgements = judge("hateful", attributes, labels, Grouping("kind of hate", groups, "found"))
    return Cases("hateval", table.source, texts, judgements)
