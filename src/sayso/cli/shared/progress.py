"""A progress bar on standard error, for whoever waits longer than a moment."""

import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

QUIET_S = 0.7
"""A run shorter than this shows no bar."""

Report = Callable[[int, int], None]
"""Called with how far the input is read and how many lines are done."""


@contextmanager
def show_progress(
    *, total: int | None, is_shown: bool, quiet_s: float = QUIET_S, console: Console | None = None
) -> Generator[Report]:
    """A bar that starts after a moment and leaves nothing behind."""
    if not is_shown:
        yield lambda _position, _lines: None
        return
    columns = (
        TextColumn("{task.fields[lines]:,} lines"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console or Console(stderr=True), transient=True)
    task = bar.add_task("", total=total, lines=0)
    began_at = time.monotonic()

    def report(position: int, lines: int) -> None:
        if not bar.live.is_started and time.monotonic() - began_at >= quiet_s:
            bar.start()
        bar.update(task, completed=position, lines=lines)

    try:
        yield report
    finally:
        if bar.live.is_started:
            bar.stop()


def has_watcher() -> bool:
    return sys.stderr.isatty()


Steps = Callable[[int, int], None]
"""Called with how much is done and how much there is."""


@contextmanager
def show_steps(what: str, *, console: Console | None = None) -> Generator[Steps]:
    """A bar named `what` that leaves nothing behind; without a terminal there is none."""
    console = console or Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
