import numpy as np
import pytest

from sayso.core import Attribute
from sayso.scoring.calibration import Isotonic, PerspectiveMap
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.rows import make_row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.perspective import measure_perspective

ROWS = [
    make_row("perspective_scores", "text", {}, perspective={"TOXICITY": value}) for value in (0.1, 0.3, 0.9)
]
SCORES = np.array([0.0, 0.5, 1.0])
HALVED = PerspectiveMap({Attribute.TOXICITY: Isotonic(((0.0, 0.0), (0.5, 0.1), (1.0, 1.0)))})
BOOTSTRAP = Bootstrap(20)


def test_the_output_made_for_it_and_the_score_that_leaves_are_both_held_against_theirs() -> None:
    answers = Answers("m", {Attribute.TOXICITY: SCORES}, perspective=np.array([0.1, 0.3, 0.9]))
    rows = measure_perspective(ROWS, answers, HALVED, bootstrap=BOOTSTRAP)
    assert [row.interval.value for row in rows[:2]] == pytest.approx([1.0, 1.0])
    assert rows[2].note == "the score TOXICITY on Perspective's scale"
    assert [row.interval.value for row in rows[2:4]] == pytest.approx(
        [float(np.corrcoef([0.0, 0.1, 1.0], [0.1, 0.3, 0.9])[0, 1]), 1.0]
    )
    # |0 - 0.1|, |0.1 - 0.3|, |1 - 0.9|
    assert rows[4].what == "distance to Perspective's TOXICITY"
    assert rows[4].interval.value == pytest.approx((0.1 + 0.2 + 0.1) / 3)


def test_without_an_output_or_a_map_the_bare_score_is_measured() -> None:
    rows = measure_perspective(ROWS, Answers("m", {Attribute.TOXICITY: SCORES}), None, bootstrap=BOOTSTRAP)
    assert [row.note for row in rows[:2]] == ["left out: m has no output for Perspective's score"] * 2
    assert rows[2].note == "the score TOXICITY, without a map of scales"
    assert len(rows) == 4


def test_without_texts_or_scores_there_is_nothing_to_hold_against() -> None:
    rows = measure_perspective([], Answers("m", {}), None, bootstrap=BOOTSTRAP)
    assert [row.note for row in rows] == ["left out: no held-out texts of perspective_scores"] * 2
    assert len(measure_perspective(ROWS, Answers("m", {}), HALVED, bootstrap=BOOTSTRAP)) == 2
