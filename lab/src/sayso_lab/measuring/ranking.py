"""How well scores rank held-out texts of three sets by their own labels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sayso.core import Attribute
from sayso.stats import auc
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.rows import Row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.row import Aim, AimRow, leave_out


@dataclass(frozen=True, slots=True)
class Ranking:
    """A set, the attribute held against its labels, and what is to be reached."""

    what: str
    source: str
    attribute: Attribute
    aim: Aim
    by_gold: bool
    """By the set's own yes or no; else by the attribute's label."""


RANKINGS = (
    Ranking("Jigsaw: ROC-AUC, toxic", "jigsaw", Attribute.TOXICITY, Aim(0.983), by_gold=False),
    Ranking("implicit_hate: AUC", "implicit_hate", Attribute.IDENTITY_ATTACK, Aim(0.86), by_gold=True),
    Ranking("toxigen: AUC", "toxigen", Attribute.IDENTITY_ATTACK, Aim(0.92), by_gold=True),
    Ranking("edos: AUC, sexism", "edos", Attribute.IDENTITY_ATTACK, Aim(0.84), by_gold=True),
)


def measure_rankings(
    rows: Mapping[str, Sequence[Row]], answers: Mapping[str, Answers], *, bootstrap: Bootstrap
) -> list[AimRow]:
    return [
        _measure_one(one, rows.get(one.source, []), answers.get(one.source), bootstrap=bootstrap)
        for one in RANKINGS
    ]


def _measure_one(
    one: Ranking, rows: Sequence[Row], answers: Answers | None, *, bootstrap: Bootstrap
) -> AimRow:
    if answers is None or not rows:
        return leave_out(one.what, f"no held-out texts of {one.source}", aim=one.aim)
    if one.attribute not in answers.scores:
        return leave_out(one.what, f"{answers.model} does not score {one.attribute}", aim=one.aim)
    labels = np.array([_find_label(row, one) for row in rows], np.float64)
    judged = ~np.isnan(labels)
    truth, scores = labels[judged], answers.scores[one.attribute][judged]
    order = np.argsort(scores, kind="stable")
    interval = bootstrap.interval(auc, truth[order], scores[order])
    return AimRow(one.what, interval, len(truth), one.aim, f"{one.attribute} on held-out texts")


def _find_label(row: Row, one: Ranking) -> float:
    if not one.by_gold:
        return float(row.attributes[ATTRIBUTES.index(one.attribute)])
    return np.nan if row.gold is None else row.gold
