"""What held-out texts say about a scorer: ranking and calibration by source, false alarms on plain texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute
from sayso.stats import auc, bootstrap_interval, expected_calibration_error, wilson_interval
from sayso_lab.corpus import Corpus
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.scale import as_list

Array = NDArray[np.float64]
FEWEST = 20
"""With fewer texts of either kind a ranking figure says too little to be shown."""
ALARM = 0.5


def evaluate(corpus: Corpus, scores: Mapping[Attribute, Array], *, seed: int) -> list[dict[str, Any]]:
    """A row per source and attribute for which the source has texts of both kinds."""
    rows = [
        _evaluate_one(source, attribute, corpus, scores[attribute], seed)
        for source in sorted(set(corpus.sources.tolist()))
        for attribute in ATTRIBUTES
    ]
    return [row for row in rows if row]


def _evaluate_one(
    source: str, attribute: Attribute, corpus: Corpus, scores: Array, seed: int
) -> dict[str, Any] | None:
    labels = corpus.labels[:, ATTRIBUTES.index(attribute)].astype(np.float64)
    chosen = (corpus.sources == source) & ~np.isnan(labels)
    truth, guess = labels[chosen], scores[chosen]
    positive = (truth >= 0.5).astype(np.float64)
    if min(positive.sum(), (1 - positive).sum()) < FEWEST:
        return None
    return {
        "source": source,
        "attribute": str(attribute),
        "texts": len(truth),
        "positives": int(positive.sum()),
        "auc": as_list(bootstrap_interval(auc, positive, guess, seed=seed)),
        "calibration_error": as_list(bootstrap_interval(expected_calibration_error, truth, guess, seed=seed)),
    }


@dataclass(frozen=True, slots=True)
class AlarmCheck:
    """A set of which (nearly) every text is harmless, or (nearly) every one toxic."""

    source: str
    meaning: str


ALARM_CHECKS = (
    AlarmCheck("identity_neutral", "harmless sentences that mention a group"),
    AlarmCheck("everyday", "everyday talk"),
    AlarmCheck("toxic_spans_trial", "toxic comments of a set no part of which was learned from"),
)


def count_alarms(corpus: Corpus, scores: Mapping[Attribute, Array]) -> list[dict[str, Any]]:
    """The share of texts of these sets whose TOXICITY is at or over 0.5."""
    return [row for check in ALARM_CHECKS if (row := _count_one(check, corpus, scores[Attribute.TOXICITY]))]


def _count_one(check: AlarmCheck, corpus: Corpus, scores: Array) -> dict[str, Any] | None:
    guess = scores[corpus.sources == check.source]
    if not len(guess):
        return None
    share = wilson_interval(int((guess >= ALARM).sum()), len(guess))
    return {"source": check.source, "meaning": check.meaning, "texts": len(guess), "share": as_list(share)}
