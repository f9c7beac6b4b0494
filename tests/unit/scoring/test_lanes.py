"""Who asks little does not wait behind who asks much (H2, M7)."""

import asyncio
import threading
from collections.abc import Sequence

import pytest

from sayso.core import Attribute, Evidence, Scores, UnjudgedReason
from sayso.core.errors import Busy
from sayso.scoring import lanes
from sayso.scoring.gathering import BatchingScorer
from sayso.scoring.lanes import MOST_WAITING, SHORT_CALL, SLICE, Lane, Text
from sayso.scoring.turns import NobodyWaits, Turns, check_wanted, go_first, work_while
from sayso.testing import FakeScorer

pytestmark = pytest.mark.anyio
LONG = "x" * (SHORT_CALL + 1)


class LongGatedScorer(FakeScorer):
    """Waits in a text of x's until the test opens the gate; checks then whether it is still wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()
        self.started = threading.Event()
        self.batches: list[list[str]] = []

    def score(self, texts: Sequence[str]) -> Scores:
        self.batches.append(list(texts))
        if texts[0].startswith("x"):
            self.started.set()
            assert self.gate.wait(10)
            check_wanted()
        return super().score(texts)

    async def wait_until_busy(self) -> None:
        await asyncio.to_thread(self.started.wait, 10)


def make_text(size: int, key: bytes = b"") -> Text:
    text = Text(size, asyncio.get_running_loop().create_future(), key=key, text="y" * size)
    text.wanted = 1
    return text


async def test_a_short_call_does_not_wait_for_a_long_text_under_way() -> None:
    scorer = LongGatedScorer()
    desk = BatchingScorer(scorer)
    long = asyncio.create_task(desk.score([LONG]))
    await scorer.wait_until_busy()
    assert len(await asyncio.wait_for(desk.score(["two words"]), 5)) == 1
    assert not long.done()
    scorer.gate.set()
    await long
    await desk.close()


async def test_a_short_call_does_not_wait_for_a_draft_under_way() -> None:
    desk, gate = BatchingScorer(FakeScorer()), threading.Event()
    draft = asyncio.create_task(desk.run(lambda: gate.wait(10)))
    await asyncio.sleep(0.01)
    assert len(await asyncio.wait_for(desk.score(["two words"]), 5)) == 1
    gate.set()
    assert await draft


async def test_a_text_that_waits_among_many_is_scored_again_for_a_short_call() -> None:
    scorer = LongGatedScorer()
    desk = BatchingScorer(scorer)
    bulk = asyncio.create_task(desk.score([LONG, "two words"]))
    await asyncio.sleep(0)
    busy = asyncio.create_task(desk.score([f"{LONG} again"]))
    await scorer.wait_until_busy()
    assert len(await asyncio.wait_for(desk.score(["two words"]), 5)) == 1
    scorer.gate.set()
    await asyncio.gather(bulk, busy)


async def test_work_is_cut_into_slices() -> None:
    scorer = LongGatedScorer()
    texts = [f"{number:04}" * (SLICE // 16) for number in range(10)]
    await BatchingScorer(scorer).score(texts)
    assert [sum(map(len, batch)) for batch in scorer.batches] == [SLICE, SLICE, SLICE // 2]


async def test_evidence_is_sought_in_slices_and_comes_back_in_order() -> None:
    class Examining(FakeScorer):
        def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
            return [Evidence(targets={text[:2]: 1.0}) for text in texts]

    scorer = Examining({"07": 0.9})
    texts = [f"{number:02}" * (SLICE // 8) for number in range(10)]
    scores, evidence = await BatchingScorer(scorer).judge_on("sayso", texts)
    assert [list(one.targets) for one in evidence] == [[text[:2]] for text in texts]
    assert [index for index in range(10) if scores.row(index)[Attribute.TOXICITY] == 0.9] == [7]
    assert sorted(scorer.calls) == [2, 4, 4]


async def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    scorer = LongGatedScorer()
    desk = BatchingScorer(scorer)
    first = asyncio.create_task(desk.score([LONG]))
    await scorer.wait_until_busy()
    thrown = [asyncio.create_task(desk.score([f"{LONG}{number}"])) for number in range(20)]
    asked: list[int] = []
    drafts = [asyncio.create_task(desk.run(lambda: asked.append(1))) for _ in range(20)]
    await asyncio.sleep(0)
    for task in (*thrown, *drafts):
        task.cancel()
    await asyncio.gather(*thrown, *drafts, return_exceptions=True)
    scorer.gate.set()
    await first
    await desk.close()
    assert (len(scorer.batches), asked) == (1, [])


async def test_what_is_under_way_stops_at_its_next_step_once_nobody_waits() -> None:
    scorer = LongGatedScorer()
    desk = BatchingScorer(scorer)
    steps: list[str] = []

    def draft() -> None:
        steps.append("first")
        scorer.score([LONG])
        steps.append("second")

    asking = asyncio.create_task(desk.run(draft))
    await scorer.wait_until_busy()
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    scorer.gate.set()
    await desk.close()
    assert steps == ["first"]


async def test_who_asks_again_for_what_others_left_gets_it() -> None:
    scorer = LongGatedScorer()
    desk = BatchingScorer(scorer)
    leaving = asyncio.create_task(desk.score([LONG]))
    await scorer.wait_until_busy()
    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    asking = asyncio.create_task(desk.score([LONG]))
    await asyncio.sleep(0)
    scorer.gate.set()
    assert len(await asking) == 1


async def test_over_the_bound_a_call_is_told_when_to_come_back() -> None:
    lane = Lane("test", most_waiting=1000)
    lane.enter([make_text(900)])
    with pytest.raises(Busy) as refused:
        lane.enter([make_text(101)])
    assert refused.value.slug == "busy"
    assert refused.value.retry_after_s >= 1
    lane.enter([make_text(100)])
    assert lane.is_full


async def test_an_empty_lane_takes_any_one_call() -> None:
    lane = Lane("test", most_waiting=1000)
    lane.enter([make_text(5000)])
    assert lane.waiting == 5000


async def test_what_leaves_makes_room() -> None:
    lane = Lane("test", most_waiting=1000)
    text = make_text(1000)
    lane.enter([text])
    lane.leave(text)
    assert (lane.waiting, bool(lane), lane.find_oldest_s()) == (0, False, 0.0)


async def test_a_small_call_overtakes_the_rest_of_a_large_one_but_not_for_ever() -> None:
    lane = Lane("test")
    large = [make_text(SLICE, bytes([number])) for number in range(3)]
    lane.enter(large)
    small = make_text(10, b"small")
    lane.enter([small])
    assert lane.take(most=256) == [small]
    assert lane.take(most=256) == large[:1]
    await asyncio.sleep(2 * SLICE / lanes.CHARACTERS_PER_S + 0.05)
    late = make_text(SLICE, b"late")
    lane.enter([late])
    assert [lane.take(most=256)[0] for _ in range(3)] == [*large[1:], late]


async def test_a_desk_whose_long_lane_is_full_says_so() -> None:
    scorer = LongGatedScorer()
    desk = BatchingScorer(scorer)
    assert desk.find_overload() is None
    first = asyncio.create_task(desk.score([LONG]))
    await scorer.wait_until_busy()
    asking = [asyncio.create_task(desk.run(lambda: None, cost=MOST_WAITING)) for _ in range(2)]
    await asyncio.sleep(0)
    assert isinstance(desk.find_overload(), Busy)
    with pytest.raises(Busy):
        await asking[1]
    scorer.gate.set()
    await asyncio.gather(first, asking[0])


async def test_a_desk_whose_short_calls_wait_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sayso.scoring.gathering.OVERLOADED_AFTER_S", 0.02)
    scorer = LongGatedScorer()
    desk = BatchingScorer(scorer)
    first = asyncio.create_task(desk.score(["x"]))
    await scorer.wait_until_busy()
    second = asyncio.create_task(desk.score(["y"]))
    await asyncio.sleep(0.05)
    assert isinstance(desk.find_overload(), Busy)
    scorer.gate.set()
    await asyncio.gather(first, second)
    assert desk.find_overload() is None


async def test_texts_that_no_scorer_could_judge_stay_unjudged_from_the_cache_too() -> None:
    class Blind(FakeScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            found = super().score(texts)
            unjudged: dict[int, UnjudgedReason] = {
                index: "unreadable" for index, text in enumerate(texts) if text == "?"
            }
            return Scores(found.model, found.columns, unjudged)

    desk = BatchingScorer(Blind(), cache_entries=5)
    for _ in range(2):
        assert (await desk.score(["fine", "?"])).unjudged == {1: "unreadable"}
        assert (await desk.score_on("perspective", ["?"])).unjudged == {0: "unreadable"}


def test_who_goes_first_waits_for_one_turn_only() -> None:
    turns, order = Turns(), list[str]()
    entered, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with turns:
            entered.set()
            assert leave.wait(10)

    def take(name: str, *, first: bool) -> None:
        if first:
            go_first()
        with turns:
            order.append(name)

    holder = threading.Thread(target=hold)
    holder.start()
    assert entered.wait(10)
    others = [threading.Thread(target=take, args=(f"long {n}",), kwargs={"first": False}) for n in range(3)]
    short = threading.Thread(target=take, args=("short",), kwargs={"first": True})
    for thread in (*others, short):
        thread.start()
    while turns.waiting_first < 1:
        pass
    leave.set()
    for thread in (holder, *others, short):
        thread.join(10)
    assert order[0] == "short"
    assert len(order) == 4


def test_a_turn_is_not_taken_for_nobody() -> None:
    with work_while(lambda: False), pytest.raises(NobodyWaits), Turns():
        raise AssertionError("taken")
    with work_while(lambda: True), Turns():
        check_wanted()
    check_wanted()
