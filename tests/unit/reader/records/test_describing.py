"""Tables 1 and 2 of two short conversations, worked out by hand."""

from math import isnan

import pytest

from sayso.core import Attribute
from sayso.reader.records import Message, Record, Ruled, describe
from sayso.reader.records.conversation import Answer
from sayso.reader.records.report import Metric, Spread

SCORES = {Attribute.TOXICITY: 0.2, Attribute.INSULT: 0.1}
FIRST = Record(
    "ann",
    "1",
    "fixed",
    (
        Message("reader", "hello there"),  # 2 words, 11 characters
        Message("model", "hi", "shown", SCORES, ("women",)),
        Message("reader", "why"),  # 1 word, 3 characters
        Message("model", "what a day", "replaced", {Attribute.TOXICITY: 0.6}, ("women", "men")),
    ),
)
SECOND = Record("bob", "2", "fixed", (Message("model", "hi", "replaced", SCORES),))
THIRD = Record(
    "ann",
    "3",
    "dynamic",
    (Message("reader", "so"), Message("model", "hi", "held", SCORES, ("men",))),
    (Ruled("Silly day", "permit"), Ruled("silly hat", "permit")),
)
FOURTH = Record("bob", "4", "dynamic", (), (Ruled("silly day", "permit"), Ruled("silly day", "block")))
REPORT = describe([FIRST, SECOND, THIRD, FOURTH], source="a test")


def find(name: str, method: str) -> Spread:
    metrics: tuple[Metric, ...] = (*REPORT.interaction, *REPORT.toxicity)
    (found,) = (one.spread for one in metrics if (one.name, one.method) == (name, method))
    return found


@pytest.mark.parametrize(
    ("name", "mean", "median"),
    [
        ("Interaction count", 1.5, 1.5),  # 2 messages, and 1 reply where only replies were recorded
        ("Reader's average word count", 1.5, 1.5),  # (2 + 1) / 2; the second conversation has none
        ("Reader's average character count", 7, 7),
        ("Model's average word count", 1.5, 1.5),  # (1 + 3) / 2 and 1
        ("Model's average character count", 4, 4),  # (2 + 10) / 2 and 2
        ("Safe responses", 1, 1),
        ("Mean TOXICITY", 0.3, 0.3),  # (.2 + .6) / 2 and .2
        ("Mean INSULT", 0.1, 0.1),  # only messages that have the score
    ],
)
def test_a_number_is_made_per_conversation_and_then_spread_over_them(
    name: str, mean: float, median: float
) -> None:
    spread = find(name, "fixed")
    assert (spread.mean, spread.median) == (pytest.approx(mean), pytest.approx(median))


def test_the_deviation_is_that_of_a_sample() -> None:
    assert find("Interaction count", "fixed").deviation == pytest.approx(0.5**0.5)
    assert isnan(
        find("Reader's average word count", "fixed").deviation
    )  # one conversation has readers' words
    assert find("Safe responses", "dynamic") == Spread(0, 0, 0, 2)


def test_fixed_stands_before_dynamic_and_what_is_not_there_is_left_out() -> None:
    assert [one.method for one in REPORT.interaction[:2]] == ["fixed", "dynamic"]
    only = describe([FIRST], source="a test")
    assert {one.method for one in (*only.interaction, *only.toxicity)} == {"fixed"}


def test_nothing_recorded_is_an_empty_report() -> None:
    report = describe([], source="a test")
    assert (report.interaction, report.toxicity, report.rulings, report.groups) == ((), (), (), ())
    assert isnan(Spread.of([]).mean)


def test_rulings_are_added_up_by_readers_and_times() -> None:
    assert [(one.term, one.ruling, one.readers, one.times) for one in REPORT.rulings] == [
        ("silly day", "permit", 2, 2),
        ("silly day", "block", 1, 1),
        ("silly hat", "permit", 1, 1),
    ]


def test_triggers_are_counted_by_the_group_that_a_reply_names() -> None:
    rows = {(one.group, one.method): one for one in REPORT.groups}
    assert rows["women", "fixed"].triggers.value == 0.5  # one of two replies
    assert rows["men", "fixed"].triggers.value == 1.0
    assert rows["no group", "fixed"].replies == 1
    assert (rows["men", "dynamic"].triggers.value, rows["men", "dynamic"].previews.value) == (0.0, 1.0)


def test_groups_are_left_out_where_nobody_could_tell() -> None:
    assert describe([SECOND], source="a test").groups == ()


def test_both_answers_are_counted_once_for_each_reply() -> None:
    answers = (
        Answer(True, "permit"),
        Answer(True, "permit"),
        Answer(True, "ask"),
        Answer(False),
        Answer(None),
    )
    report = describe([Record("r1", "c1", "dynamic", (), answers=answers)], source="test")
    assert [
        (one.question[:2], one.answer, one.count, round(one.share.value, 2)) for one in report.answers
    ] == [
        ("a1", "yes", 3, 0.75),
        ("a1", "no", 1, 0.25),
        ("a2", "no", 2, 0.67),
        ("a2", "yes", 0, 0.0),
        ("a2", "ask me again", 1, 0.33),
    ]
    assert describe([], source="test").answers == ()
