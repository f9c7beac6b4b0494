"""Jigsaw's toxic comment classification (2018): Wikipedia comments with six labels.

Columns: comment_text, and toxic, severe_toxic, obscene, threat, insult, identity_hate (0 or 1; empty or -1:
not judged). A label column that is missing altogether is an error unless another attribute was asked for.
"""

from collections.abc import Sequence
from math import nan

from sayso.audit.evaluation.cases import Cases, judge
from sayso.core import Attribute
from sayso.core.errors import UnknownName
from sayso.files.labelled import YES_NO, Table

COLUMNS = {
    Attribute.TOXICITY: "toxic",
    Attribute.SEVERE_TOXICITY: "severe_toxic",
    Attribute.PROFANITY: "obscene",
    Attribute.THREAT: "threat",
    Attribute.INSULT: "insult",
    Attribute.IDENTITY_ATTACK: "identity_hate",
}
LABELS = YES_NO | {"-1": nan, "-1.0": nan, "": nan, "nan": nan}


def read_jigsaw(table: Table, *, attributes: Sequence[Attribute] = tuple(COLUMNS)) -> Cases:
    for attribute in attributes:
        if attribute not in COLUMNS:
            raise UnknownName("attribute of jigsaw", str(attribute), COLUMNS)
    table.require("comment_text", *(COLUMNS[attribute] for attribute in attributes))
    judgements = [
        judge(COLUMNS[attribute], [attribute], [row.label(COLUMNS[attribute], LABELS) for row in table.rows])
        for attribute in attributes
    ]
    texts = tuple(row.text("comment_text") for row in table.rows)
    return Cases("jigsaw", table.source, texts, tuple(one for two in judgements for one in two))
