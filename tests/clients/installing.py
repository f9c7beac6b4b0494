"""Peers are installed once, by whichever of the processes that run tests comes first; the others wait."""

import fcntl
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def installing(name: str) -> Generator[None]:
    with (Path(sys.prefix) / f"installing-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
