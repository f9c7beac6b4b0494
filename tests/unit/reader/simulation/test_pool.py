from collections import Counter
from random import Random

import numpy as np
import pytest

from sayso.core.errors import BadInput
from sayso.core.policy import Policy
from sayso.reader.simulation.known import KnownScores
from sayso.reader.simulation.pool import Mix, PoolTurn, compose, sort_pool
from sayso.reader.simulation.replies import Turn
from sayso.testing import FakeScorer

PLAIN = [PoolTurn("", "recorded", Turn(f"nice day {number}")) for number in range(5)]
BETWEEN = [PoolTurn(topic, "written", Turn(f"silly {topic}")) for topic in ("cats", "dogs")]
OVER = [PoolTurn("cats", "written", Turn("idiot cats"))]
WRITTEN_UNDER = [PoolTurn("cats", "written", Turn("dear cats"))]
POOL = [*PLAIN, *BETWEEN, *OVER, *WRITTEN_UNDER]


def know() -> KnownScores:
    return KnownScores(FakeScorer({"idiot": 0.95, "silly": 0.4}))


def test_replies_are_sorted_by_what_they_score_as_a_whole() -> None:
    strata = sort_pool(POOL, know(), Policy())
    assert strata == {"under": PLAIN, "between": BETWEEN, "over": OVER}


def test_conversations_have_the_strong_replies_that_were_asked_for() -> None:
    mix = Mix(turns=10, strong=4, over_share=0.5)
    conversations = compose(POOL, know(), Policy(), mix=mix, count=400, seed=1)
    found = Counter(turn.reply.split()[0] for one in conversations for turn in one.turns)
    assert sum(found.values()) == 4000
    assert found["nice"] / 4000 == pytest.approx(0.6, abs=0.05)
    assert found["idiot"] / (found["idiot"] + found["silly"]) == pytest.approx(0.5, abs=0.05)


def test_strong_replies_spread_over_conversations_as_they_did_in_the_paper() -> None:
    """Mean 4.8 and standard deviation 5 of 22 turns (Table 2: 5 (5)); its median is 3."""
    counts = Mix().draw_counts(4000, Random(0))
    assert np.mean(counts) == pytest.approx(4.8, abs=0.05)
    assert np.std(counts) == pytest.approx(5.0, abs=0.3)
    assert np.median(counts) == 3
    assert (min(counts), max(counts)) == (0, 22)


@pytest.mark.parametrize(
    ("mix", "expected"),
    [
        (Mix(turns=1, strong=1), {1}),
        (Mix(turns=9, strong=9), {9}),
        (Mix(turns=4, strong=0), {0}),
        (Mix(turns=1, strong=0.5), {0, 1}),
    ],
)
def test_where_there_is_no_room_to_spread_every_conversation_has_the_mean(
    mix: Mix, expected: set[int]
) -> None:
    assert set(mix.draw_counts(30, Random(0))) == expected


def test_a_conversation_keeps_to_a_topic_as_long_as_it_has_replies() -> None:
    mix = Mix(turns=2, strong=2, over_share=0)
    for one in compose(POOL, know(), Policy(), mix=mix, count=10, seed=0):
        assert sorted(turn.reply for turn in one.turns) == ["silly cats", "silly dogs"]
    firsts = {one.turns[0].reply for one in compose(POOL, know(), Policy(), mix=mix, count=20, seed=0)}
    assert firsts == {"silly cats", "silly dogs"}


def test_replies_come_again_only_when_all_were_used() -> None:
    mix = Mix(turns=10, strong=0)
    (one,) = compose(POOL, know(), Policy(), mix=mix, count=1, seed=0)
    assert set(Counter(turn.reply for turn in one.turns).values()) == {2}


@pytest.mark.parametrize(
    ("pool", "name"), [(POOL[5:], "under"), ([*PLAIN, *OVER], "between"), ([*PLAIN, *BETWEEN], "over")]
)
def test_a_scorer_by_which_a_kind_of_reply_is_missing_is_told(pool: list[PoolTurn], name: str) -> None:
    with pytest.raises(BadInput, match=rf"By fake.v1, none of the shipped replies is {name} the limits"):
        compose(pool, know(), Policy(), mix=Mix(), count=1, seed=0)


def test_more_strong_replies_than_turns_are_refused() -> None:
    with pytest.raises(BadInput, match="5 strong replies do not fit into 4 turns"):
        Mix(turns=4, strong=5)
