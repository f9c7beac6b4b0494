"""Madlibs (Dixon et al. 2018): sentences made from templates, the same ones for every identity term.

Columns: Text, Label (BAD, NOT_BAD), Template. The term is what stands where the template has a place for it
(<identity>, {term} ...); where no place can be told, the terms of a list that stand in the text.
"""

from collections.abc import Sequence

from sayso.audit.evaluation.cases import Cases, Grouping, judge
from sayso.audit.evaluation.terms import TERMS, TermFinder, read_filling
from sayso.core import Attribute
from sayso.files.labelled import Row, Table

LABELS = {"bad": 1.0, "not_bad": 0.0}


def read_madlibs(
    table: Table,
    *,
    attributes: Sequence[Attribute] = (Attribute.TOXICITY,),
    terms: Sequence[str] | None = None,
) -> Cases:
    """With `terms` given, only they are looked for, and the templates are not consulted."""
    table.require("Text", "Label", "Template")
    finder = TermFinder(terms or TERMS)
    found = [_find_terms(row, finder, is_listed=terms is not None) for row in table.rows]
    unnamed = sum(not one for one in found)
    notes = (f"{unnamed:,} texts name no known identity term; see --terms.",) if unnamed else ()
    labels = [row.label("Label", LABELS) for row in table.rows]
    grouping = Grouping("identity term", found, "false alarms")
    texts = tuple(row.text("Text") for row in table.rows)
    return Cases("madlibs", table.source, texts, judge("bad", attributes, labels, grouping), notes=notes)


def _find_terms(row: Row, finder: TermFinder, *, is_listed: bool) -> tuple[str, ...]:
    text, template = row.text("Text"), row.cells["Template"]
    filling = read_filling(template, text) if isinstance(template, str) and not is_listed else None
    return (filling,) if filling else finder.find(text)
