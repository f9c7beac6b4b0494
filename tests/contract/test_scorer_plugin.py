"""A package of somebody else adds a scorer by an entry point."""

import subprocess
import sys
from pathlib import Path

import pytest

MODULE = """
from sayso.core import Attribute, Scores

class ShoutingScorer:
    name = "shouting.v1"
    attributes = frozenset({Attribute.TOXICITY})

    def score(self, texts):
        column = [1.0 if text.isupper() else 0.0 for text in texts]
        return Scores(self.name, {Attribute.TOXICITY: column})

def build(argument, context, create):
    return ShoutingScorer()
"""
ENTRY_POINTS = """
[sayso.scorers]
shouting = shouting_scorer:build
crooked = shouting_scorer:no_such_thing
"""
PROGRAM = """
import sys
from sayso.core.errors import SaysoError
from sayso.scoring import ScorerContext, ScorerRegistry

registry = ScorerRegistry.from_entry_points()
for spec in sys.argv[1:]:
    try:
        scores = registry.create(spec, ScorerContext()).score(["WHY", "why"])
        print(scores.model, *[[float(value) for value in column] for column in scores.columns.values()])
    except SaysoError as error:
        print(error.message)
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "shouting_scorer.py").write_text(MODULE)
    info = tmp_path / "shouting_scorer-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting-scorer\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "words.txt").write_text("why\n")
    return tmp_path


def run(site: Path, *specs: str) -> list[str]:
    """In a process of its own, as an installed package would be found."""
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(site)!r})\n{PROGRAM}", *specs]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def test_a_package_adds_a_scorer_and_others_can_be_combined_with_it(site: Path) -> None:
    words = site / "words.txt"
    assert run(site, "shouting", "shouting.v1", f"highest:shouting,blocklist:{words}") == [
        "shouting.v1 [1.0, 0.0]",
        "shouting.v1 [1.0, 0.0]",
        "highest(shouting.v1+blocklist.v1-7c870b5a) [1.0, 1.0] [1.0, 1.0]",
    ]


def test_a_crooked_entry_is_named_with_its_package_and_harms_no_other(site: Path) -> None:
    assert run(site, "shouting", "crooked") == [
        "shouting.v1 [1.0, 0.0]",
        "The scorer 'crooked' (shouting-scorer, shouting_scorer:no_such_thing) cannot be loaded: "
        "AttributeError: module 'shouting_scorer' has no attribute 'no_such_thing'.",
    ]


def test_a_name_nobody_has_is_answered_with_theirs_too(site: Path) -> None:
    (message,) = run(site, "shoutin")
    assert "shouting" in message
    assert message.endswith("Did you mean 'shouting'?")
