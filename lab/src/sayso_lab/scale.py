"""From our scale to Perspective's, and what a translated threshold is worth.

Fitted on one half of the texts that Perspective scored, checked on the other; then fitted on all of them.
"""

from collections.abc import Mapping
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
from sayso_lab.data.labels import ATTRIBUTES

Array = NDArray[np.float64]
Columns = Mapping[Attribute, Array]
THRESHOLDS = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))
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
class Translation:
    """The map, and for each attribute its error and its table of thresholds."""

    scale_map: PerspectiveMap
    errors: dict[str, dict[str, Any]]
    thresholds: dict[str, list[dict[str, Any]]]


def translate(ours: Columns, theirs: Columns, *, seed: int) -> Translation:
    """Fits the map and measures it: `ours` and `theirs` are scores of the same texts in the same order."""
    count = len(next(iter(ours.values())))
    order = np.random.default_rng(seed).permutation(count)
    fitting, checking = order[: count // 2], order[count // 2 :]
    trial = PerspectiveMap.fit(_take(ours, fitting), _take(theirs, fitting))
    final = PerspectiveMap.fit(ours, theirs)
    errors, thresholds = dict[str, dict[str, Any]](), dict[str, list[dict[str, Any]]]()
    for name in ours:
        mapped = np.asarray(trial.apply(name, ours[name][checking].tolist()))
        errors[name] = _measure(mapped, theirs[name][checking], seed)
        check = (mapped, theirs[name][checking])
        spread = _spread(name, ours, theirs, seed)
        thresholds[name] = [
            _translate_one(threshold, final.invert(name, [threshold])[0], spread[:, column], check, seed)
            for column, threshold in enumerate(THRESHOLDS)
        ]
    return Translation(final, errors, thresholds)


def _take(columns: Columns, rows: NDArray[np.intp]) -> dict[Attribute, Array]:
    return {name: values[rows] for name, values in columns.items()}


def _measure(mapped: Array, theirs: Array, seed: int) -> dict[str, Any]:
    error = bootstrap_interval(_mean_distance, mapped, theirs, seed=seed)
    return {
        "texts": len(theirs),
        "mean_absolute_error": as_list(error),
        "rank_correlation": _rank_correlation(mapped, theirs),
    }


def _mean_distance(left: Array, right: Array) -> float:
    return float(np.abs(left - right).mean())


def _rank_correlation(left: Array, right: Array) -> float:
    ranks = [np.argsort(np.argsort(values)).astype(np.float64) for values in (left, right)]
    return round(float(np.corrcoef(ranks[0], ranks[1])[0, 1]), 4)


def _spread(name: Attribute, ours: Columns, theirs: Columns, seed: int, *, resamples: int = 200) -> Array:
    """Our thresholds as other samples of texts would have set them: a row per resample."""
    generator = np.random.default_rng(seed)
    rows: list[list[float]] = []
    for _ in range(resamples):
        drawn = generator.integers(0, len(ours[name]), len(ours[name]))
        redone = PerspectiveMap.fit({name: ours[name][drawn]}, {name: theirs[name][drawn]})
        rows.append(redone.invert(name, THRESHOLDS))
    return np.asarray(rows)


def _translate_one(
    threshold: float, ours: float, spread: Array, check: tuple[Array, Array], seed: int
) -> dict[str, Any]:
    """Shares and agreement are those of the half that the map was not fitted on."""
    over_ours, over_theirs = (values >= threshold for values in check)
    low, high = np.quantile(spread, [0.025, 0.975])
    agreement = bootstrap_interval(
        _mean_equal, over_ours.astype(np.float64), over_theirs.astype(np.float64), seed=seed
    )
    return {
        "perspective": threshold,
        "sayso": round(ours, 4),
        "low": round(float(low), 4),
        "high": round(float(high), 4),
        "share_over_perspective": round(float(over_theirs.mean()), 4),
        "share_over_sayso": round(float(over_ours.mean()), 4),
        "agreement": as_list(agreement),
        "found": _ratio(over_ours & over_theirs, over_theirs),
    }


def _mean_equal(left: Array, right: Array) -> float:
    return float((left == right).mean())


def _ratio(part: NDArray[np.bool_], whole: NDArray[np.bool_]) -> float | None:
    return round(int(part.sum()) / int(whole.sum()), 4) if whole.any() else None


def as_list(interval: Interval) -> list[float]:
    return [round(value, 4) for value in (interval.value, interval.low, interval.high)]
