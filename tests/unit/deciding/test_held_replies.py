"""The two questions about a held reply: held at 12:00 for a day, kept for 10 minutes once answered."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.errors import AlreadyAnswered, BadInput, QuestionExpired
from sayso.deciding.held_replies import (
    OPEN,
    UNDO_FOR,
    Act,
    Expire,
    Future,
    HeldState,
    Question,
    Step,
    Undo,
    View,
    advance,
    find_state,
    may_be_read,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(hours=24)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
YES, NO, UNDO, EXPIRE = View(True), View(False), Undo(), Expire()
PERMIT, BLOCK = Future("permit"), Future("block", "always")

WAITING = Question(is_asked=True, created_at=NOON, lasts_until=NOON + DAY, expires_at=NOON + DAY)
REPLACED = replace(WAITING, is_asked=False)


def walk(question: Question, events: Sequence[Act | Expire], *, now: datetime = NOON) -> Question:
    for event in events:
        question = advance(question, event, now=now).question
    return question


VIEWED, DECLINED = walk(WAITING, [YES]), walk(WAITING, [NO])
ANSWERED = walk(WAITING, [YES, PERMIT])
EXPIRED = walk(WAITING, [EXPIRE], now=NOON + DAY)
LATE = NOON + DAY + HOUR


@pytest.mark.parametrize(
    ("before", "event", "now", "state", "is_new"),
    [
        (WAITING, YES, NOON, "viewed", True),
        (WAITING, NO, NOON, "declined", True),
        (WAITING, UNDO, NOON, "waiting", False),
        (WAITING, EXPIRE, NOON + DAY - MINUTE, "waiting", False),
        (WAITING, EXPIRE, NOON + DAY, "expired", True),
        (VIEWED, YES, NOON, "viewed", False),
        (VIEWED, PERMIT, NOON, "answered", True),
        (VIEWED, Future("ask"), NOON, "answered", True),
        (VIEWED, BLOCK, NOON + DAY - MINUTE, "answered", True),
        (VIEWED, UNDO, NOON, "waiting", True),
        (VIEWED, UNDO, LATE, "expired", True),
        (VIEWED, EXPIRE, NOON + DAY, "expired", True),
        (DECLINED, NO, NOON, "declined", False),
        (DECLINED, NO, LATE, "declined", False),
        (DECLINED, UNDO, NOON + UNDO_FOR - MINUTE, "waiting", True),
        (DECLINED, UNDO, NOON + UNDO_FOR, "expired", True),
        (DECLINED, EXPIRE, LATE, "declined", True),
        (ANSWERED, YES, NOON, "answered", False),
        (ANSWERED, PERMIT, NOON, "answered", False),
        (ANSWERED, PERMIT, LATE, "answered", False),
        (ANSWERED, UNDO, NOON + UNDO_FOR - MINUTE, "waiting", True),
        (ANSWERED, UNDO, NOON + UNDO_FOR, "expired", True),
        (ANSWERED, EXPIRE, LATE, "answered", True),
        (EXPIRED, UNDO, LATE, "expired", False),
        (EXPIRED, EXPIRE, LATE, "expired", False),
        (REPLACED, UNDO, NOON, "none", False),
        (REPLACED, EXPIRE, NOON, "none", False),
        (REPLACED, EXPIRE, LATE, "none", True),
    ],
)
def test_what_an_event_makes_of_a_question(
    before: Question, event: Act | Expire, now: datetime, state: HeldState, is_new: bool
) -> None:
    step = advance(before, event, now=now)
    assert (find_state(step.question, now), step.is_new) == (state, is_new)
    assert is_new == (step.question != before)


@pytest.mark.parametrize(
    ("before", "event", "now", "error", "says"),
    [
        (WAITING, PERMIT, NOON, BadInput, "first question is not answered yet"),
        (
            WAITING,
            YES,
            NOON + DAY,
            QuestionExpired,
            "open until 2026-03-02 12:00 UTC, and the reply is gone.",
        ),
        (WAITING, NO, LATE, QuestionExpired, "open until"),
        (WAITING, PERMIT, LATE, QuestionExpired, "open until"),
        (VIEWED, NO, NOON, AlreadyAnswered, r"answered before: see it\."),
        (VIEWED, YES, NOON + DAY, QuestionExpired, "open until"),
        (VIEWED, PERMIT, NOON + DAY, QuestionExpired, "open until"),
        (DECLINED, YES, NOON, AlreadyAnswered, r"answered before: not see it\."),
        (DECLINED, YES, LATE, AlreadyAnswered, "not see it"),
        (DECLINED, PERMIT, NOON, AlreadyAnswered, "not see it"),
        (ANSWERED, NO, NOON, AlreadyAnswered, r"answered before: see it\."),
        (ANSWERED, Future("block"), NOON, AlreadyAnswered, r"permit \(conversation\)"),
        (ANSWERED, Future("permit", "always"), LATE, AlreadyAnswered, r"permit \(conversation\)"),
        (EXPIRED, YES, NOON, QuestionExpired, "open until"),
        (EXPIRED, PERMIT, NOON, QuestionExpired, "open until"),
        (REPLACED, YES, NOON, BadInput, "cannot be shown"),
        (REPLACED, NO, LATE, BadInput, "cannot be shown"),
        (REPLACED, PERMIT, NOON, BadInput, "cannot be shown"),
        (replace(WAITING, is_kept=False), YES, NOON, QuestionExpired, "the reply is gone"),
    ],
)
def test_what_cannot_be(
    before: Question, event: Act, now: datetime, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says) as caught:
        advance(before, event, now=now)
    assert type(caught.value) is error


@pytest.mark.parametrize(
    ("before", "event", "ruling", "scope"),
    [
        (WAITING, YES, None, "conversation"),
        (WAITING, NO, "block", "conversation"),
        (VIEWED, PERMIT, "permit", "conversation"),
        (VIEWED, BLOCK, "block", "always"),
        (VIEWED, Future("ask"), "ask", "conversation"),
        (DECLINED, NO, None, "conversation"),
        (ANSWERED, PERMIT, None, "conversation"),
        (ANSWERED, UNDO, None, "conversation"),
    ],
)
def test_what_becomes_of_the_named_words(
    before: Question, event: Act, ruling: str | None, scope: str
) -> None:
    step = advance(before, event, now=NOON)
    assert (step.ruling, step.scope) == (ruling, scope)


@pytest.mark.parametrize(
    ("answers", "ends"),
    [([YES], NOON + DAY), ([NO], NOON + HOUR + UNDO_FOR), ([YES, PERMIT], NOON + HOUR + UNDO_FOR)],
)
def test_an_answered_reply_is_kept_for_as_long_as_one_may_change_ones_mind(
    answers: list[Act], ends: datetime
) -> None:
    answered = walk(WAITING, answers, now=NOON + HOUR)
    assert answered.expires_at == ends
    assert may_be_read(answered, ends - MINUTE)
    assert not may_be_read(answered, ends)


def test_an_answer_never_makes_a_reply_last_longer() -> None:
    last_minute = NOON + DAY - MINUTE
    assert advance(WAITING, NO, now=last_minute).question.expires_at == NOON + DAY
    short = advance(WAITING, NO, now=NOON, undo_for=MINUTE).question
    assert short.expires_at == NOON + MINUTE


def test_with_agreement_a_reply_is_read_after_its_time_and_undo_waits_anew() -> None:
    agreed = walk(replace(WAITING, agreed_at=NOON), [YES, PERMIT])
    closed = walk(agreed, [EXPIRE], now=LATE)
    assert closed.is_kept
    assert may_be_read(closed, LATE)
    again = advance(closed, UNDO, now=LATE).question
    assert (find_state(again, LATE), again.expires_at) == ("waiting", LATE + DAY)


def test_an_agreement_that_came_too_late_brings_nothing_back() -> None:
    late = replace(WAITING, agreed_at=NOON + DAY)
    assert not may_be_read(late, LATE)
    assert not walk(late, [EXPIRE], now=LATE).is_kept


def test_a_question_is_open_until_the_second_answer() -> None:
    states = {find_state(one, NOON) for one in (WAITING, VIEWED)}
    assert states == OPEN
    assert not OPEN & {find_state(one, NOON) for one in (DECLINED, ANSWERED, EXPIRED, REPLACED)}


events = st.one_of(
    st.builds(View, st.booleans()),
    st.builds(
        Future, st.sampled_from(["permit", "block", "ask"]), st.sampled_from(["conversation", "always"])
    ),
    st.just(UNDO),
    st.just(EXPIRE),
)
waits = st.integers(0, 60 * 60 * 30).map(lambda seconds: timedelta(seconds=seconds))
agreements = st.none() | waits.map(lambda wait: NOON + wait)
starts = st.builds(
    Question,
    is_asked=st.booleans(),
    created_at=st.just(NOON),
    lasts_until=st.just(NOON + DAY),
    expires_at=st.just(NOON + DAY),
    is_kept=st.booleans(),
    agreed_at=agreements,
)


def attempt(question: Question, event: Act | Expire, now: datetime) -> Step:
    """What is refused leaves the question as it is."""
    try:
        return advance(question, event, now=now)
    except (BadInput, QuestionExpired, AlreadyAnswered):
        return Step(question, is_new=False)


@given(starts, st.lists(st.tuples(waits, events), max_size=12))
def test_no_sequence_of_events_leaves_the_list_of_states(
    question: Question, steps: list[tuple[timedelta, Act | Expire]]
) -> None:
    now = NOON
    for wait, event in steps:
        now += wait
        step = attempt(question, event, now)
        assert find_state(step.question, now) in get_args(HeldState)
        assert (find_state(step.question, now) == "none") is not question.is_asked
        assert step.is_new or step.question == question
        assert step.question.expires_at <= max(question.lasts_until, now + DAY)
        question = step.question


@given(agreements, st.lists(st.tuples(waits, events), min_size=1, max_size=6), waits)
def test_undo_after_any_answers_gives_the_question_before_them(
    agreed_at: datetime | None, steps: list[tuple[timedelta, Act | Expire]], wait: timedelta
) -> None:
    question, now = replace(WAITING, agreed_at=agreed_at), NOON
    for pause, event in steps:
        now += pause / len(steps)
        question = attempt(question, event, now).question
    now += wait
    undone = advance(question, UNDO, now=now).question
    assert (undone.view, undone.future, undone.scope, undone.answered_at) == (None, None, None, None)
    if question.view is not None and may_be_read(question, now) and question.is_kept:
        waits_until = WAITING.lasts_until if now < WAITING.lasts_until else now + DAY
        assert undone == replace(WAITING, agreed_at=agreed_at, expires_at=waits_until)


@given(st.lists(st.tuples(waits, events | st.sampled_from(["agree", "withdraw"])), max_size=12))
def test_what_could_not_be_read_any_more_is_never_read_again(
    steps: list[tuple[timedelta, Act | Expire | str]],
) -> None:
    """Whatever is answered, and whatever the reader agrees to, after its time."""
    question, now, is_over = WAITING, NOON, False
    for wait, event in steps:
        now += wait
        is_over = is_over or not may_be_read(question, now)
        if isinstance(event, str):
            question = replace(question, agreed_at=(question.agreed_at or now) if event == "agree" else None)
        else:
            question = attempt(question, event, now).question
        assert not (is_over and may_be_read(question, now))
