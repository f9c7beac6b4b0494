"""Held against the scores that Perspective gave: how alike in order and size, how far off after the map."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, ScaleMap
from sayso.stats.correlation import pearson, spearman
from sayso.stats.resampling import Bootstrap
from sayso_lab.encoder.labels import ATTRIBUTES, PERSPECTIVE
from sayso_lab.encoder.measuring.answers import Answers
from sayso_lab.encoder.measuring.row import Target, TargetRow, leave_out
from sayso_lab.encoder.rows import Row

Array = NDArray[np.float64]
STRAIGHT, RANKED = "Perspective's TOXICITY: Pearson", "Perspective's TOXICITY: Spearman"
STRAIGHT_TARGET, RANKED_TARGET = Target(0.93), Target(0.80)


def measure_perspective(
    rows: Sequence[Row], answers: Answers, scale_map: ScaleMap | None, *, bootstrap: Bootstrap
) -> list[TargetRow]:
    """The output made for it, then the score as it leaves the Perspective endpoint, then the map's errors."""
    theirs = np.array([_find_score(row, "TOXICITY") for row in rows], np.float64)
    if not len(theirs):
        why = "no held-out texts of perspective_scores"
        return [
            leave_out(STRAIGHT, why, target=STRAIGHT_TARGET),
            leave_out(RANKED, why, target=RANKED_TARGET),
        ]
    found: list[TargetRow] = []
    if answers.perspective is None:
        why = f"{answers.model} has no output for Perspective's score"
        found += [
            leave_out(STRAIGHT, why, target=STRAIGHT_TARGET),
            leave_out(RANKED, why, target=RANKED_TARGET),
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
    scores = answers.scores[attribute]
    return np.asarray(scale_map.apply(attribute, scores.tolist()), np.float64) if scale_map else scores


def _correlate(ours: Array, theirs: Array, note: str, *, bootstrap: Bootstrap) -> list[TargetRow]:
    straight, ranked = bootstrap.intervals([pearson, spearman], ours, theirs)
    return [
        TargetRow(STRAIGHT, straight, len(theirs), STRAIGHT_TARGET, note),
        TargetRow(RANKED, ranked, len(theirs), RANKED_TARGET, note),
    ]


def _measure_errors(
    rows: Sequence[Row], answers: Answers, scale_map: ScaleMap | None, *, bootstrap: Bootstrap
) -> list[TargetRow]:
    if scale_map is None:
        return []
    found: list[TargetRow] = []
    for attribute in ATTRIBUTES:
        if attribute in answers.scores:
            theirs = np.array([_find_score(row, str(attribute)) for row in rows], np.float64)
            interval = bootstrap.interval(_mean_distance, _apply(scale_map, attribute, answers), theirs)
            what = f"distance to Perspective's {attribute}"
            found.append(TargetRow(what, interval, len(rows), note="mean absolute, on Perspective's scale"))
    return found


def _mean_distance(left: Array, right: Array) -> float:
    return float(np.nanmean(np.abs(left - right)))
