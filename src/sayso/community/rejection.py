"""From a file of predictions and a community's values to the threshold, with what it rests on."""

import json
from array import array
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import nan
from pathlib import Path
from typing import Any, cast

import numpy as np

from sayso.core.errors import BadFile
from sayso.deciding.density import Form, draw_density_curve
from sayso.deciding.rejection import (
    Array,
    Curve,
    Predictions,
    Rejection,
    Side,
    apply_threshold,
    draw_curve,
    fit_rejection,
    sum_up,
)
from sayso.deciding.values import TYPES, Condition, Values
from sayso.files.labelled import Row, stream_table
from sayso.scoring.calibration import Temperature
from sayso.stats.intervals import Interval
from sayso.stats.reliability import expected_calibration_error

ENOUGH_TO_SPLIT = 200
"""With fewer predictions half of them say too little for a report of their own."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What temperature scaling did to the confidences: never a higher loss than before."""

    temperature: float
    log_loss_before: float
    log_loss: float
    calibration_error_before: float
    calibration_error: float


@dataclass(frozen=True, slots=True)
class Intervals:
    """Where the numbers would lie with other predictions of the same kind."""

    tau: Interval
    value: Interval
    rejection_rate: Interval


@dataclass(frozen=True, slots=True)
class RejectionReport:
    """What `sayso reject fit` tells."""

    predictions: int
    fitted: Rejection
    calibrated_tau: Mapping[str, float]
    conditions: tuple[Condition, ...]
    interval: Intervals
    holdout: Rejection | None
    """A threshold found on one half, told on the other; none with few predictions."""
    calibration: Calibration | None

    def to_json(self) -> dict[str, Any]:
        told = describe(self.fitted)
        return {
            **told,
            "calibrated_tau": dict(self.calibrated_tau),
            "conditions": [asdict(one) for one in self.conditions],
            "interval": {
                name: [getattr(self.interval, name).low, getattr(self.interval, name).high]
                for name in ("tau", "value", "rejection_rate")
            },
            "holdout": describe(self.holdout) if self.holdout else None,
            "calibration": asdict(self.calibration) if self.calibration else None,
            "predictions": self.predictions,
        }


def describe(found: Rejection) -> dict[str, Any]:
    plain = asdict(found)
    toxic, harmless = plain.pop("toxic"), plain.pop("harmless")
    return {
        **plain,
        "tau_toxic": toxic["tau"],
        "tau_harmless": harmless["tau"],
        "value_two_thresholds": toxic["value"] + harmless["value"],
    }


def read_values(path: Path) -> Values:
    """A JSON object with tp, tn, fp, fn and rejection."""
    names = (*TYPES, "rejection")
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadFile(f"{str(path)!r} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise BadFile(f"{path.name} is not JSON.", hint=_example()) from None
    given = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    for name in names:
        if isinstance(given.get(name), bool) or not isinstance(given.get(name), int | float):
            raise BadFile(f"{path.name} has no number for {name!r}.", hint=_example())
    return Values(**{name: float(given[name]) for name in names})


def _example() -> str:
    return 'Such as {"tp": 18.15, "tn": 36.32, "fp": -16.69, "fn": -28.08, "rejection": -4.82}.'


def read_predictions(path: Path) -> Predictions:
    """The columns confidence, predicted and actual of a CSV, JSON Lines or Parquet file."""
    confidence, predicted, actual = array("d"), array("b"), array("b")
    for row in stream_table(path, "confidence", "predicted", "actual"):
        confidence.append(_read_confidence(row))
        predicted.append(int(row.yes_or_no("predicted")))
        actual.append(int(row.yes_or_no("actual")))
    return Predictions(np.array(confidence), np.array(predicted, bool), np.array(actual, bool))


def _read_confidence(row: Row) -> float:
    value = row.share("confidence")
    if not value >= 0.5:
        raise row.fault(
            "confidence",
            f"{value:g} is below 0.5.",
            hint="It is that of the predicted class. For a score s of being toxic: max(s, 1 - s).",
        )
    return value


def report_rejection(
    predictions: Predictions,
    values: Values,
    *,
    density: Form | None = None,
    temperature: bool = False,
    resamples: int = 200,
    seed: int = 0,
) -> RejectionReport:
    calibration = None
    if temperature:
        predictions, calibration = calibrate(predictions)
    fitted = fit_rejection(predictions, values)
    if density:
        fitted = _take_from(
            draw_density_curve(predictions, values, form=density), predictions, values, fitted
        )
    return RejectionReport(
        len(predictions),
        fitted,
        {"toxic": values.calibrated_threshold_toxic, "harmless": values.calibrated_threshold_harmless},
        tuple(values.check_conditions()),
        find_intervals(predictions, values, resamples=resamples, seed=seed),
        report_on_other_half(predictions, values, seed=seed),
        calibration,
    )


def _take_from(curve: Curve, predictions: Predictions, values: Values, fitted: Rejection) -> Rejection:
    best = curve.best
    tau, last = float(curve.thresholds[best]), best == len(curve.thresholds) - 1
    return apply_threshold(predictions, values, tau, reject_all=last, sides=(fitted.toxic, fitted.harmless))


def calibrate(predictions: Predictions) -> tuple[Predictions, Calibration]:
    """Confidences by the temperature of highest likelihood (Guo et al. 2017), if that is better than none."""
    right = (predictions.predicted == predictions.actual).astype(np.float64)
    inside = np.clip(predictions.confidence, 0.5, 1 - 1e-12)
    logits = np.log(inside / (1 - inside))
    found = Temperature.fit(logits, right, offset=False)
    before, after = (_log_loss(one.apply(logits), right) for one in (Temperature(), found))
    if after > before:
        found, after = Temperature(), before
    confidence = found.apply(logits)
    errors = [expected_calibration_error(right, one, equal="width") for one in (inside, confidence)]
    scaled = Predictions(confidence, predictions.predicted, predictions.actual)
    return scaled, Calibration(found.temperature, before, after, errors[0], errors[1])


def _log_loss(confidence: Array, right: Array) -> float:
    inside = np.clip(confidence, 1e-15, 1 - 1e-15)
    return float(-np.mean(right * np.log(inside) + (1 - right) * np.log(1 - inside)))


def report_on_other_half(predictions: Predictions, values: Values, *, seed: int) -> Rejection | None:
    if len(predictions) < ENOUGH_TO_SPLIT:
        return None
    first = np.random.default_rng(seed).permutation(len(predictions)) % 2 == 0
    found = fit_rejection(predictions.take(first), values)
    other = predictions.take(~first)
    sides = tuple(
        Side(side.tau, side.reject_all, _apply_side(other, values, side, predicted=predicted))
        for side, predicted in ((found.toxic, True), (found.harmless, False))
    )
    return apply_threshold(other, values, found.tau, reject_all=found.reject_all, sides=(sides[0], sides[1]))


def _apply_side(predictions: Predictions, values: Values, side: Side, *, predicted: bool) -> float:
    own = predictions.predicted == predicted
    if not own.any():
        return 0.0
    part = predictions.take(own)
    told = apply_threshold(part, values, side.tau, reject_all=side.reject_all, sides=(side, side))
    return told.value * float(own.mean())


def find_intervals(predictions: Predictions, values: Values, *, resamples: int, seed: int) -> Intervals:
    """Percentile bootstrap over predictions: sorted once, then only counted anew."""
    order = np.argsort(predictions.confidence, kind="stable")
    confidence = predictions.confidence[order]
    margins = np.array([values.margin(kind) for kind in TYPES])[predictions.types[order]]
    generator = np.random.default_rng(seed)
    count = len(predictions)
    drawn: list[tuple[float, float, float]] = []
    for _ in range(resamples):
        times = np.bincount(generator.integers(0, count, count), minlength=count).astype(np.float64)
        drawn.append(_read_best(sum_up(confidence, margins * times, times, values.rejection)))
    best = _read_best(draw_curve(predictions, values))
    ends = np.quantile(np.array(drawn), [0.025, 0.975], axis=0) if drawn else np.full((2, 3), nan)
    return Intervals(*(Interval(best[at], float(ends[0][at]), float(ends[1][at])) for at in range(3)))


def _read_best(curve: Curve) -> tuple[float, float, float]:
    best = curve.best
    return float(curve.thresholds[best]), float(curve.value[best]), float(curve.rejection_rate[best])
