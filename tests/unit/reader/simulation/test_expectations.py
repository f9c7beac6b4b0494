"""Does the simulation do what probability says it must? Closed forms, many readers, one word."""

import numpy as np
import pytest

from sayso.core.policy import Policy
from sayso.reader.simulation.known import KnownScores
from sayso.reader.simulation.replies import Conversation, Turn
from sayso.reader.simulation.run import Plan, Sitting, simulate
from sayso.reader.simulation.tastes import Tastes
from sayso.testing import FakeScorer

READERS, TURNS = 3000, 12


def talk(tastes: Tastes) -> list[Sitting]:
    """Everybody meets the one contested term twelve times."""
    conversation = Conversation("a", (Turn("silly weather"),) * TURNS)
    plan = Plan(Policy(), tastes, readers=READERS)
    found = simulate([conversation], KnownScores(FakeScorer({"silly": 0.4})), plan)
    return [one for one in found if one.method == "dynamic"]


@pytest.mark.parametrize("doubt", [0.0, 0.171, 0.6])
def test_a_term_is_asked_about_so_often_until_it_is_settled(doubt: float) -> None:
    """Questions until the first answer other than "ask" are geometric, cut off after n turns:
    mean (1 - q^n) / (1 - q)."""
    sure = 1 - doubt
    sittings = talk(Tastes(0.8 * sure, 0.2 * sure, doubt))
    previews = np.array([sum(event.outcome == "held" for event in one.events) for one in sittings])
    expected = (1 - doubt**TURNS) / sure
    error = np.sqrt(doubt) / sure / np.sqrt(READERS)
    assert abs(previews.mean() - expected) <= 4 * error + 1e-9


def test_the_filter_triggers_for_those_who_block_in_the_turns_that_are_left() -> None:
    """A reader blocks with b / (b + p), is asked k times, and meets the default message n - k times:
    with q = 0 that is b (n - 1) on average."""
    block = 0.25
    sittings = talk(Tastes(1 - block, block, 0.0))
    triggers = np.array([sum(event.outcome == "replaced" for event in one.events) for one in sittings])
    error = np.sqrt(block * (1 - block)) * (TURNS - 1) / np.sqrt(READERS)
    assert abs(triggers.mean() - block * (TURNS - 1)) <= 4 * error


def test_nobody_loses_a_wanted_reply_where_one_term_is_all_there_is() -> None:
    """Whoever permits sees all replies, whoever blocks only the one they were asked about."""
    sittings = talk(Tastes(0.6, 0.4, 0.0))
    for sitting in sittings:
        wanted = sitting.events[0].is_wanted
        assert {event.is_wanted for event in sitting.events} == {wanted}
        assert sum(event.is_seen for event in sitting.events) == (TURNS if wanted else 1)
