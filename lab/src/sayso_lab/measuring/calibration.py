"""Whether scores mean what they say, before and after calibration, on a mix of all sets."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute
from sayso.scoring.calibration import sigmoid
from sayso.stats import expected_calibration_error
from sayso.stats.reliability import ReliabilityBin, reliability_bins
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.rows import Row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.report import Curves
from sayso_lab.measuring.row import Aim, AimRow, leave_out

Array = NDArray[np.float64]
MEASURED = (Attribute.TOXICITY, Attribute.IDENTITY_ATTACK)
AIM = Aim(0.03, "at most")
BINS = 15
NOTE = f"all sets pooled, labels cut at 0.5; {BINS} bins of equally many texts"
POOLED = (
    "jigsaw",
    "implicit_hate",
    "toxigen",
    "hatexplain",
    "davidson",
    "edos",
    "hatemoji",
    "stormfront",
    "sbic",
    "identity_neutral",
    "wikipedia_offensive",
    "wiki_context",
    "paradetox",
    "ruddit",
    "everyday",
    "dynahate",
)
"""Sets in the mix: those that hold texts as they come. ToxicSpans chose its texts for being toxic."""


def pool_labels(
    attribute: Attribute, rows: Mapping[str, Sequence[Row]], columns: Mapping[str, Array]
) -> tuple[Array, Array]:
    """Labels (0 or 1) and the column's values of all pooled sets' texts that were judged."""
    column = ATTRIBUTES.index(attribute)
    labels, values = [np.zeros(0)], [np.zeros(0)]
    for source in POOLED:
        if source in columns and rows.get(source):
            found = np.array([row.attributes[column] for row in rows[source]], np.float64)
            judged = ~np.isnan(found)
            labels.append((found[judged] >= 0.5).astype(np.float64))
            values.append(columns[source][judged])
    return np.concatenate(labels), np.concatenate(values)


def measure_calibration(
    rows: Mapping[str, Sequence[Row]], answers: Mapping[str, Answers], *, bootstrap: Bootstrap
) -> tuple[list[AimRow], dict[str, Curves]]:
    """For each attribute the error before and after, and the curves that the errors sum up."""
    found: list[AimRow] = []
    curves: dict[str, Curves] = {}
    for attribute in MEASURED:
        before = {
            name: one.logits[attribute]
            for name, one in answers.items()
            if one.logits is not None and attribute in one.logits
        }
        after = {name: one.scores[attribute] for name, one in answers.items() if attribute in one.scores}
        stages = {
            "before": {name: sigmoid(column) for name, column in before.items()},
            "after": after,
        }
        both = {when: pool_labels(attribute, rows, columns) for when, columns in stages.items()}
        found += [
            _measure_one(attribute, when, *pooled, bootstrap=bootstrap) for when, pooled in both.items()
        ]
        curves[str(attribute)] = {when: _draw_curve(*pooled) for when, pooled in both.items()}
    return found, curves


def _measure_one(
    attribute: Attribute, when: str, labels: Array, scores: Array, *, bootstrap: Bootstrap
) -> AimRow:
    what = f"calibration error, {attribute}, {when} calibration"
    aim = AIM if when == "after" else None
    if not len(labels):
        why = "no raw outputs" if when == "before" else f"no scores or no labels of {attribute}"
        return leave_out(what, why, aim=aim)
    order = np.argsort(scores, kind="stable")
    interval = bootstrap.interval(_find_error, labels[order], scores[order])
    return AimRow(what, interval, len(labels), aim, NOTE)


def _find_error(labels: Array, scores: Array) -> float:
    return expected_calibration_error(labels, scores, bins=BINS)


def _draw_curve(labels: Array, scores: Array) -> tuple[ReliabilityBin, ...]:
    return reliability_bins(labels, scores, bins=BINS)
