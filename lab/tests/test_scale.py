from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sayso.core import Attribute
from sayso.core.errors import BadFile
from sayso.scoring.calibration import sigmoid
from sayso_lab.scale import THRESHOLDS, measure_bands, read_reference, translate

WriteTable = Callable[[str, dict[str, list[Any]]], Path]
COLUMNS = ("TOXICITY@6", "SEVERE_TOXICITY@2", "IDENTITY_ATTACK", "INSULT", "PROFANITY", "THREAT")
TOXICITY = Attribute.TOXICITY


def test_thresholds_cover_the_whole_scale() -> None:
    assert (THRESHOLDS[0], THRESHOLDS[1], THRESHOLDS[-1], len(THRESHOLDS)) == (0.05, 0.1, 0.95, 19)


def test_without_the_file_there_is_no_reference(tmp_path: Path) -> None:
    assert read_reference(tmp_path) is None


def test_the_newest_version_of_each_score_is_read(write_table: WriteTable, tmp_path: Path) -> None:
    write_table(
        "perspective_scores",
        {"comment_text": ["a"]} | {name: [0.25] for name in COLUMNS} | {"TOXICITY@5": [0.9]},
    )
    reference = read_reference(tmp_path)
    assert reference is not None
    assert reference.scores[TOXICITY].tolist() == [0.25]
    assert reference.file.rows == 1


def test_a_missing_score_is_named(write_table: WriteTable, tmp_path: Path) -> None:
    write_table("perspective_scores", {"comment_text": ["a"]})
    with pytest.raises(BadFile, match=r"perspective_scores\.parquet has no column 'TOXICITY@6'"):
        read_reference(tmp_path)


def test_a_known_bend_is_undone() -> None:
    """Theirs is the square root of ours, so their 0.7 is our 0.49, and all comments fall on the same side."""
    ours = np.random.default_rng(1).random(2000)
    found = translate({TOXICITY: ours}, {TOXICITY: np.sqrt(ours)}, seed=1)
    row = next(row for row in found.thresholds[TOXICITY] if row["perspective"] == 0.7)
    assert row["sayso"] == pytest.approx(0.49, abs=0.01)
    assert row["low"] - 0.01 <= 0.49 <= row["high"] + 0.01
    assert row["agreement"][0] > 0.98
    assert row["share_over_perspective"] == pytest.approx(0.51, abs=0.04)
    assert found.errors[TOXICITY]["mean_absolute_error"][0] < 0.01
    assert found.errors[TOXICITY]["texts"] == 1000
    assert row["error"] < 0.01
    back = next(row for row in found.back[TOXICITY] if row["sayso"] == 0.25)
    assert back["perspective"] == pytest.approx(0.5, abs=0.01)
    assert back["low"] - 0.01 <= 0.5 <= back["high"] + 0.01
    # Within 0.05 of our 0.25 theirs run from 0.447 to 0.548: a quarter of that off on average.
    assert back["error"] == pytest.approx(0.025, abs=0.005)


def test_noise_shows_in_the_error_but_not_in_the_shares() -> None:
    generator = np.random.default_rng(2)
    trait = generator.normal(0, 2, 4000)
    ours = sigmoid(trait + generator.normal(0, 1, 4000))
    theirs = sigmoid(trait + generator.normal(0, 1, 4000))
    found = translate({TOXICITY: ours}, {TOXICITY: theirs}, seed=1)
    row = next(row for row in found.thresholds[TOXICITY] if row["perspective"] == 0.5)
    assert 0.7 < row["agreement"][0] < 0.9
    assert row["share_over_sayso"] == pytest.approx(row["share_over_perspective"], abs=0.03)
    assert found.errors[TOXICITY]["mean_absolute_error"][0] > 0.1


def test_a_threshold_nothing_reaches_has_nothing_to_find() -> None:
    ours = np.random.default_rng(3).random(400)
    found = translate({TOXICITY: ours}, {TOXICITY: ours / 4}, seed=1)
    assert found.thresholds[TOXICITY][-1]["found"] is None


def test_the_error_is_told_for_each_tenth_with_texts_enough() -> None:
    """Five texts at 0.3 that are 0.1 off, four at 1 that say nothing yet; a tenth begins at its number."""
    theirs = np.array([0.3] * 5 + [1.0] * 4)
    bands = measure_bands(theirs - 0.1, theirs)
    assert [band["texts"] for band in bands] == [0, 0, 0, 5, 0, 0, 0, 0, 0, 4]
    assert bands[3] == {"from": 0.3, "texts": 5, "error": 0.1}
    assert bands[9]["error"] is None
