import asyncio
import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from sayso.core import Attribute, Evidence, Scorer, Scores, Span, WordWeight
from sayso.core.errors import (
    BadInput,
    RemoteBroken,
    RemoteError,
    RemoteQuota,
    RemoteRefused,
    RemoteTimeout,
)
from sayso.scoring.gathering import REFUSALS_IN_A_ROW, BatchingScorer, concatenate
from sayso.testing import FakeScorer

pytestmark = pytest.mark.anyio

TOXICITY = Attribute.TOXICITY


class GatedScorer(FakeScorer):
    """Waits in the model's thread until the test opens the gate."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()
        self.started = threading.Event()
        self.batches: list[list[str]] = []

    def score(self, texts: Sequence[str]) -> Scores:
        self.batches.append(list(texts))
        self.started.set()
        assert self.gate.wait(10)
        return super().score(texts)

    async def wait_until_busy(self) -> None:
        await asyncio.to_thread(self.started.wait, 10)


class PaddingScorer(GatedScorer):
    pads = True


class PickyScorer(FakeScorer):
    """Fails for every batch with a bad text in it."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def score(self, texts: Sequence[str]) -> Scores:
        self.calls.append(len(texts))
        if "bad" in texts:
            raise self.error
        return Scores(
            self.name, {TOXICITY: [0.25] * len(texts)} | dict.fromkeys(self.attributes, [0.25] * len(texts))
        )


class ExaminingScorer(FakeScorer):
    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        return [Evidence(words=(WordWeight(Span(0, 2), 0.5, text[:2]),)) for text in texts]


class HalvingMap:
    def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
        return np.array(scores) / 2  # pyright: ignore[reportReturnType]  # an array is what real maps answer


class MappedScorer(FakeScorer):
    scale_map = HalvingMap()


class Watcher:
    def __init__(self) -> None:
        self.cached = self.scored = 0
        self.runs: list[int] = []

    def count_unjudged(self, texts: int) -> None: ...

    def count_texts(self, *, cached: int, scored: int) -> None:
        self.cached += cached
        self.scored += scored

    def count_run(self, size: int) -> None:
        self.runs.append(size)


async def score_one(desk: BatchingScorer, text: str) -> float:
    return (await desk.score([text])).row(0)[TOXICITY]


async def test_scores_come_back_in_the_order_of_the_texts() -> None:
    desk = BatchingScorer(FakeScorer({"bad": 0.9}, floor=0.1))
    scores = await desk.score(["fine", "bad", "fine too"])
    assert list(scores.columns[TOXICITY]) == [0.1, 0.9, 0.1]
    assert scores.model == "fake.v1"
    await desk.close()


async def test_what_perspective_would_answer_is_kept_and_comes_before_the_map() -> None:
    class Answering(MappedScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            return replace(
                super().score(texts), perspective=dict.fromkeys(self.attributes, [0.05] * len(texts))
            )

    desk = BatchingScorer(Answering({"bad": 0.9}), cache_entries=4)
    for _ in range(2):  # from the model, then from the cache
        assert (await desk.score_on("perspective", ["bad", "bad too"])).column(TOXICITY) == [0.05, 0.05]
    assert (await desk.score_on("sayso", ["bad"])).column(TOXICITY) == [0.9]
    await desk.close()


def test_joined_parts_keep_what_perspective_would_answer_if_all_have_it() -> None:
    answered = Scores("m", {TOXICITY: [0.9]}, perspective={TOXICITY: [0.1]})
    assert concatenate("m", [answered, answered]).perspective == {TOXICITY: [0.1, 0.1]}
    assert concatenate("m", [answered, Scores("m", {TOXICITY: [0.5]})]).perspective is None


async def test_no_texts_have_no_scores_and_do_not_run_the_model() -> None:
    scorer = FakeScorer()
    desk = BatchingScorer(scorer)
    assert len(await desk.score([])) == 0
    assert scorer.calls == []


async def test_texts_that_arrive_while_the_model_is_busy_share_its_next_run() -> None:
    scorer = GatedScorer()
    desk = BatchingScorer(scorer)
    first = asyncio.create_task(desk.score(["one"]))
    await scorer.wait_until_busy()
    later = [asyncio.create_task(desk.score([text])) for text in ("two", "three", "four")]
    await asyncio.sleep(0)
    scorer.gate.set()
    await asyncio.gather(first, *later)
    assert [sorted(batch) for batch in scorer.batches] == [["one"], ["four", "three", "two"]]


async def test_no_run_has_more_texts_than_allowed() -> None:
    scorer = FakeScorer()
    desk = BatchingScorer(scorer, max_texts=3)
    await desk.score([f"text {i}" for i in range(7)])
    assert scorer.calls == [3, 3, 1]


async def test_a_model_that_pads_gets_texts_of_like_length_together() -> None:
    scorer = PaddingScorer()
    desk = BatchingScorer(scorer, max_texts=2)
    scorer.gate.set()
    await desk.score(["ccc", "a", "dddd", "bb"])
    assert scorer.batches == [["a", "bb"], ["ccc", "dddd"]]


async def test_a_window_gathers_texts_that_arrive_within_it() -> None:
    scorer = FakeScorer()
    desk = BatchingScorer(scorer, window_ms=200)

    async def ask_late() -> None:
        await asyncio.sleep(0.02)
        await desk.score(["late"])

    await asyncio.gather(desk.score(["early"]), ask_late())
    assert scorer.calls == [2]


async def test_a_full_run_does_not_wait_for_the_window() -> None:
    desk = BatchingScorer(FakeScorer(), window_ms=60_000, max_texts=2)
    assert len(await asyncio.wait_for(desk.score(["one", "two"]), 5)) == 2


async def test_the_same_text_in_flight_is_scored_once() -> None:
    scorer = GatedScorer()
    desk = BatchingScorer(scorer)
    asking = [asyncio.create_task(desk.score(["same", "same"])) for _ in range(3)]
    await scorer.wait_until_busy()
    scorer.gate.set()
    for scores in await asyncio.gather(*asking):
        assert list(scores.columns[TOXICITY]) == [0.02, 0.02]
    assert scorer.batches == [["same"]]


async def test_a_text_asked_again_comes_from_the_cache() -> None:
    scorer, watcher = FakeScorer({"bad": 0.9}), Watcher()
    desk = BatchingScorer(scorer, cache_entries=10, watcher=watcher)
    assert [await score_one(desk, "bad") for _ in range(3)] == [0.9, 0.9, 0.9]
    assert scorer.calls == [1]
    assert (watcher.cached, watcher.scored, watcher.runs) == (2, 1, [1])


async def test_without_a_cache_the_model_is_asked_again() -> None:
    scorer = FakeScorer()
    desk = BatchingScorer(scorer, cache_entries=0)
    await desk.score(["a"])
    await desk.score(["a"])
    assert scorer.calls == [1, 1]


async def test_a_failure_reaches_only_the_call_whose_text_caused_it() -> None:
    scorer = PickyScorer(BadInput("not that one"))
    desk = BatchingScorer(scorer)
    good, bad = await asyncio.gather(desk.score(["good"]), desk.score(["bad"]), return_exceptions=True)
    assert isinstance(good, Scores)
    assert isinstance(bad, BadInput)
    assert scorer.calls == [2, 1, 1]


@pytest.mark.parametrize("kind", [RemoteError, RemoteQuota, RemoteTimeout, RemoteBroken])
async def test_a_remote_service_that_fails_is_not_asked_again_text_by_text(kind: type[RemoteError]) -> None:
    scorer = PickyScorer(kind("not now"))
    desk = BatchingScorer(scorer)
    texts = ["bad", *(f"text {number}" for number in range(199))]
    outcomes = await asyncio.gather(*(desk.score([text]) for text in texts), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {kind}
    assert scorer.calls == [200]


async def test_one_text_that_a_remote_service_refuses_spoils_only_its_own_call() -> None:
    scorer = PickyScorer(RemoteRefused("not this text"))
    desk = BatchingScorer(scorer)
    bad, good = await asyncio.gather(desk.score(["bad"]), desk.score(["good"]), return_exceptions=True)
    assert isinstance(bad, RemoteRefused)
    assert isinstance(good, Scores)
    assert scorer.calls == [2, 1, 1]


async def test_where_every_text_is_refused_the_rest_is_not_tried() -> None:
    class Locked(FakeScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            self.calls.append(len(texts))
            raise RemoteRefused("not with this key")

    scorer = Locked()
    with pytest.raises(RemoteRefused):
        await BatchingScorer(scorer).score([f"text {number}" for number in range(200)])
    assert scorer.calls == [200] + [1] * REFUSALS_IN_A_ROW


async def test_a_service_that_breaks_while_texts_are_tried_alone_is_left_in_peace() -> None:
    class Breaking(FakeScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            self.calls.append(len(texts))
            raise BadInput("one of them") if len(texts) > 1 else RemoteBroken("gone")

    scorer = Breaking()
    with pytest.raises(RemoteBroken):
        await BatchingScorer(scorer).score([f"text {number}" for number in range(50)])
    assert scorer.calls == [50, 1]


async def test_texts_that_a_scorer_leaves_out_of_a_batch_are_found_one_by_one() -> None:
    class Forgetful(FakeScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            return super().score([text for text in texts if text != "odd"])

    desk = BatchingScorer(Forgetful())
    odd, even = await asyncio.gather(desk.score(["odd"]), desk.score(["even"]), return_exceptions=True)
    assert isinstance(odd, RemoteBroken)
    assert isinstance(even, Scores)


async def test_a_scorer_that_raises_stop_iteration_keeps_nobody_waiting() -> None:
    class Exhausted(FakeScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            raise StopIteration

        def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
            raise StopIteration

    desk = BatchingScorer(Exhausted())
    for asking in (desk.score(["one", "two"]), desk.judge_on("sayso", ["one"])):
        with pytest.raises(RuntimeError, match=r"The scorer 'fake\.v1' raised StopIteration"):
            await asyncio.wait_for(asking, 10)


async def test_a_failure_is_not_remembered() -> None:
    scorer = PickyScorer(BadInput("no"))
    desk = BatchingScorer(scorer, cache_entries=10)
    for _ in range(2):
        with pytest.raises(BadInput):
            await desk.score(["bad"])
    assert scorer.calls == [1, 1]


async def test_a_scorer_that_answers_too_few_rows_is_told_off() -> None:
    class Short(FakeScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            return super().score(texts[:-1])

    desk = BatchingScorer(Short())
    with pytest.raises(RemoteBroken, match="answered 0 rows for 1 texts"):
        await desk.score(["a"])


async def test_a_scorer_without_attributes_answers_nothing() -> None:
    desk = BatchingScorer(FakeScorer(attributes=frozenset()))
    assert (await desk.score(["a"])).columns == {}


async def test_a_caller_that_leaves_does_not_disturb_the_others() -> None:
    scorer = GatedScorer()
    desk = BatchingScorer(scorer)
    leaving = asyncio.create_task(desk.score(["same"]))
    staying = asyncio.create_task(desk.score(["same"]))
    await scorer.wait_until_busy()
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    scorer.gate.set()
    assert (await staying).row(0)[TOXICITY] == 0.02


async def test_closing_finishes_what_waits() -> None:
    scorer = GatedScorer()
    desk = BatchingScorer(scorer)
    asking = [asyncio.create_task(desk.score([text])) for text in ("one", "two")]
    await scorer.wait_until_busy()
    closing = asyncio.create_task(desk.close())
    scorer.gate.set()
    await closing
    assert all(task.done() and len(task.result()) == 1 for task in asking)


async def test_closing_lets_the_scorers_connections_go() -> None:
    class Connected(FakeScorer):
        is_closed = False

        def close(self) -> None:
            self.is_closed = True

    scorer = Connected()
    await BatchingScorer(scorer).close()
    assert scorer.is_closed


async def test_a_desk_that_did_nothing_can_be_closed() -> None:
    scorer = FakeScorer()
    await BatchingScorer(scorer).close()
    assert scorer.calls == []


async def test_the_scale_asked_for_decides_whether_the_map_is_used() -> None:
    desk = BatchingScorer(MappedScorer({"bad": 0.8}))
    assert (await desk.score_on("sayso", ["bad"])).row(0)[TOXICITY] == 0.8
    on_perspective = (await desk.score_on("perspective", ["bad"])).row(0)[TOXICITY]
    assert on_perspective == 0.4
    assert type(on_perspective) is float


async def test_a_model_without_a_map_answers_on_its_own_scale() -> None:
    desk = BatchingScorer(FakeScorer({"bad": 0.8}))
    assert (await desk.score_on("perspective", ["bad"])).row(0)[TOXICITY] == 0.8


async def test_evidence_comes_from_a_scorer_that_has_it() -> None:
    desk = BatchingScorer(ExaminingScorer())
    scores, evidence = await desk.judge_on("sayso", ["hello"])
    assert desk.can_examine
    assert len(scores) == 1
    assert [word.weight for word in evidence[0].words] == [0.5]


async def test_scores_and_evidence_come_from_one_pass_where_the_scorer_has_one() -> None:
    class OnePass(ExaminingScorer):
        passes = 0

        def judge(self, texts: Sequence[str]) -> tuple[Scores, Sequence[Evidence]]:
            self.passes += 1
            return Scores(self.name, {TOXICITY: [0.25] * len(texts)}), [Evidence()] * len(texts)

        def score(self, texts: Sequence[str]) -> Scores:
            raise AssertionError("a second pass")

    scorer = OnePass()
    scores, evidence = await BatchingScorer(scorer).judge_on("perspective", ["hello"])
    assert (scorer.passes, scores.row(0)[TOXICITY], evidence) == (1, 0.25, [Evidence()])


async def test_a_scorer_without_evidence_says_so() -> None:
    scorer: Scorer = FakeScorer()
    desk = BatchingScorer(scorer)
    assert not desk.can_examine
    with pytest.raises(BadInput, match=r"The scorer 'fake\.v1' gives no evidence\."):
        await desk.judge_on("sayso", ["hello"])


async def test_half_a_surrogate_pair_is_a_text_like_any_other() -> None:
    desk = BatchingScorer(FakeScorer(), cache_entries=5)
    assert await score_one(desk, "\ud83d") == 0.02


async def test_what_the_model_could_not_read_stays_known_through_rows_cache_and_scales() -> None:
    desk = BatchingScorer(FakeScorer(), cache_entries=10)
    for _ in range(2):  # the second time out of the cache
        scores = await desk.score(["tea", "\u2400", "tea \u2400"])
        assert scores.unjudged == {1: "unreadable", 2: "unreadable"}
    assert (await desk.score(["\u2400", "tea"])).unjudged == {0: "unreadable"}
    await desk.close()


async def test_a_map_to_another_scale_keeps_what_is_unjudged() -> None:
    class Halved(FakeScorer):
        class Halving:
            def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
                return [score / 2 for score in scores]

        scale_map = Halving()

    desk = BatchingScorer(Halved())
    assert (await desk.score_on("perspective", ["\u2400", "tea"])).unjudged == {0: "unreadable"}
    await desk.close()
