from math import log

import numpy as np
import pytest

from sayso.core import Attribute
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.rows import make_row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.calibration import measure_calibration, pool_labels

TOXICITY = Attribute.TOXICITY
ROWS = {
    "jigsaw": [make_row("jigsaw", "text", {"TOXICITY": value}) for value in (1.0, 0.0)],
    "ruddit": [make_row("ruddit", "text", {"TOXICITY": 0.5}), make_row("ruddit", "text", {})],
    "toxic_spans_trial": [make_row("toxic_spans_trial", "text", {"TOXICITY": 0.85})],
}
"""Judged and pooled: yes, no, yes. One was not judged, one is of a set that is not in the mix."""


def test_labels_are_cut_at_a_half_and_what_nobody_judged_is_left_out() -> None:
    columns = {
        "jigsaw": np.array([0.9, 0.1]),
        "ruddit": np.array([0.6, 0.7]),
        "toxic_spans_trial": np.ones(1),
    }
    labels, values = pool_labels(TOXICITY, ROWS, columns)
    assert (labels.tolist(), values.tolist()) == ([1.0, 0.0, 1.0], [0.9, 0.1, 0.6])


def test_the_error_is_measured_before_and_after() -> None:
    """Each text is a bin of its own. Raw: odds of 3 are 0.75, so 0.25 off each time; after: 0.1."""
    logits, scores = np.array([log(3), -log(3)]), np.array([0.9, 0.1])
    answers = {
        name: Answers("m", {TOXICITY: scores * sign + shift}, {TOXICITY: logits * sign})
        for name, sign, shift in (("jigsaw", 1, 0.0), ("ruddit", 1, 0.0))
    }
    rows, curves = measure_calibration(ROWS, answers, bootstrap=Bootstrap(20))
    before, after, *other = rows
    assert (before.interval.value, before.aim) == (pytest.approx(0.25), None)
    assert (after.interval.value, after.texts, after.is_met) == (pytest.approx(0.1), 3, False)
    assert [row.note for row in other] == [
        "left out: no raw outputs",
        "left out: no scores or no labels of IDENTITY_ATTACK",
    ]
    assert [one.mean_score for one in curves["TOXICITY"]["after"]] == pytest.approx([0.1, 0.9, 0.9])
    assert curves["IDENTITY_ATTACK"] == {"before": (), "after": ()}
