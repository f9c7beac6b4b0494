"""`sayso evaluate explanations` from its options to its output, with small models."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sayso import wiring
from sayso.cli import main
from sayso.scoring.encoder_file import save_encoder
from sayso.testing.counting_encoder import make_card, make_graph

POSTS: list[tuple[str, list[str], list[int], str]] = [
    ("offensive", ["you", "idiot"], [0, 1], "val"),
    ("offensive", ["what", "a", "stupid", "fool"], [0, 0, 1, 1], "val"),
    ("normal", ["wonderful", "garden"], [], "val"),
    ("hatespeech", ["idiot"], [1], "train"),
]


@pytest.fixture
def posts(tmp_path: Path) -> str:
    path = tmp_path / "posts.jsonl"
    rows = [
        {
            "post_id": f"p{number}",
            "labels": [label] * 3,
            "targets": [["None"]] * 3,
            "tokens": tokens,
            "rationales": [marks] * 3 if marks else [],
            "split": split,
        }
        for number, (label, tokens, marks, split) in enumerate(POSTS)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.fixture(autouse=True)
def _data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]  # autouse
    """A tiny encoder among the models trained here."""
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path))
    (tmp_path / "models").mkdir()
    save_encoder(tmp_path / "models", make_card(name="embedded.v99"), make_graph())


def evaluate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", "explanations", "--resamples", "10", *arguments])


def read(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def find_none(**_: str) -> tuple[EntryPoint, ...]:
    """Entry points where the laboratory is not installed."""
    return ()


def test_every_method_the_scorer_allows_is_compared(posts: str) -> None:
    result = evaluate(posts, "--scorer", "embedded.v99", "--format", "json", "--split", "val")
    report = read(result)
    assert [one["name"] for one in report["methods"]] == ["rationale", "attention", "occlusion"]
    assert (report["model"], report["posts"], report["sample"]) == ("embedded.v99", 2, 3)
    (note,) = report["notes"]
    assert note.startswith("No gradients: The graph of embedded.v99.json is of an older kind")


def test_without_the_extra_gradients_are_left_out_with_a_note(
    posts: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "entry_points", find_none)
    report = read(evaluate(posts, "--scorer", "embedded.v99", "--format", "json"))
    assert report["notes"] == ["No gradients: it needs the extra 'train', which is not installed."]


def test_a_scorer_without_evidence_is_explained_by_occlusion_alone(posts: str) -> None:
    report = read(evaluate(posts, "--scorer", "linear", "--format", "json"))
    assert [one["name"] for one in report["methods"]] == ["occlusion"]
    assert report["reference"] == "occlusion"
    assert report["posts"] == 3
    assert len(report["notes"]) == 3


def test_methods_limit_and_sample_can_be_chosen(posts: str) -> None:
    options = ["--methods", "occlusion,rationale", "--limit", "1", "--sample", "2", "--seed", "3"]
    report = read(evaluate(posts, "--scorer", "embedded.v99", "--format", "json", *options))
    assert [one["name"] for one in report["methods"]] == ["rationale", "occlusion"]
    assert (report["posts"], report["sample"], report["seed"]) == (1, 2, 3)


def test_the_table_and_markdown_are_printed(posts: str, tmp_path: Path) -> None:
    chosen = [posts, "--scorer", "embedded.v99", "--methods", "rationale"]
    assert "Flagged words against those that most people marked" in evaluate(*chosen).stdout
    out = tmp_path / "report.md"
    result = evaluate(*chosen, "--format", "markdown", "--out", str(out))
    assert (result.exit_code, result.stdout) == (0, "")
    assert "### Time per text" in out.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--methods", "ration"], "Unknown method 'ration'"),
        (["--methods", ","], "--methods names none."),
        (["--scorer", "linear", "--methods", "rationale"], "linear.v1 cannot be explained by rationale."),
        (["--scorer", "embedded.v99", "--methods", "attention"], "none with a cut of its own"),
        (["--splits", "x.json"], "--splits says where the splits are, but not which one."),
        (["--split", "test"], "Unknown split 'test'"),
    ],
)
def test_what_cannot_be_done_is_said(posts: str, arguments: list[str], message: str) -> None:
    result = evaluate(posts, *arguments)
    assert result.exit_code == 1
    assert message in result.stderr
