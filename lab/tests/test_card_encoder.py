from typing import Any

from sayso.core import Attribute
from sayso.scoring.encoder_file import SettledRange
from sayso.testing.counting_encoder import make_card
from sayso_lab.card_encoder import make_encoder_card


def make_result(
    what: str, value: float | None, *, target: float | None = None, met: bool | None = None
) -> Any:
    direction = None if target is None else "at most"
    ends = (None, None) if value is None else (value - 0.01, value + 0.01)
    return {
        "what": what, "value": value, "low": ends[0], "high": ends[1], "n": 1200, "target": target,
        "direction": direction, "met": met, "note": "a note",
    }  # fmt: skip


TARGETS = {
    "model": "embedded.v1",
    "limit": None,
    "resamples": 500,
    "seed": 0,
    "rows": [
        make_result("false alarms: all kinds", 0.2, target=0.1, met=False),
        make_result("toxigen: AUC", None),
        make_result("distance to Perspective's TOXICITY", 0.07),
        make_result("calibration error, TOXICITY, after calibration", 0.02, target=0.03, met=True),
    ],
    "terms": [
        {
            "term": "Sikhs",
            "is_seen": False,
            "mentions": 24,
            "false_alarms": 0.25,
            "attacks": 30,
            "found": 0.5,
        },
        {"term": "women", "is_seen": True, "mentions": 49, "false_alarms": 0.0, "attacks": 0, "found": None},
    ],
    "curves": {
        "TOXICITY": {
            "before": [],
            "after": [{"texts": 80, "mean_score": 0.3, "positives": [0.25, 0.2, 0.35]}],
        }
    },
}
RECORD: dict[str, Any] = {
    "date": "2026-11-16",
    "machine": "2 cores, no GPU",
    "seed": 7,
    "base": {"sha256": "ab" * 32, "layers": 6, "width": 384},
    "samples": 300_000,
    "config": {"rate": 0.00015, "mix": {"jigsaw": 900}},
    "parts": {"train": 1000, "dev": 20, "held-out": 70},
    "sets": [{"name": "toxigen", "licence": "MIT", "origin": "H. 2022", "rows": 8960, "learned": 8000}],
    "absent": ["edos"],
    "files": [{"file": "toxigen.parquet", "sha256": "cd" * 32, "rows": 8960}],
    "results": [
        {
            "source": "jigsaw", "attribute": "TOXICITY", "texts": 2500, "positives": 240,
            "auc": [0.98, 0.97, 0.99], "calibration_error": [0.02, 0.01, 0.03],
        }
    ],
    "scale_errors": {
        "TOXICITY": {"texts": 900, "mean_absolute_error": [0.08, 0.07, 0.09], "rank_correlation": 0.83}
    },
    "fidelity": {"texts": 300, "near": 0.995, "largest": 0.031, "largest_with_company": 0.0},
    "chosen": {
        "windows": {"texts": 120, "auc": {"1.0": [0.97, 0.95, 0.98], "first window": [0.96, 0.94, 0.98]}},
        "words": {"hatexplain": {"texts": 400, "f1": {}}, "toxicspans": {"texts": 210, "f1": {}}},
        "cascade": {
            "first": "linear.v1", "texts": 7000, "settled": 0.41, "disagreement": 0.0079,
            "unlearned": {"texts": 1400, "settled": 0.4, "disagreement": 0.009},
        },
    },
    "targets": TARGETS,
}  # fmt: skip
CARD = make_encoder_card(make_card(record=RECORD, cascade={Attribute.TOXICITY: SettledRange(0.05, 0.97)}))


def take(card: str, title: str) -> str:
    """A section, from its title to the next."""
    return card.split(f"## {title}", 1)[1].split("\n## ", 1)[0]


def test_it_says_what_it_is_and_what_it_answers() -> None:
    assert CARD.startswith("# Model card: embedded.v1\n")
    assert "A small transformer of 6 layers, 384 wide, that" in CARD
    assert "Trained 2026-11-16 on 2 cores, no GPU." in CARD
    assert "| Groups | muslim, other |" in take(CARD, "What it answers")


def test_the_table_of_targets_is_in_it_and_what_misses_is_repeated_among_the_failures() -> None:
    results = take(CARD, "Results against the aims")
    assert "| false alarms: all kinds | 0.200 [0.190, 0.210] | 1,200 | ≤ 0.1 | no | a note |" in results
    assert "| toxigen: AUC | – | 1,200 |  |  | a note |" in results
    failures = take(CARD, "Known failures")
    assert "- false alarms: all kinds: 0.200 [0.190, 0.210], target ≤ 0.1" in failures
    assert "calibration error" not in failures


def test_results_are_given_by_group() -> None:
    groups = take(CARD, "Results by group")
    assert "| Sikhs | no | 24 | 25.0% | 30 | 50.0% |" in groups
    assert "| women | yes | 49 | 0.0% |  |  |" in groups


def test_calibration_and_the_other_scale_have_their_errors() -> None:
    assert "| after | 80 | 0.300 | 0.250 [0.200, 0.350] |" in take(CARD, "Calibration")
    scale = take(CARD, "On Perspective's scale")
    assert "| TOXICITY | 900 | 0.080 [0.070, 0.090] | 0.83 |" in scale
    assert "| distance to Perspective's TOXICITY | 0.070 [0.060, 0.080] | 1,200 |" in scale


def test_data_come_with_licences_and_the_way_to_make_it_again() -> None:
    assert "| toxigen | H. 2022 | MIT | 8,960 | 8,000 |" in take(CARD, "Data")
    assert "Sets that were absent: edos." in take(CARD, "Data")
    again = take(CARD, "How to make it again")
    assert "`sayso train encoder --data DIR --seed 7`" in again
    assert "rate 0.00015, mix (jigsaw 900)" in again
    assert "| toxigen.parquet | 8,960 | `cdcdcdcdcdcdcdcd…` |" in again


def test_what_was_chosen_is_written_down() -> None:
    chosen = take(CARD, "What was chosen on other texts")
    assert "on 120 long comments: 1.0: 0.970 [0.950, 0.980], first window: 0.960" in chosen
    assert "Chosen on 400 posts and 210 comments." in chosen
    assert "linear.v1 settles 41.0% of 7,000 texts alone; on 0.79% of all texts" in chosen
    assert "On the 1,400 of them that linear.v1 had not learned from: 40.0% and 0.90%." in chosen
    assert "TOXICITY 0.05/0.97" in chosen
    assert "300 texts: 99.5% differ by at most 0.02, the most by 0.031" in chosen


def test_it_says_what_it_must_not_be_used_for() -> None:
    misuse = take(CARD, "What it must not be used for")
    for word in ("automatically", "judge people", "law enforcement", "any language but English"):
        assert word in misuse.replace("For law", "law").replace("To judge", "judge"), word


def test_a_record_without_results_still_makes_a_card() -> None:
    bare = make_encoder_card(make_card(record={}))
    titles = [line for line in bare.splitlines() if line.startswith("## ")]
    assert titles == [
        "## What it answers",
        "## What it must not be used for",
        "## Known failures",
        "## What was chosen on other texts",
    ]
    assert "Aims that it misses" not in bare


def test_parts_of_what_was_chosen_may_be_missing() -> None:
    chosen = {"windows": {"texts": 3}, "cascade": {"first": "x", "texts": 2}}
    record = {**RECORD, "chosen": chosen, "absent": ()}
    card = make_encoder_card(make_card(record=record))
    assert "long comments:" not in card
    assert "**Cascade**" not in card
    assert "were absent" not in card


def test_a_cascade_measured_once_says_so_once() -> None:
    cascade = {"first": "linear.v1", "texts": 70, "settled": 0.4, "disagreement": 0.0}
    card = make_encoder_card(make_card(record=RECORD | {"chosen": {"cascade": cascade}}))
    assert "settles 40.0% of 70 texts alone" in card
    assert "had not learned from" not in card


def test_the_other_scale_may_be_known_from_one_side_only() -> None:
    linked = make_encoder_card(make_card(record={"scale_errors": RECORD["scale_errors"]}))
    held_out = make_encoder_card(make_card(record={"targets": TARGETS}))
    assert "Rank correlation" in linked
    assert "On held-out texts" not in linked
    assert "On held-out texts" in held_out
    assert "Rank correlation" not in held_out
