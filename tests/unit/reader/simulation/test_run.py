"""Small conversations, worked out by hand. The scorer: silly .4, daft .5, idiot .95, all else .02."""

from collections.abc import Mapping, Sequence

import pytest

from sayso.core.policy import Policy
from sayso.core.reader import Ruling
from sayso.reader.simulation.known import KnownScores
from sayso.reader.simulation.replies import Conversation, Turn
from sayso.reader.simulation.run import Event, Plan, assign, simulate
from sayso.reader.simulation.tastes import Tastes
from sayso.testing import FakeScorer

WORDS = {"silly": 0.4, "daft": 0.5, "idiot": 0.95}


def talk(
    *replies: str, terms: Mapping[str, Ruling], view: float = 1.0, strict: bool = True
) -> dict[str, Sequence[Event]]:
    """What becomes of the replies of one conversation with one reader, under each filter."""
    conversation = Conversation("a", tuple(Turn(reply) for reply in replies))
    tastes = Tastes(1, 0, 0, view, terms)
    plan = Plan(Policy(strict=strict), tastes, readers=1)
    found = simulate([conversation], KnownScores(FakeScorer(WORDS)), plan)
    return {sitting.method: sitting.events for sitting in found}


def outcomes(events: Sequence[Event]) -> list[str]:
    return [f"{event.outcome} {event.cause}" for event in events]


REPLIES = ("nice weather today", "what silly weather", "silly weather again", "only an idiot swims today")


def test_the_fixed_filter_replaces_whatever_reaches_the_soft_limit_and_asks_nobody() -> None:
    fixed = talk(*REPLIES, terms={})["fixed"]
    assert outcomes(fixed) == ["shown under", "replaced over", "replaced over", "replaced over"]
    assert [event.looked for event in fixed] == [None] * 4


def test_a_reader_who_permits_is_asked_once() -> None:
    dynamic = talk(*REPLIES, terms={"silli": "permit"})["dynamic"]
    assert outcomes(dynamic) == ["shown under", "held between", "shown permitted", "replaced over"]
    assert [event.future for event in dynamic] == [None, "permit", None, None]
    assert [event.is_wanted for event in dynamic] == [True, True, True, False]


def test_a_reader_who_blocks_never_meets_the_words_again() -> None:
    dynamic = talk(*REPLIES, terms={"silli": "block"})["dynamic"]
    assert outcomes(dynamic) == ["shown under", "held between", "replaced blocked", "replaced over"]
    assert [event.is_wanted for event in dynamic] == [True, False, False, False]
    assert [event.is_seen for event in dynamic] == [True, True, False, False]


def test_a_reader_who_is_unsure_is_asked_each_time() -> None:
    dynamic = talk(*REPLIES, terms={"silli": "ask"})["dynamic"]
    assert outcomes(dynamic) == ["shown under", "held between", "held between", "replaced over"]
    assert all(event.is_wanted for event in dynamic[:3])


def test_a_reader_who_does_not_look_blocks_the_words() -> None:
    dynamic = talk(*REPLIES, terms={"silli": "permit"}, view=0.0)["dynamic"]
    assert outcomes(dynamic) == ["shown under", "held between", "replaced blocked", "replaced over"]
    assert [(event.looked, event.future, event.is_seen) for event in dynamic[1:2]] == [(False, None, False)]


def test_what_is_left_of_a_reply_without_permitted_words_is_asked_about() -> None:
    """ "silly weather" is permitted; "daft" is not, and the reader would block it."""
    replies = ("what silly weather", "silly weather and a daft cat")
    dynamic = talk(*replies, terms={"silli": "permit", "daft": "block"})["dynamic"]
    assert outcomes(dynamic) == ["held between", "held between"]
    assert [event.future for event in dynamic] == ["permit", "block"]
    assert [event.is_wanted for event in dynamic] == [True, False]


def test_scores_are_made_once_for_a_text_however_many_readers_meet_it() -> None:
    scorer = FakeScorer(WORDS)
    conversation = Conversation("a", tuple(Turn(reply) for reply in REPLIES))
    simulate([conversation], KnownScores(scorer), Plan(readers=50))
    known = sum(scorer.calls)
    simulate([conversation], KnownScores(scorer), Plan(readers=1))
    assert sum(scorer.calls) - known <= known


def test_both_filters_meet_the_same_replies_and_the_same_tastes() -> None:
    plan = Plan(readers=30, tastes=Tastes(0.5, 0.5, 0.0))
    conversation = Conversation("a", tuple(Turn(reply) for reply in REPLIES))
    found = simulate([conversation], KnownScores(FakeScorer(WORDS)), plan)
    fixed, dynamic = ([one for one in found if one.method == name] for name in ("fixed", "dynamic"))
    for mine, other in zip(fixed, dynamic, strict=True):
        assert [event.turn for event in mine.events] == [event.turn for event in other.events]
        assert [event.is_wanted for event in mine.events] == [event.is_wanted for event in other.events]


def test_the_same_seed_gives_the_same_sittings() -> None:
    conversation = Conversation("a", tuple(Turn(reply) for reply in REPLIES))
    first, second = (
        simulate([conversation], KnownScores(FakeScorer(WORDS)), Plan(readers=20, seed=3)) for _ in range(2)
    )
    assert first == second


@pytest.mark.parametrize(
    ("keeps", "expected"), [(False, ["held", "held"]), (True, ["held", "shown"])], ids=["apart", "for good"]
)
def test_words_hold_for_the_conversation_or_for_good(keeps: bool, expected: list[str]) -> None:
    plan = Plan(tastes=Tastes(1, 0, 0), readers=1, conversations=2, keeps_words=keeps)
    conversation = Conversation("a", (Turn("what silly weather"),))
    found = simulate([conversation], KnownScores(FakeScorer(WORDS)), plan)
    dynamic = [one for one in found if one.method == "dynamic"]
    assert [event.outcome for one in dynamic for event in one.events] == expected


def test_all_conversations_are_used_equally_often() -> None:
    conversations = [Conversation(name, ()) for name in "abc"]
    rounds = assign(conversations, Plan(readers=6, conversations=2))
    names = [one.name for row in rounds for one in row]
    assert [len(row) for row in rounds] == [6, 6]
    assert sorted(names) == sorted("abc" * 4)


def test_a_conversation_that_ends_earlier_is_over() -> None:
    conversations = [Conversation("a", (Turn("hello there"),)), Conversation("b", (Turn("hi"), Turn("bye")))]
    found = simulate(conversations, KnownScores(FakeScorer(WORDS)), Plan(readers=2))
    assert sorted(len(one.events) for one in found) == [1, 1, 2, 2]


def test_n_grams_may_have_a_scorer_of_their_own() -> None:
    # The one for whole replies would ask about "silly"; the one for n-grams finds nothing in it.
    known = KnownScores(FakeScorer(WORDS), ngrams=KnownScores(FakeScorer({})))
    conversation = Conversation("one", (Turn("What a silly old dog."),))
    found = {
        sitting.method: sitting.events[0] for sitting in simulate([conversation], known, Plan(readers=1))
    }
    assert (found["fixed"].outcome, found["dynamic"].outcome) == ("replaced", "shown")
    assert found["dynamic"].contested.subjects == frozenset()
