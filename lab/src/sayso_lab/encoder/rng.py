"""Torch draws from one random generator for the whole process; a run borrows it and puts it back."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

import torch


@contextmanager
def keep_rng(seed: int) -> Generator[None]:
    """Inside, what torch draws depends on the seed alone; afterwards it is as if nothing had been drawn."""
    before = torch.get_rng_state()
    cast("Any", torch).manual_seed(seed)
    try:
        yield
    finally:
        torch.set_rng_state(before)


@contextmanager
def use_threads(count: int) -> Generator[None]:
    """Inside, torch computes with so many threads: sums in another order differ in their last bits."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
