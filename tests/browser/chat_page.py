"""The page to chat on, as its tests use it: the real service with a fake scorer, and a scripted model."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Locator, Page, expect
from tests.browser.scripted_model import ScriptedModel

from sayso.testing import FakeScorer

AGREED = "localStorage.setItem('sayso.chat.consent', '1')"
KIND = "Good day to you."
FIRST = "The river runs past the old mill."
LONG = f"{FIRST} Then it turns north again."
SILLY = "What a silly rule they made."
"""Held: FakeScorer gives 0.4 to all that has "silly" in it, between h* = 0.35 and h^max = 0.9."""
MILD = "What a quaint rule they made."
"""Shown: 0.3."""
HARSH = "Only a fool wrote this."
"""Replaced: 0.9."""
WORDS = {"silly": 0.4, "quaint": 0.3, "fool": 0.9}


def make_scorer() -> FakeScorer:
    return FakeScorer(WORDS)


@dataclass
class ChatPage:
    """`faults` holds what the browser complained about."""

    page: Page
    url: str
    model: ScriptedModel
    faults: list[str] = field(default_factory=list[str])

    @property
    def field(self) -> Locator:
        return self.page.get_by_role("textbox", name="Your message")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log", name="Messages")

    @property
    def spoken(self) -> Locator:
        return self.page.get_by_role("status", name="Conversation, spoken")

    @property
    def limit(self) -> Locator:
        return self.page.get_by_role("slider", name="Your limit")

    @property
    def drawer(self) -> Locator:
        return self.page.get_by_role("dialog")

    @property
    def filtered(self) -> Locator:
        return self.page.get_by_role("region", name="What was filtered")

    def card(self, title: str) -> Locator:
        return self.log.get_by_role("region", name=title).last

    @property
    def see_it(self) -> Locator:
        return self.log.get_by_role("button", name="See it", exact=True)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).last.click()

    def ask(self, question: str, reply: str = "") -> None:
        """Writes a message and sends it; `reply` is what the model will say."""
        if reply:
            self.model.say(reply)
        self.field.fill(question)
        expect(self.page.get_by_role("button", name="Send")).to_be_enabled()
        self.field.press("Enter")

    def ask_and_read(self, question: str, reply: str) -> None:
        """Until the reply has ended, whatever became of it."""
        with self.page.expect_request("**/v1/chat/completions"):  # before it the page is not busy yet
            self.ask(question, reply)
        expect(self.log).to_have_attribute("aria-busy", "false")
        expect(self.page.get_by_role("button", name="Send")).to_be_visible()

    def see(self) -> None:
        """Asks for a held reply, and wants to see it."""
        self.ask_and_read("Which rule?", SILLY)
        self.press("See it")
        expect(self.log.get_by_text(SILLY).last).to_be_visible()

    def open(self, name: str) -> Locator:
        self.page.get_by_role("group", name="Tools").get_by_role("button", name=name).click()
        expect(self.drawer).to_be_visible()
        return self.drawer

    def close(self) -> None:
        self.drawer.get_by_role("button", name="Close").click()
        expect(self.drawer).to_have_count(0)

    def move_limit(self, limit: float) -> None:
        """Until the server knows."""
        with self.page.expect_response(lambda answer: answer.request.method == "PUT"):
            self.limit.fill(str(limit))


def open_chat(page: Page, url: str, model: ScriptedModel, *, agreed: bool = True) -> ChatPage:
    """Opens the page; faults of its own are collected."""
    chat = ChatPage(page, url, model)

    def note_console(message: ConsoleMessage) -> None:
        if message.type == "error" and not re.search("Failed to load resource", message.text):
            chat.faults.append(message.text)

    page.on("console", note_console)
    page.on("pageerror", lambda error: chat.faults.append(str(error)))
    if agreed:
        page.add_init_script(AGREED)
    page.goto(f"{url}/chat")
    if agreed:
        expect(chat.field).to_be_visible()
    return chat
