"""HateXplain's three classes on its validation posts."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sayso.stats import auc
from sayso.stats.classification import macro_f1, pairwise_auc
from sayso.stats.resampling import Bootstrap
from sayso_lab.data.labels import CLASSES
from sayso_lab.data.rows import Row
from sayso_lab.measuring.answers import Answers
from sayso_lab.measuring.row import Aim, AimRow, leave_out

Array = NDArray[np.float64]
F1, AUROC, REST = (
    f"HateXplain, 3 classes: {name}"
    for name in ("macro-F1", "AUROC, one against one", "AUROC, one against rest")
)
F1_AIM, AUROC_AIM = Aim(0.71), Aim(0.875)
NOTE = "validation posts with a majority"


def measure_classes(rows: Sequence[Row], answers: Answers, *, bootstrap: Bootstrap) -> list[AimRow]:
    """Posts whose three annotators gave three different labels are left out, as their makers do."""
    clear = np.array([row.classes is not None and row.classes.max() > 0.5 for row in rows], bool)
    if not clear.any() or answers.classes is None:
        why = f"{answers.model} does not tell apart {', '.join(CLASSES)}" if clear.any() else "no posts"
        return [leave_out(F1, why, aim=F1_AIM), leave_out(AUROC, why, aim=AUROC_AIM)]
    labels = np.array([_find_majority(row) for row in rows], np.float64)[clear]
    columns = [answers.classes[name][clear] for name in CLASSES]
    guesses = np.argmax(np.stack(columns), axis=0).astype(np.float64)
    make = partial(AimRow, texts=len(labels))
    return [
        make(F1, bootstrap.interval(macro_f1, labels, guesses), aim=F1_AIM, note=NOTE),
        make(AUROC, bootstrap.interval(_one_against_one, labels, *columns), aim=AUROC_AIM, note=NOTE),
        make(REST, bootstrap.interval(_one_against_rest, labels, *columns), note=NOTE),
    ]


def _find_majority(row: Row) -> int:
    return -1 if row.classes is None else int(row.classes.argmax())


def _one_against_one(labels: Array, *columns: Array) -> float:
    return pairwise_auc(labels, columns)


def _one_against_rest(labels: Array, *columns: Array) -> float:
    return float(np.mean([auc(labels == place, column) for place, column in enumerate(columns)]))
