"""What somebody without eyes or without a mouse finds on a page."""

import re
from typing import cast

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def find_faults(page: Page) -> list[str]:
    """The accessibility rules that the page breaks, each with the first element that does."""
    results = Axe().run(page)  # pyright: ignore[reportUnknownMemberType]  # the library is only partly typed
    response = cast(dict[str, list[dict[str, str]]], results.response)  # pyright: ignore[reportUnknownMemberType]  # as above
    return [f"{fault['id']}: {fault['nodes'][0]}" for fault in response["violations"]]


def press_until_focused(page: Page, name: str, *, key: str = "Tab", most: int = 30) -> None:
    """Moves the focus by key alone, as somebody without a mouse does."""
    focus = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim()"
    for _ in range(most):
        page.keyboard.press(key)
        if re.match(name, page.evaluate(focus)):
            return
    raise AssertionError(f"{name!r} was not reached in {most} presses")
