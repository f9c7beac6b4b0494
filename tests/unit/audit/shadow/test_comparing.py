import asyncio
import threading
from collections import Counter
from collections.abc import Sequence

import pytest

from sayso.audit.shadow.comparing import AT_ONCE, Comparison, ShadowComparer
from sayso.core import Attribute, Scores
from sayso.core.errors import RemoteQuota
from sayso.testing import FakeScorer

pytestmark = pytest.mark.anyio

OURS = {Attribute.TOXICITY: 0.4}


class Kept:
    def __init__(self) -> None:
        self.comparisons: list[Comparison] = []
        self.counts: Counter[str] = Counter()

    async def keep(self, comparison: Comparison) -> None:
        self.comparisons.append(comparison)

    def count(self, outcome: str) -> None:
        self.counts[outcome] += 1


class Broken(FakeScorer):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def score(self, texts: Sequence[str]) -> Scores:
        if "bad" in texts[0]:
            raise self.error
        return super().score(texts)


def offer(desk: ShadowComparer, content: str) -> None:
    desk.offer(content, community="forum", ours=OURS, model="linear.v1")


async def test_both_scores_are_kept() -> None:
    kept = Kept()
    desk = ShadowComparer(
        FakeScorer({"rude": 0.7}, attributes=frozenset(OURS)), keep=kept.keep, count=kept.count
    )
    desk.start()
    offer(desk, "rude")
    await desk.close()
    assert kept.comparisons == [Comparison("rude", "forum", OURS, "linear.v1", {Attribute.TOXICITY: 0.7})]
    assert kept.counts == {"kept": 1}


@pytest.mark.parametrize("error", [RemoteQuota("enough"), KeyError("unexpected"), StopIteration()])
async def test_a_failure_is_counted_and_the_next_text_goes_on(error: Exception) -> None:
    kept = Kept()
    desk = ShadowComparer(Broken(error), keep=kept.keep, count=kept.count)
    desk.start()
    offer(desk, "bad")
    offer(desk, "good")
    await desk.close()
    assert [comparison.content for comparison in kept.comparisons] == ["good"]
    assert kept.counts == {"failed": 1, "kept": 1}


async def test_what_does_not_fit_the_queue_is_dropped_without_waiting() -> None:
    kept = Kept()
    desk = ShadowComparer(FakeScorer(), keep=kept.keep, count=kept.count, queue_size=2)
    for number in range(5):
        offer(desk, f"text {number}")
    assert kept.counts == {"dropped": 3}
    desk.start()
    await desk.close()
    assert kept.counts == {"dropped": 3, "kept": 2}


async def test_several_texts_are_asked_for_at_once() -> None:
    together = threading.Barrier(AT_ONCE, timeout=10)

    class Meeting(FakeScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            together.wait()
            return super().score(texts)

    kept = Kept()
    desk = ShadowComparer(Meeting(), keep=kept.keep, count=kept.count)
    desk.start()
    for number in range(AT_ONCE):
        offer(desk, f"text {number}")
    await desk.close()
    assert kept.counts == {"kept": AT_ONCE}


async def test_a_stop_waits_only_so_long_and_counts_what_is_left() -> None:
    gate = threading.Event()

    class Slow(FakeScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            gate.wait(10)
            return super().score(texts)

    kept = Kept()
    desk = ShadowComparer(Slow(), keep=kept.keep, count=kept.count)
    desk.start()
    for number in range(3):
        offer(desk, f"text {number}")
    await asyncio.sleep(0.01)
    await desk.close(grace_s=0.05)
    gate.set()
    assert kept.counts["dropped"] == 3


async def test_a_desk_that_never_started_can_be_closed() -> None:
    kept = Kept()
    await ShadowComparer(FakeScorer(), keep=kept.keep, count=kept.count).close()
    assert kept.counts == {}


async def test_a_comparison_does_not_show_its_text() -> None:
    assert "rude" not in repr(Comparison("rude", "forum", OURS, "linear.v1"))
