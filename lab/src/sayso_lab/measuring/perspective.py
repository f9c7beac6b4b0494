"""Held against the scores that Perspective gave: how alike in order and size, how far off after the map."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, ScaleMap
from sayso.stats.correlation import pearson, spearman
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.labels import ATTRIBUTES, PERSPECTIVE
from sayso_lab.data.rows import Row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.row import Aim, AimRow, leave_out

Array = NDArray[np.float64]
STRAIGHT, RANKED = "Perspective's TOXICITY: Pearson", "Perspective's TOXICITY: Spearman"
STRAIGHT_AIM, RANKED_AIM = Aim(0.93), Aim(0.80)


def measure_perspective(
    rows: Sequence[Row], answers: Answers, scale_map: ScaleMap | None, *, bootstrap: Bootstrap
) -> list[AimRow]:
    """The output made for it, then the score as it leaves the Perspective endpoint, then the map's errors."""
    theirs = np.array([_find_score(row, "TOXICITY") for row in rows], np.float64)
    if not len(theirs):
        why = "no held-out texts of perspective_scores"
        return [
            leave_out(STRAIGHT, why, aim=STRAIGHT_AIM),
            leave_out(RANKED, why, aim=RANKED_AIM),
        ]
    found: list[AimRow] = []
    if answers.perspective is None:
        why = f"{answers.model} has no output for Perspective's score"
        found += [
            leave_out(STRAIGHT, why, aim=STRAIGHT_AIM),
            leave_out(RANKED, why, aim=RANKED_AIM),
        ]
    else:
        note = "the output that learned Perspective's score"
        found += _correlate(answers.perspective, theirs, note, bootstrap=bootstrap)
    if Attribute.TOXICITY in answers.scores:
        mapped = _apply(scale_map, Attribute.TOXICITY, answers)
        note = "the score TOXICITY" + (
            " on Perspective's scale" if scale_map else ", without a map of scales"
        )
        found += _correlate(mapped, theirs, note, bootstrap=bootstrap)
    return [*found, *_measure_errors(rows, answers, scale_map, bootstrap=bootstrap)]


def _find_score(row: Row, name: str) -> float:
    return np.nan if row.perspective is None else float(row.perspective[PERSPECTIVE.index(name)])


def _apply(scale_map: ScaleMap | None, attribute: Attribute, answers: Answers) -> Array:
    if answers.answered is not None:
        return answers.answered[attribute]
    scores = answers.scores[attribute]
    return np.asarray(scale_map.apply(attribute, scores.tolist()), np.float64) if scale_map else scores


def _correlate(ours: Array, theirs: Array, note: str, *, bootstrap: Bootstrap) -> list[AimRow]:
    straight, ranked = bootstrap.intervals([pearson, spearman], ours, theirs)
    return [
        AimRow(STRAIGHT, straight, len(theirs), STRAIGHT_AIM, note),
        AimRow(RANKED, ranked, len(theirs), RANKED_AIM, note),
    ]


def _measure_errors(
    rows: Sequence[Row], answers: Answers, scale_map: ScaleMap | None, *, bootstrap: Bootstrap
) -> list[AimRow]:
    if scale_map is None:
        return []
    found: list[AimRow] = []
    for attribute in ATTRIBUTES:
        if attribute in answers.scores:
            theirs = np.array([_find_score(row, str(attribute)) for row in rows], np.float64)
            interval = bootstrap.interval(_mean_distance, _apply(scale_map, attribute, answers), theirs)
            what = f"distance to Perspective's {attribute}"
            found.append(AimRow(what, interval, len(rows), note="mean absolute, on Perspective's scale"))
    return found


def _mean_distance(left: Array, right: Array) -> float:
    return float(np.nanmean(np.abs(left - right)))
