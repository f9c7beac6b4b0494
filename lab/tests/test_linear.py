"""The whole recipe on a toy language in which one word is rude."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from sayso.core import Attribute
from sayso.scoring.linear import LinearScorer, load_linear
from sayso.scoring.linear_weights import LinearWeights
from sayso_lab.card import make_card
from sayso_lab.linear import Watcher, train_linear
from sayso_lab.recipe import Recipe
from sayso_lab.record import Run

WriteTable = Callable[[str, dict[str, list[Any]]], Path]
WORDS = ("apple", "river", "stone", "cloud", "garden", "window", "letter", "music", "bread", "paper")
SMALL = Recipe(bits=12, epochs=6, batch=128)


def make_texts(count: int, seed: int) -> tuple[list[str], list[int]]:
    """Random words; half of the texts hold "grumble"."""
    random = Random(seed)
    texts = [random.choices(WORDS, k=6) for _ in range(count)]
    labels = [number % 2 for number in range(count)]
    return [
        " ".join(["grumble", *words] if label else words) for words, label in zip(texts, labels, strict=True)
    ], labels


@pytest.fixture
def data_dir(write_table: WriteTable, tmp_path: Path) -> Path:
    texts, labels = make_texts(1200, 1)
    rest = {
        name: [None] * 1199 + [0.0]
        for name in ("severe_toxic", "obscene", "threat", "insult", "identity_hate")
    }
    write_table("jigsaw", {"comment_text": texts, "toxic": labels, **rest})
    scored, rude = make_texts(200, 2)
    noise = Random(3)
    columns = (
        "TOXICITY@6",
        "SEVERE_TOXICITY@2",
        "IDENTITY_ATTACK",
        "INSULT",
        "PROFANITY",
        "THREAT",
        "SEXUALLY_EXPLICIT",
    )
    scores = {name: [0.1 + 0.7 * label + 0.1 * noise.random() for label in rude] for name in columns}
    write_table("perspective_scores", {"comment_text": scored, **scores})
    write_table(
        "identity_neutral",
        {"comment": [f"the {word} museum number {n}" for n in range(30) for word in WORDS]},
    )
    return tmp_path


def make_run(data_dir: Path, recipe: Recipe = SMALL) -> Run:
    return Run(data_dir, "linear.v5", 1, datetime(2026, 2, 3, tzinfo=UTC), "2 cores, no GPU", recipe)


@pytest.fixture
def weights(data_dir: Path) -> LinearWeights:
    return train_linear(make_run(data_dir))


def score(weights: LinearWeights, text: str) -> float:
    return LinearScorer(weights).score([text]).row(0)[Attribute.TOXICITY]


def test_the_rude_word_is_learned(weights: LinearWeights) -> None:
    assert score(weights, "grumble cloud garden window") > 0.8
    assert score(weights, "stone cloud garden window") < 0.2


def test_the_record_says_how_and_how_well(weights: LinearWeights) -> None:
    record = weights.record
    assert (record["seed"], record["date"], record["machine"]) == (1, "2026-02-03", "2 cores, no GPU")
    assert {one["name"] for one in record["sets"]} == {"jigsaw", "identity_neutral", "perspective_scores"}
    assert "davidson" in record["absent"]
    assert {one["file"] for one in record["files"]} == {
        "jigsaw.parquet",
        "identity_neutral.parquet",
        "perspective_scores.parquet",
    }
    (result,) = [row for row in record["results"] if row["source"] == "jigsaw"]
    assert result["auc"][0] > 0.99
    assert record["alarms"][0]["share"][0] < 0.1


def test_the_map_to_the_other_scale_is_fitted(weights: LinearWeights) -> None:
    assert weights.scale_map is not None
    ours = [score(weights, "stone cloud garden window"), score(weights, "grumble cloud garden window")]
    kind, rude = weights.scale_map.apply(Attribute.TOXICITY, ours)
    assert kind < 0.2 < 0.8 < rude
    assert len(weights.record["thresholds"]["TOXICITY"]) == 19


def test_the_same_seed_and_data_give_the_same_weights(data_dir: Path, weights: LinearWeights) -> None:
    again = train_linear(make_run(data_dir))
    assert np.array_equal(again.table, weights.table)
    assert again.record == weights.record
    assert again.temperatures == weights.temperatures


def test_weights_and_record_survive_the_file(weights: LinearWeights, tmp_path: Path) -> None:
    path = tmp_path / "models" / "linear.v5.npz"
    weights.save(path)
    assert load_linear(path).score(["grumble apple"]) == LinearScorer(weights).score(["grumble apple"])


def test_without_perspectives_scores_there_is_no_map(data_dir: Path) -> None:
    (data_dir / "perspective_scores.parquet").unlink()
    weights = train_linear(make_run(data_dir))
    assert weights.scale_map is None
    assert "thresholds" not in weights.record
    assert "On Perspective's scale" not in make_card(weights)


def test_the_steps_are_told_in_order(data_dir: Path) -> None:
    steps: list[str] = []
    shares: list[float] = []
    train_linear(make_run(data_dir), watcher=Watcher(steps.append, shares.append))
    assert steps[:2] == ["reading jigsaw.parquet", "reading perspective_scores.parquet"]
    assert steps[-3:] == ["fitting", "calibrating", "measuring"]
    assert shares[-1] == 1


def test_without_added_sentences_only_the_data_count(data_dir: Path) -> None:
    bare = Recipe(bits=12, epochs=6, batch=128, sentence_weight=0.0, disguised_share=0.0)
    assert score(train_linear(make_run(data_dir, bare)), "grumble cloud garden window") > 0.8


def test_the_card_tells_data_licences_results_failures_and_misuse(weights: LinearWeights) -> None:
    card = make_card(weights)
    for part in (
        "# Model card: linear.v5",
        "| jigsaw | Jigsaw toxic comment classification, a subset | CC0 | 1,200 |",
        "## What it must not be used for",
        "## Known failures",
        "## Results on held-out texts, by source",
        "| jigsaw | TOXICITY |",
        "2026-02-03 on 2 cores, no GPU",
        "--seed 1",
        "Sets of the usual recipe that were absent: wikipedia_offensive",
    ):
        assert part in card


def test_the_card_of_a_second_opinion_says_what_was_left_out(weights: LinearWeights) -> None:
    card = make_card(replace(weights, record={**weights.record, "excluded": 1200}))
    assert "Meant for: a second opinion on an author's edits." in card
    assert "1,200 texts that another model learned from were left out." in card
    assert "--seed 1 --without FILE" in card
