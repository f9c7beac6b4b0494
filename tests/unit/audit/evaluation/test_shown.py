"""A report as JSON, tables, a picture and a card."""

import json
from collections.abc import Sequence
from dataclasses import replace
from math import nan
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sayso.audit.evaluation.card import Facts, Source, make_card, read_facts
from sayso.audit.evaluation.picture import ACCENT, draw_report
from sayso.audit.evaluation.report import (
    GroupReport,
    GroupRow,
    JudgementReport,
    Measure,
    Report,
    read_report,
    to_json,
)
from sayso.audit.evaluation.tables import make_markdown, make_table
from sayso.core.errors import BadFile, BadInput
from sayso.stats import Interval
from sayso.stats.reliability import ReliabilityBin

NONE = Interval(nan, nan, nan)


def group(name: str, value: float, low: float, high: float, texts: int = 20) -> GroupRow:
    return GroupRow(
        name, texts, 0, Interval(1 - value, 1 - high, 1 - low), NONE, Interval(value, low, high), NONE
    )


def make_report(rows: Sequence[GroupRow] | None = None) -> Report:
    groups = (
        rows if rows is not None else [group("tall & <big>", 0.5, 0.3, 0.7), group("deaf", 0.0, 0.0, 0.2)]
    )
    measures = (
        Measure("ROC-AUC", NONE, 40),
        Measure("false alarms", Interval(0.25, 0.1, 0.4), 40),
        Measure("calibration error", Interval(0.05, 0.04, 0.07), 40),
    )
    judgement = JudgementReport(
        "bad",
        "TOXICITY",
        40,
        0,
        measures,
        (GroupReport("identity term", "false alarms", tuple(groups)),),
        (ReliabilityBin(20, 0.1, Interval(0.0, 0.0, 0.2)), ReliabilityBin(20, 0.6, Interval(0.5, 0.3, 0.7))),
    )
    whole = (Measure("character F1", Interval(0.7, 0.6, 0.8), 12),)
    return Report("madlibs", "set.csv", "fake.v1", 40, 0.5, 0.5, 500, 0, whole, (judgement,), ("A note.",))


def test_a_report_survives_being_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(to_json(make_report()))
    assert json.loads(path.read_text())["judgements"][0]["measures"][0]["interval"]["value"] is None
    read = read_report(path)
    assert to_json(read) == to_json(make_report())
    assert read.judgements[0].groups[0].rows[0].group == "tall & <big>"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "report.json is not JSON"),
        ('{"kind": "madlibs"}', "report.json is not a report of Sayso's: see"),
    ],
)
def test_a_file_that_is_no_report_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "report.json"
    with pytest.raises(BadFile, match="The report cannot be read"):
        read_report(path)
    path.write_text(content)
    with pytest.raises(BadFile, match=message) as caught:
        read_report(path)
    assert "--format json" in caught.value.hint


def test_the_table_has_every_number_with_interval_and_count() -> None:
    table = make_table(make_report())
    assert table.startswith("fake.v1 on set.csv (madlibs): 40 texts, flagged at or over 0.5.\n")
    assert "all                character F1       0.700 [0.600, 0.800]  12\n" in table
    assert "bad     TOXICITY   false alarms       0.250 [0.100, 0.400]  40\n" in table
    assert "bad     TOXICITY   ROC-AUC            –                     40\n" in table
    assert "TOXICITY against 'bad', by identity term, worst 'false alarms' first" in table
    assert table.index("tall & <big>") < table.index("deaf")
    assert "A note.\n" in table
    assert "lower is better" in table


def test_markdown_cells_cannot_break_the_table() -> None:
    markdown = make_markdown(make_report([group("a|b\nc", 0.5, 0.3, 0.7)]))
    assert "| a\\|b c | 20 | 0 | 0.500 [0.300, 0.700] | – | 0.500 [0.300, 0.700] | – |" in markdown
    assert "| --- | --- |" in markdown
    assert "- A note." in markdown


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts_of(svg: str) -> list[str]:
    return [element.text or "" for element in parse(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_is_labelled_and_described_for_screen_readers() -> None:
    svg = draw_report(make_report())
    root = parse(svg)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"] == "t d"
    title, description = root[0], root[1]
    assert title.text == "fake.v1 on set.csv (madlibs): 40 texts, flagged at or over 0.5."
    assert description.text is not None
    assert "character F1 0.700 [0.600, 0.800], 12 texts." in description.text
    assert "the worst of 2 is tall & <big>: false alarms 0.500 [0.300, 0.700]." in description.text
    texts = texts_of(svg)
    assert "tall & <big>" in texts
    assert "0.500 [0.300, 0.700], n 20" in texts
    assert "dashed: all texts, 0.250" in texts
    assert "calibration error 0.050 [0.040, 0.070]" in texts


def accented(svg: str) -> list[str]:
    elements = parse(svg).iter("{http://www.w3.org/2000/svg}text")
    return [element.text or "" for element in elements if element.attrib.get("class") == "w"]


def test_only_groups_surely_worse_than_all_texts_are_accented() -> None:
    # All texts: 0.25 false alarms. The interval of the first lies above it, that of the second holds it.
    svg = draw_report(make_report([group("tall", 0.5, 0.3, 0.7), group("few", 0.5, 0.1, 0.9)]))
    assert accented(svg) == ["tall"]
    assert ACCENT in svg


def test_a_long_list_is_cut_and_says_so() -> None:
    rows = [group(f"group {number}", 0.2, 0.1, 0.3) for number in range(65)]
    texts = texts_of(draw_report(make_report(rows)))
    assert "group 59" in texts
    assert "group 60" not in texts
    assert "dashed: all texts, 0.250; 5 better ones are not drawn" in texts


def test_a_report_with_marked_words_alone_is_drawn_too() -> None:
    texts = texts_of(draw_report(replace(make_report(), judgements=())))
    assert "character F1" in texts


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


def test_the_card_has_the_facts_and_the_findings() -> None:
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


def test_the_card_shows_the_worst_groups_of_many() -> None:
    rows = [group(f"group {number:02}", 0.2, 0.1, 0.3) for number in range(12)]
    card = make_card(Facts.model_validate(FACTS), [make_report(rows)])
    assert "the worst 10 of 12" in card
    assert "group 09" in card
    assert "group 10" not in card


def test_a_report_on_another_model_does_not_get_into_the_card() -> None:
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
