"""From our scale to Perspective's and back, and what a translated threshold is worth, over all of 0 to 1."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute
from sayso.scoring.calibration import PerspectiveMap
from sayso.stats import bootstrap_interval
from sayso.stats.intervals import Interval
from sayso_lab.data import columns as col
from sayso_lab.data.files import FileRecord, hash_file
from sayso_lab.data.labels import ATTRIBUTES, PERSPECTIVE
from sayso_lab.data.rows import Row

Array = NDArray[np.float64]
Columns = Mapping[Attribute, Array]
THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(1, 20))
NEAR = 0.05
"""How far from a threshold a text may lie for its error to count as one near it."""
FEWEST_NEAR = 5
"""With fewer texts near it no error is told."""
FILE = "perspective_scores"
_NAMES = {Attribute.TOXICITY: "TOXICITY@6", Attribute.SEVERE_TOXICITY: "SEVERE_TOXICITY@2"}


@dataclass(frozen=True)
class Reference:
    """Texts and the scores that Perspective gave them."""

    texts: list[str]
    scores: Columns
    file: FileRecord


def read_reference(data_dir: Path) -> Reference | None:
    """What Perspective said, if the file is there; without it there is no translation."""
    path = data_dir / f"{FILE}.parquet"
    if not path.exists():
        return None
    names = {attribute: _NAMES.get(attribute, str(attribute)) for attribute in ATTRIBUTES}
    columns = {"comment_text": col.text()} | {name: col.number(0, 1) for name in names.values()}
    found = col.read_columns(path, columns)
    scores = {attribute: np.asarray(found[name], np.float64) for attribute, name in names.items()}
    return Reference(
        found["comment_text"], scores, FileRecord(path.name, hash_file(path), len(found["comment_text"]))
    )


@dataclass(frozen=True)
class Pairs:
    """Scores of the same texts: ours on our own scale, Perspective's, and what we answer on its scale."""

    ours: Columns
    theirs: Columns
    answers: Columns


@dataclass(frozen=True)
class Translation:
    """The map, and for each attribute its errors and its tables of thresholds in both directions."""

    scale_map: PerspectiveMap
    errors: dict[str, dict[str, Any]]
    thresholds: dict[str, list[dict[str, Any]]]
    """What a threshold of Perspective's is on our scale."""
    back: dict[str, list[dict[str, Any]]]
    """What a score on our scale is on Perspective's."""

    def describe(self) -> dict[str, Any]:
        return {"scale_errors": self.errors, "thresholds": self.thresholds, "thresholds_back": self.back}


def take_scores(rows: Sequence[Row], name: Attribute) -> Array:
    """Perspective's score of each row."""
    column = PERSPECTIVE.index(str(name))
    return np.array([row.perspective[column] for row in rows if row.perspective is not None], np.float64)


def translate(ours: Columns, theirs: Columns, *, seed: int) -> Translation:
    """For a model that answers by its map alone: fitted on one half of the texts and checked on the other,
    then fitted on all of them."""
    count = len(next(iter(ours.values())))
    order = np.random.default_rng(seed).permutation(count)
    fitting, checking = order[: count // 2], order[count // 2 :]
    trial = PerspectiveMap.fit(_take(ours, fitting), _take(theirs, fitting))
    kept = _take(ours, checking)
    check = Pairs(kept, _take(theirs, checking), apply_map(trial, kept))
    return tabulate(ours, theirs, check=check, seed=seed)


def tabulate(ours: Columns, theirs: Columns, *, check: Pairs, seed: int) -> Translation:
    """The map fitted on `ours` and `theirs`; everything measured is measured on `check`."""
    final = PerspectiveMap.fit(ours, theirs)
    errors, thresholds = dict[str, dict[str, Any]](), dict[str, list[dict[str, Any]]]()
    back = dict[str, list[dict[str, Any]]]()
    for name in ours:
        answers, right = check.answers[name], check.theirs[name]
        errors[name] = _measure(answers, right, seed)
        there, here = _spread(name, ours, theirs, seed)
        inverted, applied = final.invert(name, THRESHOLDS), final.apply(name, THRESHOLDS)
        thresholds[name] = [
            _translate_one(threshold, inverted[column], there[:, column], (answers, right), seed)
            for column, threshold in enumerate(THRESHOLDS)
        ]
        back[name] = [
            _translate_back(score, applied[column], here[:, column], (check.ours[name], right))
            for column, score in enumerate(THRESHOLDS)
        ]
    return Translation(final, errors, thresholds, back)


def apply_map(scale_map: PerspectiveMap, columns: Columns) -> dict[Attribute, Array]:
    return {name: np.asarray(scale_map.apply(name, values.tolist())) for name, values in columns.items()}


def _take(columns: Columns, rows: NDArray[np.intp]) -> dict[Attribute, Array]:
    return {name: values[rows] for name, values in columns.items()}


def _measure(answers: Array, theirs: Array, seed: int) -> dict[str, Any]:
    error = bootstrap_interval(_mean_distance, answers, theirs, seed=seed)
    return {
        "texts": len(theirs),
        "mean_absolute_error": as_list(error),
        "rank_correlation": _rank_correlation(answers, theirs),
        "bands": measure_bands(answers, theirs),
    }


def measure_bands(answers: Array, theirs: Array) -> list[dict[str, Any]]:
    """The mean error for each tenth of Perspective's scale, by Perspective's own score."""
    tenths = np.minimum((theirs * 10 + 1e-9).astype(int), 9)
    return [
        {
            "from": tenth / 10,
            "texts": int((tenths == tenth).sum()),
            "error": _mean_where(np.abs(answers - theirs), tenths == tenth),
        }
        for tenth in range(10)
    ]


def _mean_where(values: Array, chosen: NDArray[np.bool_]) -> float | None:
    return round(float(values[chosen].mean()), 4) if chosen.sum() >= FEWEST_NEAR else None


def _mean_distance(left: Array, right: Array) -> float:
    return float(np.abs(left - right).mean())


def _rank_correlation(left: Array, right: Array) -> float:
    ranks = [np.argsort(np.argsort(values)).astype(np.float64) for values in (left, right)]
    return round(float(np.corrcoef(ranks[0], ranks[1])[0, 1]), 4)


def _spread(
    name: Attribute, ours: Columns, theirs: Columns, seed: int, *, resamples: int = 200
) -> tuple[Array, Array]:
    """Thresholds as other samples of texts would have translated them, there and back: a row per resample."""
    generator = np.random.default_rng(seed)
    there: list[list[float]] = []
    back: list[list[float]] = []
    for _ in range(resamples):
        drawn = generator.integers(0, len(ours[name]), len(ours[name]))
        redone = PerspectiveMap.fit({name: ours[name][drawn]}, {name: theirs[name][drawn]})
        there.append(redone.invert(name, THRESHOLDS))
        back.append(redone.apply(name, THRESHOLDS))
    return np.asarray(there), np.asarray(back)


def _translate_one(
    threshold: float, ours: float, spread: Array, check: tuple[Array, Array], seed: int
) -> dict[str, Any]:
    """Shares, agreement and error are those of texts that the map was not fitted on."""
    answers, theirs = check
    over_ours, over_theirs = (values >= threshold for values in check)
    agreement = bootstrap_interval(
        _mean_equal, over_ours.astype(np.float64), over_theirs.astype(np.float64), seed=seed
    )
    return {
        "perspective": threshold,
        "sayso": round(ours, 4),
        **_find_range(spread),
        "share_over_perspective": round(float(over_theirs.mean()), 4),
        "share_over_sayso": round(float(over_ours.mean()), 4),
        "agreement": as_list(agreement),
        "found": _ratio(over_ours & over_theirs, over_theirs),
        "error": _mean_where(np.abs(answers - theirs), np.abs(theirs - threshold) <= NEAR),
    }


def _translate_back(score: float, theirs: float, spread: Array, check: tuple[Array, Array]) -> dict[str, Any]:
    ours, right = check
    return {
        "sayso": score,
        "perspective": round(theirs, 4),
        **_find_range(spread),
        "error": _mean_where(np.abs(right - theirs), np.abs(ours - score) <= NEAR),
    }


def _find_range(spread: Array) -> dict[str, float]:
    low, high = np.quantile(spread, [0.025, 0.975])
    return {"low": round(float(low), 4), "high": round(float(high), 4)}


def _mean_equal(left: Array, right: Array) -> float:
    return float((left == right).mean())


def _ratio(part: NDArray[np.bool_], whole: NDArray[np.bool_]) -> float | None:
    return round(int(part.sum()) / int(whole.sum()), 4) if whole.any() else None


def as_list(interval: Interval) -> list[float]:
    return [round(value, 4) for value in (interval.value, interval.low, interval.high)]
