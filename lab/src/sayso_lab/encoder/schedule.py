"""The choices of a run of many samples, whatever is learned in it."""

import os
from dataclasses import dataclass

from sayso_lab.choices import number, share, switch


@dataclass(frozen=True, slots=True)
class Schedule:
    """Shares and rates run from 0 to 1 unless said otherwise; lengths are in tokens unless said otherwise."""

    samples: int = number(300_000, 1, 1_000_000_000)
    rate: float = number(1.5e-4, 1e-7, 0.1)
    head_rate: float = number(6e-4, 1e-7, 0.1)
    weight_decay: float = share(0.01)
    warm_up: float = number(0.03, 0, 0.9)
    clip: float = number(1.0, 0.001, 1000)
    average: float = number(0.998, 0, 0.99999)
    """Per step, how much of the averaged weights stays."""
    dropout: float = number(0.1, 0, 0.9)
    bfloat16: bool = switch(default=True)
    """Faster on processors that know it: 1.4 to 1.6 times, measured on one core."""
    threads: int = number(0, 0, 1024)
    """0 is one for each core."""
    chunk: int = number(3000, 1, 1_000_000)
    batch_tokens: int = number(2048, 8, 1_000_000)
    longest_text: int = number(2000, 50, 100_000)
    """In characters."""
    checkpoint_minutes: float = number(5.0, 0.01, 10_000)

    @property
    def thread_count(self) -> int:
        return self.threads or os.cpu_count() or 1
