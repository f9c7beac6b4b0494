"""`sayso reject fit`: files in, the threshold and what it rests on out."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from sayso.cli import main
from sayso.community.rejection import calibrate, report_rejection
from sayso.deciding.rejection import Predictions
from sayso.deciding.values import Values

VALUES = {"tp": 18.15, "tn": 36.32, "fp": -16.69, "fn": -28.08, "rejection": -4.82}
SIX = "confidence,predicted,actual\n.95,1,1\n.90,0,0\n.80,1,0\n.70,0,1\n.65,0,0\n.55,1,0\n"


def run(folder: Path, predictions: str, values: object, *options: str) -> Result:
    (folder / "predictions.csv").write_text(predictions)
    (folder / "values.json").write_text(values if isinstance(values, str) else json.dumps(values))
    files = [str(folder / "predictions.csv"), "--values", str(folder / "values.json")]
    return CliRunner().invoke(main, ["reject", "fit", *files, *options])


def test_six_predictions_as_json(tmp_path: Path) -> None:
    told = json.loads(run(tmp_path, SIX, VALUES, "--json").output)
    assert (told["tau"], told["beneficial"], told["accuracy_accepted"]) == (0.65, True, 0.6)
    assert told["value"] == pytest.approx(13.665)
    assert told["value_accept_all"] == pytest.approx(9.7083, abs=1e-4)
    assert told["mean_value"] == pytest.approx(6.8667, abs=1e-4)
    assert (told["tau_toxic"], told["tau_harmless"]) == (0.95, 0.5)
    assert told["counts"]["rejected"]["fp"] == 1
    assert told["holdout"] is None
    assert told["interval"]["tau"][0] <= 0.65 <= told["interval"]["tau"][1]


def test_it_is_told_in_posts(tmp_path: Path) -> None:
    told = run(tmp_path, SIX, VALUES).output
    assert "Best: decide alone from a confidence of 0.650 on" in told
    assert "Of 1,000 posts: 833 decided, 333 of them wrong, 167 wait for a person." in told
    assert "all by people -4.820" in told


@pytest.mark.parametrize(
    ("predictions", "values", "words"),
    [
        ("confidence,predicted,actual\n", VALUES, "holds no rows"),
        ("confidence,predicted\n.9,1\n", VALUES, "has no column 'actual'"),
        ("confidence,predicted,actual\n.4,1,1\n", VALUES, "row 1, column 'confidence': 0.4 is below 0.5."),
        ("confidence,predicted,actual\n.9,1,maybe\n", VALUES, "'maybe' is not a known label"),
        (SIX, "no", "values.json is not JSON."),
        (SIX, {**VALUES, "fp": None}, "has no number for 'fp'"),
        (SIX, [1], "has no number for 'tp'"),
    ],
)
def test_a_bad_file_is_named_with_what_to_mend(
    predictions: str, values: object, words: str, tmp_path: Path
) -> None:
    answer = run(tmp_path, predictions, values)
    assert answer.exit_code == 1
    assert words in answer.output


def test_a_temperature_by_hand_and_never_a_higher_loss() -> None:
    surely = 1 / (1 + np.exp(-4.0))
    four = Predictions(np.full(4, surely), np.ones(4, bool), np.array([1, 1, 1, 0], bool))
    scaled, found = calibrate(four)
    assert found.temperature == pytest.approx(4 / np.log(3), abs=1e-3)
    assert (found.log_loss_before, found.log_loss) == pytest.approx((1.0181, 0.5623), abs=1e-4)
    assert (found.calibration_error_before, found.calibration_error) == pytest.approx((0.232, 0), abs=1e-3)
    assert scaled.confidence == pytest.approx(np.full(4, 0.75), abs=1e-4)


def test_with_enough_predictions_the_threshold_is_told_on_the_half_it_was_not_found_on() -> None:
    rng = np.random.default_rng(1)
    confidence = rng.uniform(0.5, 1, 2_000)
    predicted = rng.random(2_000) < 0.5
    right = rng.random(2_000) < confidence
    texts = Predictions(confidence, predicted, np.where(right, predicted, ~predicted))
    report = report_rejection(texts, Values(0, 0, -16.69, -28.08, -4.82), resamples=20)
    assert report.holdout is not None
    assert sum(report.holdout.counts["accepted"].values()) < 1_000
    assert report.holdout.value == pytest.approx(report.fitted.value, abs=1.0)
    assert report == report_rejection(texts, Values(0, 0, -16.69, -28.08, -4.82), resamples=20)
