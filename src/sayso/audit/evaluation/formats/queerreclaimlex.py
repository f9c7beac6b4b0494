"""QueerReclaimLex (Dorn et al. 2024): sentences with reclaimed words, judged twice.

Columns: template (the sentence), term, HARMFUL_IN_gold, HARMFUL_OUT_gold (0, 1, or empty: not judged).
IN: harmful if the author belongs to the group; OUT: if not. The scorer sees the sentence alone, so that it
gives one score to be held against both.
"""

from collections.abc import Sequence

from sayso.audit.evaluation.cases import Cases, Grouping, judge
from sayso.core import Attribute
from sayso.files.labelled import Table

JUDGED = {"HARMFUL_IN_gold": "harmful from inside the group", "HARMFUL_OUT_gold": "harmful from outside"}


def read_queerreclaimlex(
    table: Table, *, attributes: Sequence[Attribute] = (Attribute.IDENTITY_ATTACK,)
) -> Cases:
    table.require("template", "term", *JUDGED)
    terms = Grouping("term", [(row.text("term").strip(),) for row in table.rows], "false alarms")
    judgements = [
        judge(name, attributes, [row.yes_or_no(column, may_be_empty=True) for row in table.rows], terms)
        for column, name in JUDGED.items()
    ]
    texts = tuple(row.text("template") for row in table.rows)
    return Cases("queerreclaimlex", table.source, texts, tuple(one for two in judgements for one in two))
