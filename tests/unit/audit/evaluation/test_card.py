from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sayso.audit.evaluation.card import Facts, Source, make_card, read_facts
from sayso.audit.evaluation.report import Report
from sayso.core.errors import BadFile, BadInput

MakeReport = Callable[..., Report]


FACTS: dict[str, Any] = {
    "model": "fake.v1",
    "summary": "Looks for rude words.",
    "uses": ["Tests."],
    "must_not": ["Be used on people."],
    "failures": ["Irony."],
    "data": [{"name": "Set", "source": "Nobody 2020", "licence": "CC0", "examples": 1200}],
}
TOML = """
model = "fake.v1"
summary = "Looks for rude words."
uses = ["Tests."]
must_not = ["Be used on people."]
failures = ["Irony."]
[[data]]
name = "Set"
source = "Nobody 2020"
licence = "CC0"
examples = 1200
"""


def test_the_card_has_the_facts_and_the_findings(make_report: MakeReport) -> None:
    card = make_card(Facts.model_validate(FACTS), [make_report()], picture="fake.svg")
    assert card.startswith("# Model card: fake.v1\n")
    for part in (
        "## What it must not be used for\n\n- Be used on people.",
        "| Set | Nobody 2020 | CC0 | 1,200 |",
        "| set.csv | bad | TOXICITY | false alarms | 0.250 [0.100, 0.400] | 40 |",
        "| set.csv |  |  | character F1 | 0.700 [0.600, 0.800] | 12 |",
        "![Results with intervals](fake.svg)",
        "by identity term, all 2",
        "| tall & <big> | 20 | 0.500 [0.300, 0.700] | – | 0.500 [0.300, 0.700] |",
        "## Known failures\n\n- Irony.",
        "- Texts are flagged at or over 0.5.",
        "- A note.",
    ):
        assert part in card
    assert "ROC-AUC | –" not in card  # what is undefined is no result


def test_the_card_shows_the_worst_groups_of_many(make_report: MakeReport) -> None:
    rows = [(f"group {number:02}", 0.2, 0.1, 0.3) for number in range(12)]
    card = make_card(Facts.model_validate(FACTS), [make_report(rows)])
    assert "the worst 10 of 12" in card
    assert "group 09" in card
    assert "group 10" not in card


def test_a_report_on_another_model_does_not_get_into_the_card(make_report: MakeReport) -> None:
    with pytest.raises(BadInput, match=r"set.csv is about other.v1, not about fake.v1"):
        make_card(Facts.model_validate(FACTS), [replace(make_report(), model="other.v1")])


def test_facts_are_read_from_toml(tmp_path: Path) -> None:
    path = tmp_path / "facts.toml"
    path.write_text(TOML)
    facts = read_facts(path)
    assert facts == Facts.model_validate(FACTS)
    assert facts.data == (Source(name="Set", source="Nobody 2020", licence="CC0", examples=1200),)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("model = ", "facts.toml is not TOML"),
        (TOML.replace('licence = "CC0"\n', ""), r"facts.toml, field 'data.0.licence': field required"),
        ("colour = 1\n" + TOML, "facts.toml, field 'colour': extra inputs are not permitted"),
    ],
)
def test_what_is_wrong_with_facts_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "facts.toml"
    with pytest.raises(BadFile, match="The facts cannot be read"):
        read_facts(path)
    path.write_text(content)
    with pytest.raises(BadFile, match=message):
        read_facts(path)
