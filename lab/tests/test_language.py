"""A made-up language: `grum` is rude, `lala` is not, and every text has a word of its own."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from sayso.cli import main
from sayso.core import Attribute
from sayso.core.errors import BadFile
from sayso.scoring.linear import load_linear
from sayso_lab.card_language import make_language_page
from sayso_lab.data.splits import Part
from sayso_lab.features import import_sparse
from sayso_lab.language import fit_rare, read_language, train_language

WriteTable = Callable[[str, dict[str, list[Any]]], Path]
TOXICITY, IDENTITY_ATTACK = Attribute.TOXICITY, Attribute.IDENTITY_ATTACK
ROWS = 1200
SYLLABLES = ["ба", "ве", "го", "ду", "жа", "зе", "ко", "лу", "ми", "но"]


def spell(number: int) -> str:
    return "".join(SYLLABLES[int(digit)] for digit in f"{number:04}")


@pytest.fixture
def file(write_table: WriteTable) -> Path:
    texts = [f"{'грум' if row % 2 else 'лала'} {spell(row)}" for row in range(ROWS)]
    return write_table(
        "own",
        {
            "lang": ["xx"] * ROWS + ["yy"],
            "text": [*texts, "other"],
            "offensive": [float(row % 2) for row in range(ROWS)] + [0.0],
            "hate": [None] * ROWS + [0.0],
            "source": ["made up"] * (ROWS + 1),
            "licence": [None] * (ROWS + 1),
        },
    )


def test_parts_go_by_letters_of_any_script(file: Path) -> None:
    data = read_language(file, "xx")
    shares = {part: float((data.parts == part).mean()) for part in Part}
    assert shares == pytest.approx({Part.HELD_OUT: 0.15, Part.DEV: 0.10, Part.TRAIN: 0.75}, abs=0.04)
    assert data.sources == (("made up", "not said", ROWS),)


def test_an_unknown_language_is_named_with_those_there_are(file: Path) -> None:
    with pytest.raises(BadFile, match="has no text in 'zz'") as caught:
        read_language(file, "zz")
    assert caught.value.hint == "It has xx, yy."


def test_what_the_texts_say_is_learned_and_measured_and_the_bytes_are_the_same_twice(
    file: Path, tmp_path: Path
) -> None:
    paths = [tmp_path / name / "language-xx.v1.npz" for name in ("one", "two")]
    for path in paths:
        train_language(file, "xx", name="language-xx.v1", record={"date": "2026-11-18"}).save(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    scorer = load_linear(paths[0])
    assert (scorer.attributes, scorer.languages) == ({TOXICITY}, {"xx"})
    rude, kind = scorer.score(["грум зеко", "лала зеко"]).columns[TOXICITY]
    assert (rude > 0.8, kind < 0.2) == (True, True)


def test_the_card_says_what_is_offered_and_what_is_not(file: Path) -> None:
    page = make_language_page(
        [train_language(file, "xx", name="language-xx.v1", record={"date": "2026-11-18"})]
    )
    assert "| xx | TOXICITY |" in page
    assert "IDENTITY_ATTACK is not offered: 0 texts to learn from, 0 of them so." in page


def test_too_little_is_refused(write_table: WriteTable) -> None:
    columns = {
        "lang": ["xx"] * 9,
        "text": list("abcdefghi"),
        "offensive": [0.0, 1.0, 0.0] * 3,
        "hate": [None] * 9,
    }
    path = write_table("few", {**columns, "source": [None] * 9, "licence": [None] * 9})
    with pytest.raises(BadFile, match="not enough for a scorer: TOXICITY"):
        train_language(path, "xx", name="language-xx.v1", record={})


def test_what_occurs_once_is_not_learned_and_rare_features_weigh_more() -> None:
    """Feature 0 is in half of the texts, 1 in four, 2 in one; all of them only in positive ones."""
    rows = np.zeros((40, 3))
    rows[:20, 0], rows[:4, 1], rows[0, 2] = 1, 1, 1
    weights, _ = fit_rare(import_sparse().csr_matrix(rows), np.array([1.0] * 20 + [0.0] * 20))
    assert weights[0] > 0
    assert weights[1] > 0
    assert weights[2] == 0


def test_one_command_makes_a_language_that_can_be_scored_with(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path))
    made = CliRunner().invoke(main, ["train", "language", "--lang", "xx", "--data", str(file)])
    assert made.exit_code == 0, made.output
    assert "TOXICITY: AUC 1.000" in made.stdout
    assert (tmp_path / "models" / "language-xx.v1.npz").exists()
