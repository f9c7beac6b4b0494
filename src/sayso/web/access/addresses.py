"""How much may be asked without a key: a rate per client address.

Counted in requests; one with a long text or several choices counts as several.
"""

import ipaddress
import math
import time
from collections.abc import Callable, Mapping
from typing import Literal

from sayso.core.errors import LimitReached
from sayso.settings import Settings
from sayso.web.access.limits import SECONDS, Allowance
from sayso.web.access.table import Permission

Door = Literal["authors", "objections", "objection_links", "readers", "new_readers"]
"""What is counted apart: who comes often through one may still come through another."""

DOORS: Mapping[Permission, Door] = {
    "draft": "authors",
    "object": "authors",
    "open_objection": "objection_links",
    "become_reader": "new_readers",
    "open_held": "readers",
}
"""Where those are counted who come without a key; elsewhere they are not."""

_PER_MINUTE: Mapping[Door, Callable[[Settings], int]] = {
    "authors": lambda settings: settings.author_per_minute,
    "objections": lambda settings: settings.objection_per_minute,
    "objection_links": lambda settings: settings.author_per_minute,
    "readers": lambda settings: settings.reader_per_minute,
    "new_readers": lambda settings: settings.new_readers_per_minute,
}

_SITE_PREFIX = 64
"""One connection at home gets a whole IPv6 network of this size, and could change its address at will."""


def name_address(host: str | None) -> str:
    """The address a request is counted under; all that come without one share a count."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return "unknown"
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), _SITE_PREFIX), strict=False))


class AddressLimiter:
    """Counts in memory, in each worker for itself, by the minutes of the clock.

    Holds at most `size` addresses: the one that has been silent longest is forgotten first.
    """

    def __init__(self, *, clock: Callable[[], float] = time.time, size: int = 50_000) -> None:
        self._clock = clock
        self._size = size
        self._minute = 0
        self._counts: dict[str, int] = {}

    def charge(self, address: str, *, per_minute: int, visits: int = 1) -> Allowance:
        """Counts so many requests if the limit allows them."""
        wait_s = self._turn()
        counted = self._counts.pop(address, 0)
        refused = counted + visits > per_minute
        if len(self._counts) >= self._size:
            del self._counts[next(iter(self._counts))]
        self._counts[address] = counted if refused else counted + visits
        headers = {
            "X-RateLimit-Limit": str(per_minute),
            "X-RateLimit-Remaining": str(max(0, per_minute - self._counts[address])),
            "X-RateLimit-Reset": str(math.ceil(wait_s)),
        }
        return Allowance(headers, _refuse(per_minute, wait_s) if refused else None)

    def _turn(self) -> float:
        """Starts afresh with each minute; the seconds until the next."""
        now = self._clock()
        minute, gone_s = divmod(now, SECONDS["minute"])
        if int(minute) != self._minute:
            self._minute = int(minute)
            self._counts.clear()
        return SECONDS["minute"] - gone_s


class Visits:
    """A limiter for each door."""

    def __init__(self) -> None:
        self._limiters: Mapping[Door, AddressLimiter] = {door: AddressLimiter() for door in _PER_MINUTE}

    def charge(self, door: Door, address: str, settings: Settings, *, visits: int = 1) -> Allowance:
        return self._limiters[door].charge(address, per_minute=_PER_MINUTE[door](settings), visits=visits)


def _refuse(per_minute: int, wait_s: float) -> LimitReached:
    return LimitReached(
        f"Without a key, {per_minute} requests per minute are answered, and that many came from here. "
        "One with a long text or several choices counts as several.",
        hint=f"Try again in {math.ceil(wait_s)} seconds, or send a key.",
        retry_after_s=wait_s,
    )
