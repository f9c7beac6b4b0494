import numpy as np

from sayso.core import Attribute
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.rows import make_row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.ranking import measure_rankings

JIGSAW = [make_row("jigsaw", "text", {"TOXICITY": label}) for label in (0.0, 0.0, 1.0, 1.0)]
IMPLICIT = [
    make_row("implicit_hate", "text", {"IDENTITY_ATTACK": 0.9}, gold=gold) for gold in (1.0, 0.0, None)
]
SCORES = np.array([0.1, 0.6, 0.5, 0.9])


def test_each_set_is_ranked_by_its_own_labels() -> None:
    """Of the four pairs of a harmless and a toxic text three are in order."""
    answers = {
        "jigsaw": Answers("m", {Attribute.TOXICITY: SCORES}),
        "implicit_hate": Answers("m", {Attribute.IDENTITY_ATTACK: SCORES[:3]}),
    }
    jigsaw, implicit, toxigen, _ = measure_rankings(
        {"jigsaw": JIGSAW, "implicit_hate": IMPLICIT}, answers, bootstrap=Bootstrap(20)
    )
    assert (jigsaw.interval.value, jigsaw.texts, jigsaw.is_met) == (0.75, 4, False)
    # The third has no label of its own; the first, which is hate, scores below the second.
    assert (implicit.interval.value, implicit.texts) == (0.0, 2)
    assert toxigen.note == "left out: no held-out texts of toxigen"


def test_an_attribute_that_is_not_scored_leaves_its_row_out() -> None:
    answers = {"jigsaw": Answers("m", {Attribute.INSULT: SCORES})}
    jigsaw, *_ = measure_rankings({"jigsaw": JIGSAW}, answers, bootstrap=Bootstrap(20))
    assert jigsaw.note == "left out: m does not score TOXICITY"
