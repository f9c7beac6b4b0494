"""How a run is getting on: what it loses, how fast it goes, how long it will take."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Clock = Callable[[], float]
RECENT_S = 120.0
"""Speed is that of the last two minutes: neighbours come and go."""
STAYS = 0.98
"""Per step, how much of the shown losses stays."""


@dataclass(frozen=True, slots=True)
class Report:
    """Where a run is. `losses` are running means, by name; `left_s` is None until speed is known."""

    samples: int
    total: int
    losses: Mapping[str, float]
    samples_per_s: float
    left_s: float | None

    @property
    def share(self) -> float:
        return min(1.0, self.samples / self.total)


@dataclass
class Throughput:
    total: int
    clock: Clock = time.monotonic
    _seen: deque[tuple[float, int]] = field(default_factory=deque[tuple[float, int]])
    _losses: dict[str, float] = field(default_factory=dict[str, float])

    def start(self, samples: int) -> None:
        self._seen.append((self.clock(), samples))

    def report(self, samples: int, losses: Mapping[str, float]) -> Report:
        now = self.clock()
        self._seen.append((now, samples))
        while len(self._seen) > 2 and now - self._seen[1][0] >= RECENT_S:
            self._seen.popleft()
        began_at, before = self._seen[0]
        speed = (samples - before) / (now - began_at) if now > began_at else 0.0
        self._losses = {name: self._soften(name, value) for name, value in losses.items()}
        left = max(0, self.total - samples) / speed if speed else None
        return Report(samples, self.total, dict(self._losses), speed, left)

    def _soften(self, name: str, value: float) -> float:
        return STAYS * self._losses.get(name, value) + (1 - STAYS) * value
