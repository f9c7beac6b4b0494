"""Two lanes to the model, a thread each, so that who asks little never waits behind who asks much.

In each lane the next piece of work is chosen anew after every slice: what asked for little first, but nothing
waits for ever. A piece is due when it came, plus the time that all its call asked for up to it should take:

    a call of 300 characters at second 1.0 is due at 1.015, before one of 90,000 that came at second 0.0 and
    whose pieces are due one after the other until second 4.5; a small call that comes at second 5 is behind.
"""

import asyncio
import heapq
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any, TypeVar

from sayso.core.errors import Busy
from sayso.scoring.turns import go_first, work_while

SHORT_CALL = 4_000
"""Characters: a call for scores with no more of them goes in the short lane; drafts and all others do not."""
SLICE = 4_000
"""Characters that are taken at once: about a fifth of a second. A longer text is a slice of its own."""
CHARACTERS_PER_S = 20_000
"""What a lane is reckoned to do in a second; prose on two cores, measured with benchmarks/fairness.py."""
MOST_WAITING = 1_200_000
"""Characters that may wait in a lane, a minute's work: what would come on top is told to come back."""
LONGEST_RETRY_S = 60.0
"""Nobody is told to stay away for longer."""
OVERLOADED_AFTER_S = 5.0
"""A short call that waits longer than this means that the service is overloaded."""

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Work:
    """Something that waits for a lane. `wanted` counts who waits for it; `cost` is in characters."""

    cost: int
    done: asyncio.Future[Any]
    wanted: int = 0
    is_waiting: bool = True


@dataclass(slots=True, eq=False)
class Text(Work):
    """One text to be scored. Every call that wants this text waits for the same row."""

    key: bytes = b""
    text: str = field(default="", repr=False)


@dataclass(slots=True, eq=False)
class Task(Work):
    """Anything else that asks the model, alone in its slice."""

    ask: Callable[[], Any] = field(default=lambda: None)


@dataclass(frozen=True, slots=True, order=True)
class _Place:
    """A place in the queue; `number` keeps equals in the order they came."""

    due: float
    number: int
    entered_at: float = field(compare=False)
    work: Work = field(compare=False)


class Lane:
    """A queue and the thread that serves it. Used from one event loop."""

    def __init__(self, name: str, *, goes_first: bool = False, most_waiting: int = MOST_WAITING) -> None:
        self._thread = ThreadPoolExecutor(1, f"sayso-{name}", initializer=go_first if goes_first else None)
        self._most_waiting = most_waiting
        self._places: list[_Place] = []
        self._numbers = count()
        self.waiting = 0
        self.texts: dict[bytes, Text] = {}

    def __bool__(self) -> bool:
        """Whether anything waits that anybody wants."""
        self._forget_unwanted()
        return bool(self._places)

    def __len__(self) -> int:
        return len(self._places)

    @property
    def is_full(self) -> bool:
        return self.waiting >= self._most_waiting

    def enter(self, works: Sequence[Work]) -> None:
        """All of one call, or none: raises `Busy` if too much waits. An empty lane takes any one call."""
        cost = sum(work.cost for work in works)
        if self.waiting and self.waiting + cost > self._most_waiting:
            raise self.make_refusal()
        now = asyncio.get_running_loop().time()
        asked = 0
        for work in sorted(works, key=lambda work: work.cost):
            asked += work.cost
            place = _Place(now + asked / CHARACTERS_PER_S, next(self._numbers), now, work)
            heapq.heappush(self._places, place)
        self.waiting += cost

    def make_refusal(self) -> Busy:
        """What is said to whoever would have to wait too long."""
        wait_s = min(max(1.0, self.waiting / CHARACTERS_PER_S), LONGEST_RETRY_S)
        return Busy(
            "More texts wait here than can be scored soon.",
            hint=f"Try again in {wait_s:.0f} seconds, with fewer or shorter texts.",
            retry_after_s=wait_s,
        )

    def leave(self, work: Work) -> None:
        """One who waited for the work has gone; what nobody waits for is not done."""
        work.wanted -= 1
        if work.wanted:
            return
        if work.is_waiting:
            self._stop_waiting(work)
        if isinstance(work, Text):
            self.forget(work)

    def forget(self, text: Text) -> None:
        """Who asks for the text from now on does not find it here."""
        if self.texts.get(text.key) is text:
            del self.texts[text.key]

    def take(self, *, most: int) -> list[Work]:
        """The next slice: one task, or up to `most` texts."""
        taken: list[Work] = []
        cost = 0
        while self and len(taken) < most:
            work = self._places[0].work
            if taken and (isinstance(work, Task) or cost + work.cost > SLICE):
                break
            heapq.heappop(self._places)
            self._stop_waiting(work)
            taken.append(work)
            cost += work.cost
            if isinstance(work, Task):
                break
        return taken

    def find_oldest_s(self) -> float:
        """How long the one that has waited longest has waited."""
        now = asyncio.get_running_loop().time()
        return max((now - place.entered_at for place in self._places if place.work.wanted), default=0.0)

    async def run(self, works: Sequence[Work], ask: Callable[[], T]) -> T:
        """Asks in the lane's thread, as long as any of the works is wanted."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, partial(_run_wanted, works, ask))

    def close(self) -> None:
        self._thread.shutdown()

    def _stop_waiting(self, work: Work) -> None:
        work.is_waiting = False
        self.waiting -= work.cost

    def _forget_unwanted(self) -> None:
        while self._places and not self._places[0].work.is_waiting:
            heapq.heappop(self._places)


def _run_wanted(works: Sequence[Work], ask: Callable[[], T]) -> T:
    with work_while(lambda: any(work.wanted for work in works)):
        return ask()
