"""What a scorer says of the texts of a file: scores, and evidence or classes where it gives them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from sayso.audit.evaluation.cases import Array, Cases, ClassLabels
from sayso.core import Attribute, Classifier, Evidence, Examiner, Scorer
from sayso.core.errors import BadInput

BLOCK = 512
"""Texts handed over at once; a score does not depend on it."""

_Name = TypeVar("_Name", bound=str)

Watch = Callable[[int], None]
"""Called with how many texts are done."""


@dataclass(frozen=True, slots=True)
class Answers:
    """One column per attribute asked for; evidence and classes only where the cases call for them."""

    model: str
    scores: Mapping[Attribute, Array]
    evidence: tuple[Evidence, ...] | None = None
    classes: Mapping[str, Array] | None = None


def prepare(cases: Cases, scorer: Scorer) -> Cases:
    """The cases without what this scorer cannot be asked, and a note for each thing left out."""
    asked = tuple(one for one in cases.judgements if one.attribute in scorer.attributes)
    left_out = sorted({one.attribute for one in cases.judgements if one not in asked})
    notes = [f"{scorer.name} does not score {', '.join(left_out)}."] if left_out else []
    has_evidence = isinstance(scorer, Examiner)
    if cases.tokens is not None and not has_evidence:
        notes.append(f"No token F1: {scorer.name} gives scores but no evidence of words.")
    prepared = replace(
        cases,
        judgements=asked,
        tokens=cases.tokens if has_evidence else None,
        classes=_choose_classes(cases, scorer, notes),
        notes=(*cases.notes, *notes),
    )
    _refuse_nothing(prepared, scorer)
    return prepared


def _choose_classes(cases: Cases, scorer: Scorer, notes: list[str]) -> ClassLabels | None:
    if cases.classes is None or isinstance(scorer, Classifier):
        return cases.classes
    listed = ", ".join(cases.classes.names)
    notes.append(f"No macro-F1 over classes: {scorer.name} does not tell apart {listed}.")
    return None


def _refuse_nothing(cases: Cases, scorer: Scorer) -> None:
    if cases.characters is not None and not isinstance(scorer, Examiner):
        raise BadInput(
            f"The scorer {scorer.name!r} gives scores but no evidence, so there are no words to hold against"
            f" {cases.source}.",
            hint="Choose a scorer that marks words: --scorer embedded or blocklist:FILE.",
        )
    if not cases.judgements and cases.characters is None:
        known = ", ".join(sorted(scorer.attributes)) or "nothing"
        raise BadInput(
            f"{scorer.name} scores nothing that {cases.source} has labels for. It scores {known}.",
            hint="Choose another: --attribute NAME or --scorer NAME",
        )


def ask(cases: Cases, scorer: Scorer, *, watch: Watch = lambda _done: None) -> Answers:
    """Score every text, block by block; the cases must have been prepared for the scorer."""
    wanted = {one.attribute for one in cases.judgements}
    needs_evidence = cases.tokens is not None or cases.characters is not None
    columns: dict[Attribute, list[float]] = {attribute: [] for attribute in wanted}
    evidence: list[Evidence] = []
    classes: dict[str, list[float]] = {name: [] for name in cases.classes.names} if cases.classes else {}
    for begin in range(0, len(cases.texts), BLOCK):
        block = cases.texts[begin : begin + BLOCK]
        if wanted:
            _extend(columns, scorer.score(block).columns)
        if needs_evidence and isinstance(scorer, Examiner):
            evidence.extend(scorer.examine(block))
        if classes and isinstance(scorer, Classifier):
            _extend(classes, scorer.classify(block))
        watch(begin + len(block))
    return Answers(
        scorer.name,
        {attribute: np.asarray(column, np.float64) for attribute, column in columns.items()},
        tuple(evidence) if needs_evidence else None,
        {name: np.asarray(column, np.float64) for name, column in classes.items()} or None,
    )


def _extend(columns: Mapping[_Name, list[float]], given: Mapping[_Name, Sequence[float]]) -> None:
    for name, column in columns.items():
        column.extend(float(value) for value in given[name])
