"""What a call of LiteLLM's began with: known when its prompt comes, wanted when its reply does."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

CALLS_KEPT = 10_000
BYTES_KEPT = 16_000_000
KEPT_FOR_S = 900.0


class Call(NamedTuple):
    """By whom, for whom, and what LiteLLM calls it: ids may repeat, and a client may choose them."""

    key_id: str
    reader_id: str
    call_id: str


Place = tuple[int, bool]
"""Which of the replies to a call, and whether it is the tool calls of that."""


@dataclass(frozen=True, slots=True)
class CallStart:
    """`prompt` only of a reader who agreed to records; empty once it is recorded.

    `held` are the ids under which its replies were kept, as far as they have come.
    """

    conversation: str
    prompt: str | None = field(default=None, repr=False)
    held: dict[Place, str] = field(default_factory=dict[Place, str])


@dataclass(frozen=True, slots=True)
class _Entry:
    start: CallStart
    since: float
    size: int


class CallMemory:
    """In each worker for itself. Without it, conversations are told apart worse, and nothing else is lost."""

    def __init__(
        self,
        size: int = CALLS_KEPT,
        *,
        most_bytes: int = BYTES_KEPT,
        kept_for_s: float = KEPT_FOR_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._size = size
        self._most_bytes = most_bytes
        self._kept_for_s = kept_for_s
        self._clock = clock
        self._entries: OrderedDict[Call, _Entry] = OrderedDict()
        self._bytes = 0

    def remember(self, call: Call, start: CallStart) -> None:
        """In place of what was known of it. A call without an id cannot be told from others."""
        if not call.call_id:
            return
        before = self._entries.pop(call, None)
        entry = _Entry(start, self._clock(), _measure(*call, start.conversation, start.prompt or ""))
        self._entries[call] = entry
        self._bytes += entry.size - (before.size if before else 0)
        self._forget()

    def recall(self, call: Call) -> CallStart | None:
        self._forget()
        entry = self._entries.get(call)
        return entry.start if entry else None

    def _forget(self) -> None:
        """The oldest first: what is too old, and what is too much."""
        since = self._clock() - self._kept_for_s
        while self._entries:
            oldest = next(iter(self._entries.values()))
            is_full = len(self._entries) > self._size or self._bytes > self._most_bytes
            if oldest.since > since and not is_full:
                return
            self._entries.popitem(last=False)
            self._bytes -= oldest.size


def _measure(*texts: str) -> int:
    return sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)
