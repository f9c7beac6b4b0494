"""How a test waits for a page: long, for busy machines, since only a failing test waits till the end."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, Route

PATIENCE_MS = 60_000
TYPE = """async (box, text) => {
    box.focus();
    for (const letter of text) {
        const rest = new Promise((resolve) => setTimeout(resolve, 20));
        document.execCommand("insertText", false, letter);
        await rest;
    }
}"""


def hold_routes(page: Page, url: str) -> list[Route]:
    """From now on requests to this address wait in the list until the test lets them go."""
    held: list[Route] = []
    page.route(url, lambda route: held.append(route))  # Playwright needs a function of Python's
    return held


def await_routes(page: Page, held: Sequence[Route], count: int = 1) -> None:
    """Until so many requests wait: what the page shows does not tell whether it has sent one yet."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while len(held) < count:
        assert time.monotonic() < deadline, f"{len(held)} requests came, not {count}"
        page.wait_for_timeout(20)


def stop_clock(page: Page) -> None:
    """From now on time passes in the page only by `page.clock.run_for`, however long the test takes."""
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))  # it can be stopped only ahead of where it is


def type_steadily(box: Locator, text: str) -> None:
    """Types a letter every 20 ms by the page's own clock, whose timers go off in order on a busy machine too.

    Each wait begins before its letter, so nothing that waits longer after a letter comes before the next one.
    """
    box.evaluate(TYPE, text)
