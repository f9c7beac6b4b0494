"""Readers meet replies: the same ones under the fixed filter and under the dynamic one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from sayso.core.policy import Method, Policy
from sayso.core.reader import Cause, Decision, Outcome, Ruling
from sayso.reader.records.conversation import Answer, Message, Record, Ruled
from sayso.reader.simulation.contested import Contested, Contests
from sayso.reader.simulation.judging import Judge, Notes
from sayso.reader.simulation.known import KnownScores
from sayso.reader.simulation.replies import Conversation, Turn, list_replies
from sayso.reader.simulation.tastes import SimulatedReader, Tastes


@dataclass(frozen=True, slots=True)
class Plan:
    """Who talks, how often, and under which policy; its `method` does not matter, for both are tried."""

    policy: Policy = Policy()  # noqa: RUF009 - it is frozen
    tastes: Tastes = Tastes()  # noqa: RUF009 - it is frozen
    readers: int = 100
    conversations: int = 1
    """Of each reader."""
    keeps_words: bool = False
    """Whether what a reader says holds in their next conversations too."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """What became of one reply, and what the reader said to it."""

    turn: Turn
    contested: Contested
    outcome: Outcome
    cause: Cause
    is_wanted: bool
    looked: bool | None = None
    """The answer to the first question, where it was asked."""
    future: Ruling | None = None
    """The answer to the second."""
    named: tuple[str, ...] = field(default=(), repr=False)

    @property
    def is_seen(self) -> bool:
        """The reader has read the reply: at once, or after a preview because they chose to."""
        return self.outcome == "shown" or bool(self.looked)


@dataclass(frozen=True, slots=True)
class Sitting:
    """One reader in one conversation under one filter."""

    reader: str
    conversation: str
    method: Method
    events: tuple[Event, ...]


@dataclass(slots=True)
class _Seat:
    """A sitting while it lasts."""

    reader: SimulatedReader
    conversation: Conversation
    notes: Notes
    events: list[Event] = field(default_factory=list[Event])

    def rise(self, method: Method) -> Sitting:
        return Sitting(self.reader.name, self.conversation.name, method, tuple(self.events))


def simulate(conversations: Sequence[Conversation], known: KnownScores, plan: Plan) -> list[Sitting]:
    """Each reader's conversations under both filters."""
    contests = Contests(known, plan.policy, terms=frozenset(plan.tastes.terms))
    contests.learn(list_replies(conversations))
    rounds = assign(conversations, plan)
    return [
        sitting
        for method in ("fixed", "dynamic")
        for sitting in _Talk(known, contests, replace(plan.policy, method=method)).hold(rounds, plan)
    ]


def assign(conversations: Sequence[Conversation], plan: Plan) -> list[list[Conversation]]:
    """For each round the conversation of each reader: all are used equally often, in an order by the seed."""
    chooser = Random(f"{plan.seed}:seats")  # noqa: S311 - a simulation, nothing to guess
    order: list[Conversation] = []
    while len(order) < plan.readers * plan.conversations:
        order += chooser.sample(conversations, len(conversations))
    return [order[place * plan.readers : (place + 1) * plan.readers] for place in range(plan.conversations)]


class _Talk:
    """All readers side by side, turn by turn, so that what is new to score at a turn is one batch."""

    def __init__(self, known: KnownScores, contests: Contests, policy: Policy) -> None:
        self._contests = contests
        self._policy = policy
        self._judge = Judge(known, policy)

    def hold(self, rounds: Sequence[Sequence[Conversation]], plan: Plan) -> list[Sitting]:
        names = [f"reader {number}" for number in range(1, plan.readers + 1)]
        readers = [SimulatedReader(plan.tastes, name=name, seed=plan.seed) for name in names]
        notes = [Notes() for _ in readers]
        sittings: list[Sitting] = []
        for conversations in rounds:
            seats = [_Seat(*one) for one in zip(readers, conversations, notes, strict=True)]
            self._go_through(seats)
            sittings += [seat.rise(self._policy.method) for seat in seats]
            notes = [seat.notes if plan.keeps_words else Notes() for seat in seats]
        return sittings

    def _go_through(self, seats: Sequence[_Seat]) -> None:
        for at in range(max(len(seat.conversation.turns) for seat in seats)):
            present = [seat for seat in seats if at < len(seat.conversation.turns)]
            turns = [seat.conversation.turns[at] for seat in present]
            verdicts = self._judge.judge(
                [(turn.reply, seat.notes) for turn, seat in zip(turns, present, strict=True)]
            )
            for seat, turn, verdict in zip(present, turns, verdicts, strict=True):
                seat.events.append(self._meet(seat, turn, verdict))

    def _meet(self, seat: _Seat, turn: Turn, verdict: Decision) -> Event:
        contested = self._contests.find(turn.reply)
        is_wanted = not contested.is_over and not seat.reader.objects(contested.subjects)
        event = Event(turn, contested, verdict.outcome, verdict.cause, is_wanted)
        if verdict.outcome != "held":
            return event
        # Both questions, about the word that it turns on; about both n-grams, of which the worst decides.
        named = verdict.words[:1] or tuple(ngram.text for ngram in verdict.named)
        subject = self._contests.name_subject(named[0]) if named else ""
        looked = seat.reader.looks()
        future = seat.reader.answer(subject) if looked else None
        seat.notes = seat.notes.rule(named, future or "block")
        return replace(event, looked=looked, future=future, named=named)


Groups = Mapping[str, tuple[str, ...]]


def record_sittings(sittings: Sequence[Sitting], *, groups: Groups | None = None) -> list[Record]:
    return [_record(sitting, groups or {}) for sitting in sittings]


def _record(sitting: Sitting, groups: Groups) -> Record:
    return Record(
        sitting.reader,
        sitting.conversation,
        sitting.method,
        tuple(message for event in sitting.events for message in _list_messages(event, groups)),
        tuple(
            Ruled(text, event.future or "block")  # not to look counts as blocking, which is what it does
            for event in sitting.events
            if event.looked is not None
            for text in event.named
        ),
        tuple(Answer(event.looked, event.future) for event in sitting.events if event.looked is not None),
    )


def _list_messages(event: Event, groups: Groups) -> Iterator[Message]:
    reply = event.turn.reply
    if event.turn.prompt:
        yield Message("reader", event.turn.prompt)
    yield Message("model", reply, event.outcome, event.contested.whole, groups.get(reply, ()))
