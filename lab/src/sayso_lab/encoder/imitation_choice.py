"""How the output that learned Perspective's scores becomes an answer on its scale: curves, and a gate.

Fitted on the dev part alone, for the output itself has learned the scores of the part that is learned from.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute
from sayso.scoring.calibration import PerspectiveMap
from sayso.scoring.embedded import EmbeddedScorer
from sayso.scoring.imitation import Gate, Imitation, find_open
from sayso_lab.data.calm import is_calm, list_emoji
from sayso_lab.data.rows import Row
from sayso_lab.data.splits import Part
from sayso_lab.scale import Columns, take_scores

Array = NDArray[np.float64]
KNOTS = 12
GATES: Final = (None, Gate(0.05, 0.2), Gate(0.1, 0.4), Gate(0.2, 0.6), Gate(0.3, 0.7), Gate(0.4, 0.8))
"""Each holds down more than the one before."""
LOW = 0.2
"""A calm text belongs under this on Perspective's scale, in every attribute."""
MOST_OVER = 0.02
"""The share of calm dev texts that may lie over it: fewer cost more than they bring."""


def list_calm(dev: Sequence[Row]) -> list[str]:
    """Everyday talk of the dev part that is calm by its words, and emoji."""
    return [row.text for row in dev if row.source == "everyday" and is_calm(row.text)] + list_emoji(Part.DEV)


def choose_imitation(
    scorer: EmbeddedScorer, scored: Sequence[Row], calm: Sequence[str]
) -> tuple[Imitation, dict[str, Any]]:
    """Curves that link equal ranks, and the widest gate, from the first on, that leaves few calm texts over
    `LOW`; with none that does, the one that leaves fewest."""
    scored_view, calm_view = _View(scorer, [row.text for row in scored]), _View(scorer, calm)
    theirs = {name: take_scores(scored, name) for name in scored_view.imitated}
    curves = PerspectiveMap.fit(scored_view.imitated, theirs, knots=KNOTS)
    tried = list[tuple[float, Imitation, dict[str, Any]]]()
    for gate in GATES:
        imitation = Imitation(curves, gate)
        over = _share_over(calm_view.answer(imitation))
        error = _mean_distance(scored_view.answer(imitation), theirs)
        name = f"{gate.low:g}-{gate.high:g}" if gate else "none"
        tried.append((over, imitation, {"gate": name, "calm_over": round(over, 4), "error": round(error, 4)}))
    few = [one for one in tried if one[0] <= MOST_OVER]
    chosen = few[0] if few else min(tried, key=lambda one: one[0])
    return chosen[1], {
        "texts": len(scored),
        "calm": len(calm),
        "tried": [note for *_, note in tried],
        "chosen": chosen[2]["gate"],
    }


class _View:
    """Texts as the model sees them: read once, answered under many gates."""

    def __init__(self, scorer: EmbeddedScorer, texts: Sequence[str]) -> None:
        outputs = scorer.run(texts)
        self.imitated = scorer.read_imitated(outputs)
        self._worst = np.max(list(scorer.calibrate(outputs).columns.values()), axis=0, initial=0.0)
        self._open = find_open(texts, frozenset(scorer.metadata.charged))

    def answer(self, imitation: Imitation) -> Mapping[Attribute, list[float]]:
        return imitation.answer(self.imitated, worst=self._worst, is_open=self._open)


def _share_over(answers: Mapping[Attribute, Sequence[float]]) -> float:
    highest = np.max(list(answers.values()), axis=0)
    return float((highest > LOW).mean()) if len(highest) else 0.0


def _mean_distance(answers: Mapping[Attribute, Sequence[float]], theirs: Columns) -> float:
    return float(np.mean([np.abs(np.asarray(answers[name]) - theirs[name]).mean() for name in theirs]))
