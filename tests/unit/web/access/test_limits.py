import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from sayso.core.errors import BadInput, LimitReached, StoreBusy
from sayso.web.access.callers import KeyHolder
from sayso.web.access.limits import KeyWindow, Limiter

pytestmark = pytest.mark.anyio

MINUTE_START = 29_913_840 * 60
"""A whole minute; 43,200 s into its day."""


class Shared:
    """Counts that several limiters share; `is_busy` makes it fail."""

    def __init__(self) -> None:
        self.counts: Counter[KeyWindow] = Counter()
        self.is_busy = False
        self.asked: list[KeyWindow] = []

    def add(self, counts: Mapping[KeyWindow, int]) -> None:
        if self.is_busy:
            raise StoreBusy("somebody is writing")
        self.counts.update(counts)

    def totals(self, windows: Iterable[KeyWindow]) -> Mapping[KeyWindow, int]:
        if self.is_busy:
            raise StoreBusy("somebody is writing")
        self.asked = list(windows)
        return {window: self.counts[window] for window in self.asked}


class Clock:
    def __init__(self) -> None:
        self.now = float(MINUTE_START)

    def __call__(self) -> float:
        return self.now


async def test_a_caller_without_limits_has_no_headers() -> None:
    allowance = await Limiter(Shared()).charge(KeyHolder("k"), texts=10**9)
    assert allowance.headers == {}
    assert allowance.refused is None


async def test_every_answer_says_what_is_left() -> None:
    clock = Clock()
    limiter = Limiter(Shared(), clock=clock)
    clock.now += 15.5
    allowance = await limiter.charge(KeyHolder("k", per_minute=10, per_day=1000), texts=3)
    assert allowance.headers == {
        "X-RateLimit-Limit": "10",
        "X-RateLimit-Remaining": "7",
        "X-RateLimit-Reset": "45",  # 60 - 15.5, rounded up
        "X-Quota-Limit": "1000",
        "X-Quota-Remaining": "997",
        "X-Quota-Reset": "43185",  # 86,400 - 43,200 - 15.5, rounded up
    }


async def test_the_limit_is_exact_in_one_worker_even_for_requests_at_once() -> None:
    limiter = Limiter(Shared(), clock=Clock())
    caller = KeyHolder("k", per_minute=5)
    allowances = await asyncio.gather(*(limiter.charge(caller) for _ in range(20)))
    assert sum(allowance.refused is None for allowance in allowances) == 5


async def test_a_refusal_says_when_to_come_back() -> None:
    clock = Clock()
    limiter = Limiter(Shared(), clock=clock)
    caller = KeyHolder("k", per_minute=2)
    await limiter.charge(caller, texts=2)
    clock.now += 20
    allowance = await limiter.charge(caller)
    assert allowance.refused
    assert allowance.refused.message == "This key's limit of 2 texts per minute is reached."
    assert isinstance(allowance.refused, LimitReached)
    assert allowance.refused.retry_after_s == 40
    assert allowance.headers["Retry-After"] == "40"
    assert allowance.headers["X-RateLimit-Remaining"] == "0"


async def test_a_request_larger_than_the_limit_is_told_to_shrink() -> None:
    allowance = await Limiter(Shared(), clock=Clock()).charge(KeyHolder("k", per_minute=2), texts=3)
    assert isinstance(allowance.refused, BadInput)  # not a limit to wait for: waiting would not help
    assert allowance.refused.message == "The request has 3 texts; this key's limit is 2 texts per minute."
    assert allowance.refused.hint == "Send at most 2 at a time."
    assert "Retry-After" not in allowance.headers


async def test_a_refused_request_is_not_counted() -> None:
    limiter = Limiter(Shared(), clock=Clock())
    caller = KeyHolder("k", per_minute=10, per_day=4)
    assert (await limiter.charge(caller, texts=5)).refused
    assert (await limiter.charge(caller, texts=4)).refused is None


async def test_looking_costs_nothing_and_is_never_refused() -> None:
    limiter = Limiter(Shared(), clock=Clock())
    caller = KeyHolder("k", per_minute=1)
    await limiter.charge(caller)
    allowance = await limiter.charge(caller, texts=0)
    assert allowance.refused is None
    assert allowance.headers["X-RateLimit-Remaining"] == "0"


async def test_a_new_minute_starts_afresh_while_the_day_goes_on() -> None:
    clock = Clock()
    limiter = Limiter(Shared(), clock=clock)
    caller = KeyHolder("k", per_minute=1, per_day=100)
    await limiter.charge(caller)
    assert (await limiter.charge(caller)).refused
    clock.now += 60
    allowance = await limiter.charge(caller)
    assert allowance.refused is None
    assert allowance.headers["X-Quota-Remaining"] == "98"


async def test_workers_add_up_once_they_have_flushed() -> None:
    shared, clock = Shared(), Clock()
    one, other = Limiter(shared, clock=clock), Limiter(shared, clock=clock)
    caller = KeyHolder("k", per_minute=10)
    await one.charge(caller, texts=4)
    await other.charge(caller, texts=3)
    for limiter in (one, other, one):
        await limiter.flush()
    for limiter in (one, other):
        assert (await limiter.charge(caller, texts=0)).headers["X-RateLimit-Remaining"] == "3"


async def test_a_quota_outlives_a_restart() -> None:
    shared, clock = Shared(), Clock()
    before = Limiter(shared, clock=clock)
    caller = KeyHolder("k", per_day=10)
    await before.charge(caller, texts=9)
    await before.flush()
    after = Limiter(shared, clock=clock)
    assert (await after.charge(caller, texts=2)).refused
    assert (await after.charge(caller, texts=1)).refused is None


async def test_counts_survive_a_busy_store_and_are_added_once() -> None:
    shared, clock = Shared(), Clock()
    limiter = Limiter(shared, clock=clock)
    await limiter.charge(KeyHolder("k", per_minute=10), texts=4)
    shared.is_busy = True
    with pytest.raises(StoreBusy):
        await limiter.flush()
    shared.is_busy = False
    await limiter.flush()
    await limiter.flush()
    assert list(shared.counts.values()) == [4]


async def test_a_store_that_fails_at_first_sight_is_asked_again() -> None:
    shared = Shared()
    limiter = Limiter(shared, clock=Clock())
    caller = KeyHolder("k", per_minute=10)
    shared.counts[KeyWindow("k", "minute", MINUTE_START)] = 9
    shared.is_busy = True
    with pytest.raises(StoreBusy):
        await limiter.charge(caller)
    shared.is_busy = False
    assert (await limiter.charge(caller)).headers["X-RateLimit-Remaining"] == "0"


async def test_windows_long_past_are_forgotten() -> None:
    clock = Clock()
    shared = Shared()
    limiter = Limiter(shared, clock=clock)
    for _ in range(5):
        await limiter.charge(KeyHolder("k", per_minute=10))
        await limiter.flush()
        clock.now += 60
    assert [window.start - MINUTE_START for window in shared.asked] == [180, 240]


async def test_keys_do_not_share_a_limit() -> None:
    limiter = Limiter(Shared(), clock=Clock())
    await limiter.charge(KeyHolder("one", per_minute=1))
    assert (await limiter.charge(KeyHolder("other", per_minute=1))).refused is None
