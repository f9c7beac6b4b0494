from collections.abc import Sequence
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.audit.evaluation.asking import Answers
from sayso.audit.evaluation.cases import Array, Cases, ClassLabels, Grouping, Rate, judge
from sayso.audit.evaluation.measuring import measure
from sayso.audit.evaluation.report import GroupReport, Report
from sayso.core import Attribute
from sayso.stats.resampling import Bootstrap

Group = tuple[str, ...]


def report_on(
    labels: Sequence[float],
    scores: Sequence[float],
    *,
    groups: Sequence[Group] | None = None,
    shown: Rate = "right",
    threshold: float = 0.5,
) -> Report:
    groupings = [Grouping("group", groups, shown)] if groups is not None else []
    judgements = judge("rude", [Attribute.INSULT], labels, *groupings)
    cases = Cases("generic", "set.csv", tuple("x" for _ in labels), judgements)
    column: Array = np.asarray(scores, np.float64)
    answers = Answers("fake.v1", {Attribute.INSULT: column})
    return measure(cases, answers, threshold=threshold, bootstrap=Bootstrap(20))


def values(report: Report) -> dict[str, float]:
    return {one.name: one.interval.value for one in report.judgements[0].measures}


def test_the_numbers_are_as_worked_out_by_hand() -> None:
    report = report_on([1, 1, 0, 0, nan], [0.9, 0.3, 0.5, 0.1, 0.9])
    assert (report.texts, report.judgements[0].texts, report.judgements[0].positives) == (5, 4, 2)
    found = values(report)
    assert found["ROC-AUC"] == 0.75  # 0.9 beats both, 0.3 beats 0.1 alone: 3 of 4 pairs
    assert found["average precision"] == pytest.approx((1 + 2 / 3) / 2)
    assert found["right"] == 0.5  # 0.9 and 0.1; 0.5 is flagged, being at the threshold
    assert found["found"] == 0.5
    assert found["false alarms"] == 0.5
    assert found["macro-F1"] == 0.5  # each class: 1 hit, 1 false alarm, 1 miss
    # 15 bins hold a text each: gaps 0.1, 0.7, 0.5, 0.1.
    assert found["calibration error"] == pytest.approx(1.4 / 4)
    assert [one.texts for one in report.judgements[0].measures] == [4, 4, 4, 4, 2, 2, 4]


def test_another_threshold_flags_other_texts() -> None:
    found = values(report_on([1, 1, 0, 0], [0.9, 0.3, 0.5, 0.1], threshold=0.2))
    assert (found["found"], found["false alarms"]) == (1.0, 0.5)


def test_shares_have_wilsons_interval_and_the_rest_a_bootstrap_one() -> None:
    labels = [1.0] * 50 + [0.0] * 50
    report = report_on(labels, list(np.linspace(0.9, 0.1, 100)))
    by_name = {one.name: one.interval for one in report.judgements[0].measures}
    # 50 of 50 found: low = 1 / (1 + z²/n) with z = 1.96, z²/n = 3.8415/50
    assert by_name["found"].low == pytest.approx(1 / (1 + 3.8415 / 50), abs=1e-4)
    assert by_name["calibration error"].low < by_name["calibration error"].value < 1
    assert report == report_on(labels, list(np.linspace(0.9, 0.1, 100)))  # the same seed, the same interval


def group_report(report: Report) -> GroupReport:
    return report.judgements[0].groups[0]


GROUPS: list[Group] = [("a",), ("a", "b"), ("b",), ("c",), ()]


def test_groups_come_worst_first_with_their_own_rates() -> None:
    report = report_on([1, 0, 0, 1, 1], [0.9, 0.8, 0.1, 0.9, 0.0], groups=GROUPS)
    a, b, c = group_report(report).rows
    # a: 0.9 right, 0.8 a false alarm. b: 0.8 a false alarm, 0.1 right. c: right. Equals by name.
    assert [(row.group, row.texts, row.positives, row.right.value) for row in (a, b, c)] == [
        ("a", 2, 1, 0.5),
        ("b", 2, 0, 0.5),
        ("c", 1, 1, 1.0),
    ]
    assert (a.found.value, a.false_alarms.value, b.false_alarms.value) == (1.0, 1.0, 0.5)
    assert isnan(b.found.value)
    assert (a.count("right"), a.count("found"), a.count("false alarms")) == (2, 1, 1)


def test_where_false_alarms_matter_the_highest_come_first_and_the_undefined_last() -> None:
    report = report_on([1, 0, 0, 1, 1], [0.9, 0.8, 0.1, 0.9, 0.0], groups=GROUPS, shown="false alarms")
    assert [row.group for row in group_report(report).rows] == ["a", "b", "c"]
    assert [row.rate("false alarms").value for row in group_report(report).rows][:2] == [1.0, 0.5]


def test_among_equals_the_group_that_is_less_often_right_comes_first() -> None:
    # No false alarms anywhere; b misses its positive text.
    report = report_on(
        [0, 1, 0, 1], [0.1, 0.9, 0.1, 0.2], groups=[("a",)] * 2 + [("b",)] * 2, shown="false alarms"
    )
    assert [row.group for row in group_report(report).rows] == ["b", "a"]


def test_texts_that_were_not_judged_are_in_no_group() -> None:
    report = report_on([nan, 1], [0.9, 0.9], groups=[("a",), ("b",)])
    assert [row.group for row in group_report(report).rows] == ["b"]


def test_a_groups_ranking_is_judged_only_with_enough_of_both_kinds() -> None:
    labels = [1.0] * 10 + [0.0] * 10
    enough = report_on(labels, labels, groups=[("a",)] * 20)
    too_few = report_on(labels[1:], labels[1:], groups=[("a",)] * 19)
    assert group_report(enough).rows[0].auc.value == 1.0
    assert isnan(group_report(too_few).rows[0].auc.value)


def test_classes_are_told_apart_by_the_highest_column() -> None:
    cases = Cases(
        "hatexplain", "s", ("a", "b", "c"), classes=ClassLabels(("x", "y", "z"), np.array([0, 1, 2]))
    )
    columns = {"x": [0.8, 0.2, 0.5], "y": [0.1, 0.6, 0.1], "z": [0.1, 0.2, 0.4]}
    answers = Answers("m", {}, classes={name: np.array(column) for name, column in columns.items()})
    macro, ranking = measure(cases, answers).measures
    # Guessed x, y, x: F1 of x is 2/3, of y 1, of z 0. Every pair is ranked rightly.
    assert (macro.name, macro.interval.value) == ("macro-F1", pytest.approx((2 / 3 + 1) / 3))
    assert (ranking.name, ranking.interval.value) == ("ROC-AUC", 1.0)


def test_labels_of_one_kind_leave_the_ranking_undefined() -> None:
    found = values(report_on([1, 1], [0.2, 0.9]))
    assert isnan(found["ROC-AUC"])
    assert isnan(found["false alarms"])
    assert found["found"] == 0.5


ROWS = st.lists(
    st.tuples(st.sampled_from([0.0, 1.0, nan]), st.floats(0, 1), st.sampled_from(["a", "b", "c"])),
    min_size=1,
    max_size=25,
)


@given(ROWS.flatmap(lambda rows: st.tuples(st.just(rows), st.permutations(rows))))
def test_the_order_of_texts_and_groups_does_not_matter(
    both: tuple[list[tuple[float, float, str]], list[tuple[float, float, str]]],
) -> None:
    one, other = (
        report_on([row[0] for row in rows], [row[1] for row in rows], groups=[(row[2],) for row in rows])
        for rows in both
    )
    rates = [
        [
            (row.group, row.texts, row.positives, str(row.right), str(row.found))
            for row in group_report(each).rows
        ]
        for each in (one, other)
    ]
    assert rates[0] == rates[1]
    for name, value in values(one).items():
        if name != "calibration error":  # bins cut through equal scores, which come in any order
            assert value == pytest.approx(values(other)[name], nan_ok=True)
