"""HateCheck (Röttger et al. 2021): one short text per test case, sorted by what it tests.

Columns: functionality, test_case, label_gold (hateful, non-hateful), target_ident; case_id is not needed.
"""

from collections.abc import Sequence

from sayso.audit.evaluation.cases import Cases, Grouping, judge
from sayso.core import Attribute
from sayso.files.labelled import Table

LABELS = {"hateful": 1.0, "non-hateful": 0.0}


def read_hatecheck(table: Table, *, attributes: Sequence[Attribute] = (Attribute.IDENTITY_ATTACK,)) -> Cases:
    table.require("functionality", "test_case", "label_gold", "target_ident")
    labels = [row.label("label_gold", LABELS) for row in table.rows]
    functionality = Grouping("functionality", [(row.text("functionality"),) for row in table.rows])
    named = [row.cells["target_ident"] for row in table.rows]  # empty: the case is about no group at all
    targets = [(cell.strip(),) if isinstance(cell, str) and cell.strip() else () for cell in named]
    return Cases(
        "hatecheck",
        table.source,
        tuple(row.text("test_case") for row in table.rows),
        judge("hateful", attributes, labels, functionality, Grouping("target", targets)),
    )
