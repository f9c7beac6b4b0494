"""The page to write on, as its tests use it: agreed to, answered by hand, watched for faults of its own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, expect
from tests.browser.canned import score, serve_answers

AGREED = "localStorage.setItem('sayso.consent', '1')"
HARSH = "You are a stupid kid."


@dataclass
class WritePage:
    """`asked` holds every question so far; `faults` what the browser complained about."""

    page: Page
    url: str
    asked: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])
    faults: list[str] = field(default_factory=list[str])

    @property
    def editor(self) -> Locator:
        return self.page.get_by_role("textbox", name="Your text")

    @property
    def bar(self) -> Locator:
        return self.page.get_by_role("meter")

    @property
    def marked(self) -> Locator:
        return self.page.get_by_role("region", name="Marked words")

    @property
    def choices(self) -> Locator:
        return self.page.get_by_role("menuitem")

    def write(self, text: str) -> None:
        """Puts the text in place of what is there, as a paste does, and waits until it is read."""
        self.editor.click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.insert_text(text)
        self.expect_score(text)

    def expect_score(self, text: str) -> None:
        """The bar shows the score of the text, worked out by `canned.score`."""
        expect(self.bar).to_have_attribute("aria-valuenow", str(round(score(text) * 100)))

    def read_text(self) -> str:
        return "\n".join(self.editor.locator(".cm-line").all_inner_texts())

    def note(self, title: str) -> Locator:
        return self.page.get_by_role("region", name=title)


def open_write(page: Page, url: str, *, agreed: bool = True, canned: bool = True) -> WritePage:
    """Opens the page; faults of its own are collected. Not `canned`: the service itself answers."""
    write = WritePage(page, url)

    def note_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not re.search("Failed to load resource", message.text):
            write.faults.append(message.text)

    page.on("console", note_console)
    page.on("pageerror", lambda error: write.faults.append(str(error)))
    if agreed:
        page.add_init_script(AGREED)
    if canned:
        write.asked = serve_answers(page)
    page.goto(f"{url}/write")
    if agreed:
        expect(write.editor).to_be_visible()
    return write
