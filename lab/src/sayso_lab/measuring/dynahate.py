"""DynaHate's dev split: texts written to fool a model, the stand-in for functional tests of hate."""

from collections.abc import Sequence

import numpy as np

from sayso.core import Attribute
from sayso.stats.classification import macro_f1
from sayso.stats.resampling import Bootstrap, mean
from sayso_lab.data.rows import Row
from sayso_lab.measuring.answers import ALARM, Answers
from sayso_lab.measuring.row import Aim, AimRow, leave_out

F1 = "DynaHate, dev split: macro-F1"
AIM = Aim(0.80)
NOTE = "IDENTITY_ATTACK at 0.5; steps, mix and shares were chosen on these texts"


def measure_dynahate(rows: Sequence[Row], answers: Answers | None, *, bootstrap: Bootstrap) -> list[AimRow]:
    """With what was found of hate, and what was let through of harmless texts."""
    if answers is None or not rows or Attribute.IDENTITY_ATTACK not in answers.scores:
        return [leave_out(F1, "no such texts, or not scored", aim=AIM)]
    gold = np.array([row.gold for row in rows], np.float64)
    guesses = (answers.scores[Attribute.IDENTITY_ATTACK] >= ALARM).astype(np.float64)
    hate, harmless = guesses[gold == 1], 1 - guesses[gold == 0]
    return [
        AimRow(F1, bootstrap.interval(macro_f1, gold, guesses), len(rows), AIM, NOTE),
        AimRow("DynaHate, dev split: hate found", bootstrap.interval(mean, hate), len(hate), note=NOTE),
        AimRow(
            "DynaHate, dev split: harmless let through",
            bootstrap.interval(mean, harmless),
            len(harmless),
            note=NOTE,
        ),
    ]
