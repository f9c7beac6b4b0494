from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

from sayso.audit.evaluation.picture import ACCENT, draw_report
from sayso.audit.evaluation.report import Measure, Report
from sayso.stats import Interval

MakeReport = Callable[..., Report]


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts_of(svg: str) -> list[str]:
    return [element.text or "" for element in parse(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_is_labelled_and_described_for_screen_readers(make_report: MakeReport) -> None:
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


def test_only_groups_surely_worse_than_all_texts_are_accented(make_report: MakeReport) -> None:
    # All texts: 0.25 false alarms. The interval of the first lies above it, that of the second holds it.
    svg = draw_report(make_report([("tall", 0.5, 0.3, 0.7), ("few", 0.5, 0.1, 0.9)]))
    assert accented(svg) == ["tall"]
    assert ACCENT in svg


def test_where_high_is_good_the_groups_surely_below_all_texts_are_accented(make_report: MakeReport) -> None:
    report = make_report([("tall", 0.5, 0.3, 0.7), ("few", 0.5, 0.1, 0.9)])
    (judgement,) = report.judgements
    right = Measure("right", Interval(0.75, 0.7, 0.8), 40)  # the groups: 0.5 [0.3, 0.7] and 0.5 [0.1, 0.9]
    groups = tuple(replace(group, shown="right") for group in judgement.groups)
    changed = replace(judgement, measures=(*judgement.measures, right), groups=groups)
    assert accented(draw_report(replace(report, judgements=(changed,)))) == ["tall"]


def test_a_long_list_is_cut_and_says_so(make_report: MakeReport) -> None:
    rows = [(f"group {number}", 0.2, 0.1, 0.3) for number in range(65)]
    texts = texts_of(draw_report(make_report(rows)))
    assert "group 59" in texts
    assert "group 60" not in texts
    assert "dashed: all texts, 0.250; 5 better ones are not drawn" in texts


def test_a_report_with_marked_words_alone_is_drawn_too(make_report: MakeReport) -> None:
    texts = texts_of(draw_report(replace(make_report(), judgements=())))
    assert "character F1" in texts


def test_where_there_are_no_groups_or_nothing_is_defined_nothing_is_drawn(make_report: MakeReport) -> None:
    texts = texts_of(draw_report(make_report([])))
    assert not any("by identity term" in text for text in texts)
    (judgement,) = make_report([]).judgements
    undefined = replace(judgement, measures=judgement.measures[:1], groups=(), bins=())
    texts = texts_of(draw_report(replace(make_report([]), judgements=(undefined,))))
    assert "TOXICITY against “bad”" not in texts
