"""The two questions about a held reply: see it? and, after seeing it, what about such words in future?

A state machine without a store and without a clock. `Question` is all that is known, `find_state` says what
that comes to at a moment, and `advance` is the only way from one question to the next:

    state       View(yes)   View(no)    Future      Undo        Expire
    waiting     viewed      declined    BadInput    -           expired
    viewed      -           refused     answered    waiting     expired
    declined    refused     -           refused     waiting*    declined
    answered    -           refused     - or ref.   waiting*    answered
    expired     gone        gone        gone        expired     -
    none        BadInput    BadInput    BadInput    -           none

`-` changes nothing, *refused* is `AlreadyAnswered`, *gone* is `QuestionExpired`. `*`: while the reply can
still be read; after that the answers are taken back and the question is over.

For example: held at 12:00 for a day; "not see it" at 13:00 is kept until 13:10 (`undo_for`). `Undo` at 13:05
makes it wait until 12:00 of the next day again; at 13:15 the reply is gone, and only the words come back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal

from sayso.core import Ruling
from sayso.core.errors import AlreadyAnswered, BadInput, QuestionExpired

HELD_FOR = timedelta(hours=24)
UNDO_FOR = timedelta(minutes=10)

Scope = Literal["conversation", "always"]
HeldState = Literal["waiting", "viewed", "declined", "answered", "expired", "none"]
"""Which question is open: the first, the second, none because the reader did not want to see it, none because
both are answered, none because time ran out, none because nothing was asked (the reply was replaced)."""

OPEN: frozenset[HeldState] = frozenset({"waiting", "viewed"})
VIEWS: Mapping[str, bool] = {"yes": True, "no": False}
"""The first answer as it is kept and as a form sends it."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is known of a filtered reply's questions.

    Only a held reply is asked about (`is_asked`). It waits until `lasts_until`; `expires_at` is sooner once
    it is answered. `closed_at` is when that was noticed, `is_kept` whether its text is still there,
    `agreed_at` when its reader agreed to records.
    """

    is_asked: bool
    created_at: datetime
    lasts_until: datetime
    expires_at: datetime
    closed_at: datetime | None = None
    is_kept: bool = True
    agreed_at: datetime | None = None
    view: bool | None = None
    future: Ruling | None = None
    scope: Scope | None = None
    answered_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The first answer: whether to see it."""

    wants: bool


@dataclass(frozen=True, slots=True)
class Future:
    """The second: what becomes of the word it turns on, or of another `word` of the passage."""

    ruling: Ruling
    scope: Scope = "conversation"
    word: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Undo:
    """Both answers are taken back."""


@dataclass(frozen=True, slots=True)
class Expire:
    """Nobody's doing: time passes."""


Act = View | Future | Undo
"""What a reader can do."""


@dataclass(frozen=True, slots=True)
class Step:
    """The question after an event. `ruling` is what it does to the named words, in `scope`.

    `is_new` is False where nothing changed: the same answer once more, nothing to take back, not yet time.
    """

    question: Question
    is_new: bool = True
    ruling: Ruling | None = None
    scope: Scope = "conversation"


def find_state(question: Question, now: datetime) -> HeldState:
    if not question.is_asked:
        return "none"
    if question.future is not None:
        return "answered"
    if question.view is False:
        return "declined"
    if question.closed_at is not None or question.expires_at <= now or not question.is_kept:
        return "expired"
    return "waiting" if question.view is None else "viewed"


def may_be_read(question: Question, now: datetime) -> bool:
    """Until its time is over; after that only of a reader who had agreed to records before it was."""
    is_recorded = question.agreed_at is not None and question.agreed_at < question.expires_at
    return now < question.expires_at or is_recorded


def advance(
    question: Question, event: Act | Expire, *, now: datetime, undo_for: timedelta = UNDO_FOR
) -> Step:
    """What the event makes of the question, or why it cannot be. The first answer counts."""
    match event:
        case View():
            return _view(question, event, now, undo_for)
        case Future():
            return _rule(question, event, now, undo_for)
        case Undo():
            return _undo(question, now)
        case Expire():
            return _expire(question, now)


def _view(question: Question, event: View, now: datetime, undo_for: timedelta) -> Step:
    _require_open(question, now)
    if question.view is not None:
        if question.view == event.wants:
            return Step(question, is_new=False)
        raise explain_answered("see it" if question.view else "not see it")
    viewed = replace(question, view=event.wants)
    return Step(viewed) if event.wants else Step(_end_soon(viewed, now, undo_for), ruling="block")


def _rule(question: Question, event: Future, now: datetime, undo_for: timedelta) -> Step:
    if question.future is not None:
        if (question.future, question.scope) == (event.ruling, event.scope):
            return Step(question, is_new=False)
        raise explain_answered(f"{question.future} ({question.scope})")
    _require_open(question, now)
    if question.view is None:
        raise BadInput(
            "The first question is not answered yet: whether to see the reply.",
            hint="Answer it first; how to treat such words in future comes after seeing them.",
        )
    if not question.view:
        raise explain_answered("not see it")
    answered = replace(question, future=event.ruling, scope=event.scope)
    return Step(_end_soon(answered, now, undo_for), ruling=event.ruling, scope=event.scope)


def _undo(question: Question, now: datetime) -> Step:
    if question.view is None:
        return Step(question, is_new=False)
    unanswered = replace(question, view=None, future=None, scope=None, answered_at=None)
    if not question.is_kept or not may_be_read(question, now):
        return Step(unanswered)
    lasts = question.lasts_until
    until = lasts if lasts > now else now + (lasts - question.created_at)  # with records: as long again
    return Step(replace(unanswered, expires_at=until, closed_at=None))


def _expire(question: Question, now: datetime) -> Step:
    if question.closed_at is not None or now < question.expires_at:
        return Step(question, is_new=False)
    return Step(replace(question, closed_at=now, is_kept=question.is_kept and may_be_read(question, now)))


def _require_open(question: Question, now: datetime) -> None:
    if not question.is_asked:
        raise BadInput(
            "This reply is over the highest limit here or holds words you block: it cannot be shown.",
            hint="Ask for another reply, or ask in other words.",
        )
    if find_state(question, now) == "expired":
        raise QuestionExpired(
            f"This question was open until {question.expires_at:%Y-%m-%d %H:%M} UTC, and the reply is gone.",
            hint="Ask the model again.",
        )


def _end_soon(question: Question, now: datetime, undo_for: timedelta) -> Question:
    """An answered reply is kept for as long as one may still change one's mind."""
    return replace(question, answered_at=now, expires_at=min(question.expires_at, now + undo_for))


def explain_answered(answer: str) -> AlreadyAnswered:
    return AlreadyAnswered(
        f"This question was answered before: {answer}.",
        hint="Nothing was changed. To answer otherwise, take the answer back first.",
    )
