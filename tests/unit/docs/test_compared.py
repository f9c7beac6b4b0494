"""The page of hard sentences: how its tables are made, and that they show today's sentences and scores."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sayso.core import Attribute
from sayso.scoring.registry import ScorerContext, ScorerRegistry
from sayso.scoring.weight_files import ENCODER

DOCS = Path(__file__).parents[3] / "docs"
ROW = re.compile(r"^\| (?P<text>.+?) \| (?P<reader>ok|not ok) \| (?P<scores>[\d.* |]+) \|$", re.MULTILINE)
OURS = ("embedded", "linear") if ENCODER.list(None) else ("linear",)


@pytest.fixture(scope="module")
def compare() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compare", DOCS / "compare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["compare"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def page() -> str:
    return (DOCS / "explanation" / "hard-sentences.md").read_text()


def make_kinds(compare: ModuleType) -> Any:
    first = compare.Kind("One", "Why one.", (compare.Sentence("good | fine", True),))
    return [first, compare.Kind("Two", "Why two.", (compare.Sentence("bad", False),))]


def test_a_score_is_bold_where_it_makes_the_scorer_wrong(compare: ModuleType) -> None:
    alarm = compare.Column("alarm", "alarm.v1", 0.5, [0.5, 0.9])
    miss = compare.Column("miss", "miss.v1", 0.7, [0.69, 0.2])
    tables = compare.make_tables(make_kinds(compare), [alarm, miss])
    assert "| good \\| fine | ok | **0.50** | 0.69 |" in tables
    assert "| bad | not ok | 0.90 | **0.20** |" in tables
    assert tables.startswith(
        "### One\n\nWhy one.\n\n| sentence | reader | alarm | miss |\n|---|---|---:|---:|\n"
    )


def test_a_scorer_with_two_columns_finds_what_either_finds(compare: ModuleType) -> None:
    columns = [
        compare.Column("both TOXICITY", "both.v1", 0.5, [0.1, 0.2]),
        compare.Column("both IDENTITY_ATTACK", "both.v1", 0.5, [0.6, 0.8]),
    ]
    tables = compare.make_tables(make_kinds(compare), columns)
    assert "| ok | 0.10 | **0.60** |" in tables
    assert "| bad | not ok | 0.20 | 0.80 |" in tables


def test_the_summary_counts_errors_in_both_directions(compare: ModuleType) -> None:
    columns = [
        compare.Column("wrong", "wrong.v1", 0.5, [0.9, 0.1]),
        compare.Column("right TOXICITY", "right.v1", 0.5, [0.1, 0.2]),
        compare.Column("right IDENTITY_ATTACK", "right.v1", 0.5, [0.1, 0.8]),
    ]
    block = compare.make_block(make_kinds(compare), columns, date="2031-05-01")
    assert "Scored on 2031-05-01." in block
    assert "| scorer | cut | right, of 2 | false alarms, of 1 | misses, of 1 |" in block
    assert "| `wrong.v1` | 0.5 | 0 | 1 | 1 |" in block
    assert "| `right.v1` | 0.5 | 2 | 0 | 0 |" in block


def test_there_are_thirty_sentences_each_once(compare: ModuleType) -> None:
    texts = [sentence.text for sentence in compare.list_sentences(compare.read_kinds(compare.SENTENCES))]
    assert len(texts) == len(set(texts)) == 30


def test_the_page_shows_the_sentences_of_the_file(compare: ModuleType, page: str) -> None:
    shown = [(row["text"], row["reader"] == "ok") for row in ROW.finditer(page)]
    sentences = compare.list_sentences(compare.read_kinds(compare.SENTENCES))
    assert shown == [(sentence.text, sentence.ok) for sentence in sentences]


@pytest.mark.parametrize("name", OURS)
def test_the_page_shows_what_the_shipped_models_say(name: str, page: str) -> None:
    head = next(line for line in page.splitlines() if line.startswith("| sentence |"))
    place = [cell.strip() for cell in head.split("|")].index(f"{name} TOXICITY") - 3
    rows = list(ROW.finditer(page))
    shown = [float(row["scores"].split("|")[place].strip(" *")) for row in rows]
    scorer = ScorerRegistry.from_entry_points().create(name, ScorerContext())
    scores = scorer.score([row["text"] for row in rows])
    assert f"`{scores.model}`" in page
    assert scores.columns[Attribute.TOXICITY] == pytest.approx(
        shown, abs=0.03
    )  # rounding, and kernels that differ by CPU


def test_the_page_warns_before_it_quotes(page: str) -> None:
    assert page.index("!!! warning") < page.index("| sentence |")
