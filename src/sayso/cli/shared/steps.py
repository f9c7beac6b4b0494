"""A progress bar for work on the database, on standard error and only where somebody watches."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress

Steps = Callable[[int, int], None]
"""Called with how much is done and how much there is."""


@contextmanager
def show_steps(what: str, *, console: Console | None = None) -> Generator[Steps]:
    """A bar named `what` that leaves nothing behind; without a terminal there is none."""
    console = console or Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
