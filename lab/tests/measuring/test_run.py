"""A whole report from a few rows, with the counting encoder and with a scorer that only scores."""

import json
from typing import Any

import numpy as np
import pytest

from sayso.core import Scorer
from sayso.stats.resampling import Bootstrap
from sayso.testing import FakeScorer
from sayso.testing.counting_encoder import make_scorer
from sayso_lab.data.rows import FULL_MARK, make_row
from sayso_lab.measuring import AimsReport, HeldOut, Watcher, measure_aims
from sayso_lab.measuring.tables import make_jsonl, make_markdown, make_table
from sayso_lab.suites.contrast import ContrastRow


def write(kind: str, text: str) -> ContrastRow:
    return ContrastRow(kind, text, "muslims", "", text, {}, "none")


def mark(text: str, word: str) -> Any:
    marks = np.zeros(len(text), np.uint8)
    marks[text.index(word) : text.index(word) + len(word)] = FULL_MARK
    return marks


POST = "you stupid idiot"
HELD_OUT = HeldOut(
    rows={
        "hatexplain": [
            make_row(
                "hatexplain",
                POST,
                {"TOXICITY": 1.0, "IDENTITY_ATTACK": 0.9},
                classes=np.array([0, 1, 0], np.float32),
                word_marks=mark(POST, "idiot"),
                own="val",
            ),
            make_row("hatexplain", "very well", {}, classes=np.array([0, 0, 1], np.float32), own="val"),
        ],
        "toxic_spans_trial": [
            make_row("toxic_spans_trial", "a idiot", {}, span_marks=np.tile(mark("a idiot", "idiot"), (5, 1)))
        ],
        "jigsaw": [
            make_row("jigsaw", text, {"TOXICITY": label}) for text, label in (("idiot", 1.0), ("joy", 0.0))
        ],
        "perspective_scores": [
            make_row("perspective_scores", text, {}, perspective={"TOXICITY": value})
            for text, value in (("idiot", 0.8), ("joy", 0.1), ("well", 0.2))
        ],
    },
    sentences=[
        write("neutral_identity", "muslims are very well"),
        write("plain_hate", "muslims are idiots"),
    ],
    mentions=[write("positive_identity", "muslims are wonderful")],
    charged=frozenset({"idiot"}),
    limit=3,
)


def measure(scorer: Scorer, watcher: Watcher | None = None) -> AimsReport:
    return measure_aims(HELD_OUT, scorer, bootstrap=Bootstrap(20, seed=4), watcher=watcher or Watcher())


def find(report: AimsReport, what: str) -> Any:
    return next(row for row in report.rows if row.what.startswith(what))


def test_the_embedded_model_answers_every_set() -> None:
    report = measure(make_scorer())
    assert report.model == "embedded.v1"
    assert find(report, "HateXplain, 3 classes: macro-F1").interval.value == 1.0
    # `stupid` comes out at 0 and `idiot` at -2, both at or over HateXplain's cut; only one is gold.
    assert find(report, "HateXplain, flagged words: token F1, micro").interval.value == pytest.approx(2 / 3)
    assert find(report, "ToxicSpans").interval.value == 1.0
    assert find(report, "Jigsaw").interval.value == 1.0
    assert (
        find(report, "Perspective's TOXICITY: Pearson").note == "the output that learned Perspective's score"
    )
    assert find(report, "calibration error, TOXICITY, before").texts == 3
    assert find(report, "implicit_hate").note == "left out: no held-out texts of implicit_hate"
    assert find(report, "false alarms: all").note == "left out: embedded.v1 does not score IDENTITY_ATTACK"


def test_a_scorer_that_only_scores_gives_the_rows_that_scores_allow() -> None:
    report = measure(FakeScorer())
    left_out = {row.what for row in report.rows if row.note.startswith("left out: fake.v1")}
    assert {row.split(":")[0] for row in left_out} == {
        "HateXplain, 3 classes",
        "HateXplain, flagged words",
        "ToxicSpans, trial, flagged words",
        "Harmless reports of 900 words, one insult at the end",
        "Perspective's TOXICITY",
    }
    assert find(report, "Jigsaw").interval.value == 1.0
    assert find(report, "false alarms: all kinds").interval.value == 0.0
    assert find(report, "found: plain hate").interval.value == 1.0
    assert find(report, "disguise, real hate: found plain").texts == 1
    assert [(term.term, term.is_seen, term.found) for term in report.terms] == [
        ("muslims", False, 1.0),
        ("muslims", True, None),
    ]


def test_somebody_is_told_each_step_and_how_far_it_is() -> None:
    steps, shares = list[str](), list[float]()
    measure(FakeScorer(), Watcher(steps.append, shares.append))
    assert steps[0] == "2 texts: hatexplain"
    assert "1 texts: sentences that name groups of training" in steps
    assert steps[-1] == "measuring"
    assert set(shares) == {1.0}


@pytest.mark.parametrize(("name", "is_warned"), [("embedded.v3", False), ("linear.v1", True)])
def test_others_than_the_encoder_may_have_learned_from_the_texts(name: str, is_warned: bool) -> None:
    shown = make_table(measure(FakeScorer(name=name)))
    assert ("others may have learned from some of them" in shown) is is_warned


def test_a_report_can_be_kept_and_shown() -> None:
    report = measure(FakeScorer())
    kept = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert (kept["model"], kept["limit"], kept["resamples"], kept["seed"]) == ("fake.v1", 3, 20, 4)
    assert kept["terms"][0]["term"] == "muslims"
    assert len(kept["curves"]["TOXICITY"]["after"]) == 3
    lines = [json.loads(line) for line in make_jsonl(report).splitlines()]
    assert [{"model": "fake.v1", **row} for row in kept["rows"]] == lines
    shown = make_table(report)
    assert "Only 3 texts of each set: not for the record." in shown
    assert "bootstrap (20 resamples, seed 4)" in shown
    (jigsaw,) = [line for line in shown.splitlines() if line.startswith("Jigsaw")]
    assert " ".join(jigsaw.split()[3:]) == ("1.000 [1.000, 1.000] 2 ≥ 0.983 yes TOXICITY on held-out texts")
    (spans,) = [line for line in make_markdown(report).splitlines() if line.startswith("| ToxicSpans")]
    assert spans == (
        "| ToxicSpans, trial, flagged words: character F1 | – | 0 | ≥ 0.66 |  "
        "| left out: fake.v1 marks no words |"
    )
