"""Two readers, three replies each, counted by hand."""

import pytest

from sayso.core import Attribute
from sayso.core.policy import Policy
from sayso.reader.simulation.contested import Contested
from sayso.reader.simulation.measuring import measure
from sayso.reader.simulation.replies import Turn
from sayso.reader.simulation.report import SimulationReport
from sayso.reader.simulation.run import Event, Plan, Sitting, record_sittings
from sayso.stats.resampling import Bootstrap

PLAIN = Contested(
    {Attribute.TOXICITY: 0.1}, is_strong=False, is_over=False, is_last=False, subjects=frozenset()
)
SILLY = Contested(
    {Attribute.TOXICITY: 0.4}, is_strong=True, is_over=False, is_last=False, subjects=frozenset({"silli"})
)
RUDE = Contested(
    {Attribute.TOXICITY: 0.9}, is_strong=True, is_over=True, is_last=True, subjects=frozenset({"idiot"})
)

PLAIN_SHOWN = Event(Turn("nice", "hello there"), PLAIN, "shown", "under", is_wanted=True)
RUDE_REPLACED = Event(Turn("idiot"), RUDE, "replaced", "over", is_wanted=False)
FIXED = (
    Sitting("1", "a", "fixed", (PLAIN_SHOWN, Event(Turn("silly"), SILLY, "replaced", "over", True))),
    Sitting("2", "b", "fixed", (RUDE_REPLACED, Event(Turn("silly"), SILLY, "replaced", "over", False))),
)
ASKED = Event(Turn("silly"), SILLY, "held", "between", True, looked=True, future="permit", named=("silly x",))
UNWANTED = Event(
    Turn("silly"), SILLY, "held", "between", False, looked=True, future="block", named=("silly x", "silly y")
)
DYNAMIC = (
    Sitting("1", "a", "dynamic", (PLAIN_SHOWN, ASKED)),
    Sitting("2", "b", "dynamic", (RUDE_REPLACED, UNWANTED)),
)


def count(*more: Sitting) -> SimulationReport:
    return measure(
        [*FIXED, *DYNAMIC, *more],
        Plan(Policy(), readers=2),
        source="a test",
        model="fake.v1",
        bootstrap=Bootstrap(50),
    )


def test_numbers_are_means_per_conversation() -> None:
    fixed, dynamic = count().methods
    assert (fixed.triggers.value, dynamic.triggers.value) == (1.5, 0.5)
    assert (fixed.over.value, fixed.whole_over.value, fixed.blocked.value) == (1.5, 0.0, 0.0)
    assert (fixed.previews.value, dynamic.previews.value) == (0.0, 1.0)
    assert (fixed.questions.value, dynamic.questions.value) == (0.0, 2.0)
    assert (fixed.wanted_lost.value, dynamic.wanted_lost.value) == (0.5, 0.0)
    assert (fixed.wanted_lost_share.value, dynamic.wanted_lost_share.value) == (0.5, 0.0)
    assert (fixed.unwanted_shown.value, dynamic.unwanted_shown.value) == (0.0, 0.0)
    assert (fixed.unwanted_chosen.value, dynamic.unwanted_chosen.value) == (0.0, 0.5)
    assert (fixed.over_shown, dynamic.over_shown) == (0, 0)


def test_the_report_says_what_the_conversations_were_like() -> None:
    report = count()
    assert (report.conversations, report.clusters, report.replies) == (2, 2, 3)
    assert (report.turns.value, report.strong.value, report.over.value, report.wanted.value) == (
        2,
        1.5,
        0.5,
        1,
    )
    assert report.answers == {"permit": 1, "block": 1, "ask": 0}
    assert report.ratio.value == pytest.approx(1 / 3)
    assert report.ratio.low <= report.ratio.value <= report.ratio.high


def test_a_declined_preview_asks_one_question_and_may_lose_a_wanted_reply() -> None:
    declined = Event(Turn("silly"), SILLY, "held", "between", True, looked=False, named=("silly x",))
    more = (Sitting("3", "c", "fixed", (PLAIN_SHOWN,)), Sitting("3", "c", "dynamic", (declined,)))
    _, dynamic = count(*more).methods
    assert dynamic.declined.value == pytest.approx(1 / 3)
    assert dynamic.questions.value == pytest.approx(5 / 3)
    assert dynamic.wanted_lost.value == pytest.approx(1 / 3)


def test_what_is_over_the_hard_limit_and_seen_is_counted() -> None:
    leak = Event(Turn("idiot"), RUDE, "shown", "permitted", is_wanted=False)
    more = (Sitting("3", "c", "fixed", (leak,)), Sitting("3", "c", "dynamic", (leak, leak)))
    report = count(*more)
    assert [one.over_shown for one in report.methods] == [1, 2]
    assert report.over_shown == 3
    assert report.methods[1].unwanted_shown.value == pytest.approx(2 / 3)


def test_conversations_that_several_readers_had_are_redrawn_whole() -> None:
    more = (Sitting("3", "b", "fixed", ()), Sitting("3", "b", "dynamic", ()))
    assert count(*more).clusters == 2


def test_a_filter_that_never_triggers_has_no_ratio() -> None:
    quiet = [Sitting("1", "a", name, (PLAIN_SHOWN,)) for name in ("fixed", "dynamic")]
    report = measure(quiet, Plan(readers=1), source="", model="", bootstrap=Bootstrap(5))
    assert report.ratio.value != report.ratio.value


def test_sittings_become_records() -> None:
    records = record_sittings([*FIXED, *DYNAMIC], groups={"silly": ("clowns",)})
    first = records[0]
    assert [(one.side, one.text, one.outcome, one.groups) for one in first.messages] == [
        ("reader", "hello there", None, ()),
        ("model", "nice", "shown", ()),
        ("model", "silly", "replaced", ("clowns",)),
    ]
    assert first.messages[2].scores == {Attribute.TOXICITY: 0.4}
    assert [(one.text, one.ruling) for one in records[3].rulings] == [
        ("silly x", "block"),
        ("silly y", "block"),
    ]


def test_not_to_look_is_recorded_as_blocking() -> None:
    declined = Event(Turn("silly"), SILLY, "held", "between", True, looked=False, named=("silly x",))
    (record,) = record_sittings([Sitting("1", "a", "dynamic", (declined,))])
    assert [(one.text, one.ruling) for one in record.rulings] == [("silly x", "block")]
