"""How much a key may ask: a rate per minute and a quota per day, counted in texts."""

import asyncio
import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from sayso.core.errors import BadInput, LimitReached, SaysoError
from sayso.web.access.callers import KeyHolder

Period = Literal["minute", "day"]
SECONDS: Mapping[Period, int] = {"minute": 60, "day": 86_400}
_PREFIX: Mapping[Period, str] = {"minute": "X-RateLimit", "day": "X-Quota"}
_WORDS: Mapping[Period, str] = {"minute": "texts per minute", "day": "texts per day"}

_KEPT_S = 10
"""A window is forgotten this long after its end, so that a charge in progress still finds it."""


@dataclass(frozen=True, slots=True)
class KeyWindow:
    """A stretch of time in which the texts of one key are counted; `start` in seconds since 1970, UTC."""

    key_id: str
    period: Period
    start: int

    @property
    def end(self) -> int:
        return self.start + SECONDS[self.period]


class SharedCounts(Protocol):
    """What all workers have counted together."""

    def add(self, counts: Mapping[KeyWindow, int]) -> None:
        """Adds to the counts; returns when they are kept."""
        ...

    def totals(self, windows: Iterable[KeyWindow]) -> Mapping[KeyWindow, int]:
        """The counts kept; a window never counted may be left out."""
        ...


@dataclass(frozen=True, slots=True)
class Allowance:
    """The outcome of a charge. Nothing was counted if `refused` is there."""

    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    refused: SaysoError | None = None


NO_LIMITS = Allowance()


class KeyLimitReached(LimitReached):
    """Says which limit of which key."""

    def __init__(
        self, message: str, *, hint: str, wait_s: float, key_id: str, period: Period, limit: int
    ) -> None:
        super().__init__(message, hint=hint, retry_after_s=wait_s)
        self.key_id = key_id
        self.period: Period = period
        self.limit = limit


@dataclass(slots=True)
class _Count:
    """`kept` by all workers as last read, and what this worker has counted and not yet added to it."""

    kept: int = 0
    pending: int = 0
    is_loaded: bool = False

    @property
    def total(self) -> int:
        return self.kept + self.pending


class Limiter:
    """Counts exactly within one worker; `flush`, once a second, adds the workers up.

    Between two flushes, N workers together may let through up to N times what was left.
    """

    def __init__(self, shared: SharedCounts, *, clock: Callable[[], float] = time.time) -> None:
        self._shared = shared
        self._clock = clock
        self._counts: dict[KeyWindow, _Count] = {}
        self._loading = asyncio.Lock()

    async def charge(self, holder: KeyHolder, *, texts: int = 1) -> Allowance:
        """Counts `texts` for the holder of a key if its limits allow; with 0 texts only looks."""
        if holder.per_minute is None and holder.per_day is None:
            return NO_LIMITS
        limits = _limits_of(holder)
        now = self._clock()
        windows: dict[Period, KeyWindow] = {each: _window(holder.key_id, each, now) for each in limits}
        await self._load(windows.values())
        for period, limit in limits.items():
            if texts and self._counts[windows[period]].total + texts > limit:
                return self._refuse(limits, windows, period, now=now, texts=texts)
        for window in windows.values():
            self._counts[window].pending += texts
        return Allowance(self._headers(limits, windows, now))

    async def flush(self) -> None:
        """Adds what was counted, reads what the other workers added, forgets old windows."""
        now = self._clock()
        pending = {window: count.pending for window, count in self._counts.items() if count.pending}
        if pending:
            await asyncio.to_thread(self._shared.add, pending)
            for window, added in pending.items():
                self._counts[window].pending -= added
                self._counts[window].kept += added
        self._counts = {
            window: count
            for window, count in self._counts.items()
            if count.pending or window.end + _KEPT_S > now
        }
        await self._read(list(self._counts))

    async def _load(self, windows: Iterable[KeyWindow]) -> None:
        """A window seen for the first time starts from what is kept: a quota outlives a restart."""
        if all(window in self._counts and self._counts[window].is_loaded for window in windows):
            return
        async with self._loading:
            counts = {window: self._counts.setdefault(window, _Count()) for window in windows}
            await self._read([window for window, count in counts.items() if not count.is_loaded])

    async def _read(self, windows: list[KeyWindow]) -> None:
        if not windows:
            return
        totals = await asyncio.to_thread(self._shared.totals, windows)
        for window in windows:
            count = self._counts[window]
            count.kept = max(count.kept, totals.get(window, 0))
            count.is_loaded = True

    def _refuse(
        self,
        limits: Mapping[Period, int],
        windows: Mapping[Period, KeyWindow],
        period: Period,
        *,
        now: float,
        texts: int,
    ) -> Allowance:
        headers = self._headers(limits, windows, now)
        if texts > limits[period]:  # would never pass, however long the client waits
            message = f"The request has {texts} texts; this key's limit is {limits[period]} {_WORDS[period]}."
            return Allowance(headers, BadInput(message, hint=f"Send at most {limits[period]} at a time."))
        wait_s = windows[period].end - now
        hint = f"Try again in {math.ceil(wait_s)} seconds, or ask whoever runs the service for more."
        message = f"This key's limit of {limits[period]} {_WORDS[period]} is reached."
        headers["Retry-After"] = str(math.ceil(wait_s))
        key_id, limit = windows[period].key_id, limits[period]
        refused = KeyLimitReached(
            message, hint=hint, wait_s=wait_s, key_id=key_id, period=period, limit=limit
        )
        return Allowance(headers, refused)

    def _headers(
        self, limits: Mapping[Period, int], windows: Mapping[Period, KeyWindow], now: float
    ) -> dict[str, str]:
        headers: dict[str, str] = {}
        for period, limit in limits.items():
            window = windows[period]
            headers[f"{_PREFIX[period]}-Limit"] = str(limit)
            headers[f"{_PREFIX[period]}-Remaining"] = str(max(0, limit - self._counts[window].total))
            headers[f"{_PREFIX[period]}-Reset"] = str(math.ceil(window.end - now))
        return headers


def _limits_of(holder: KeyHolder) -> dict[Period, int]:
    limits: dict[Period, int | None] = {"minute": holder.per_minute, "day": holder.per_day}
    return {period: limit for period, limit in limits.items() if limit is not None}


def _window(key_id: str, period: Period, now: float) -> KeyWindow:
    return KeyWindow(key_id, period, int(now) // SECONDS[period] * SECONDS[period])
