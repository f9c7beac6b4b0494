"""Every choice of the masked-word model's training that is neither data nor seed."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sayso_lab.choices import Range, check_switch, read_choices


@dataclass(frozen=True, slots=True)
class MaskedConfig:
    """Shares run from 0 to 1; lengths are in tokens unless said otherwise."""

    samples: int = 500_000
    rate: float = 4e-4
    head_rate: float = 1e-3
    """The head starts from nothing."""
    weight_decay: float = 0.01
    warm_up: float = 0.05
    clip: float = 1.0
    average: float = 0.998
    """Per step, how much of the averaged weights stays."""
    dropout: float = 0.1
    bfloat16: bool = True
    threads: int = 0
    """0 is one for each core."""
    chunk: int = 3000
    batch_tokens: int = 2048
    shortest: int = 8
    longest: int = 128
    longest_text: int = 900
    """In characters."""
    hidden_words: float = 0.17
    checkpoint_minutes: float = 4.0

    @property
    def thread_count(self) -> int:
        return self.threads or os.cpu_count() or 1


_SHARE: Range = (0, 1)
RANGES: Mapping[str, Range] = {
    "samples": (1, 1_000_000_000),
    "rate": (1e-7, 0.1),
    "head_rate": (1e-7, 0.1),
    "weight_decay": _SHARE,
    "warm_up": (0, 0.9),
    "clip": (0.001, 1000),
    "average": (0, 0.99999),
    "dropout": (0, 0.9),
    "threads": (0, 1024),
    "chunk": (1, 1_000_000),
    "batch_tokens": (8, 1_000_000),
    "shortest": (3, 512),
    "longest": (8, 512),
    "longest_text": (50, 100_000),
    "hidden_words": (0.01, 0.9),
    "checkpoint_minutes": (0.01, 10_000),
}


def read_masked_config(path: Path) -> MaskedConfig:
    """A TOML file with some of the names above; the others keep their values."""
    checks = {"bfloat16": check_switch}
    return read_choices(path, MaskedConfig, ranges=RANGES, checks=checks, example="samples = 100000")
