"""A real Chromium and a real service for the pages."""

import shutil
from asyncio import AbstractEventLoop, get_running_loop
from asyncio.events import _set_running_loop  # pyright: ignore[reportPrivateUsage]  # there is no other
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright
from tests.browser.chat_page import ChatPage, make_scorer, open_chat
from tests.browser.patience import PATIENCE_MS
from tests.browser.scripted_model import serve_model
from tests.live import MakeLive

expect.set_options(timeout=PATIENCE_MS)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium(own_build: str) -> str:
    """The machine's Chromium, else Playwright's own."""
    found = next((path for name in NAMES if (path := shutil.which(name))), own_build)
    assert Path(found).exists(), "The browser tests need Chromium. Run: scripts/install-browser"
    return found


@dataclass(frozen=True, slots=True)
class Started:
    """Playwright and its Chromium, one of each per process that runs tests."""

    playwright: Playwright
    browser: Browser
    loop: AbstractEventLoop


@pytest.fixture(scope="session")
def started() -> Iterator[Started]:
    """Playwright keeps an event loop running in this thread, which asynchronous tests would trip over."""
    with sync_playwright() as playwright:
        loop = get_running_loop()
        path = find_chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        _set_running_loop(None)
        yield Started(playwright, browser, loop)
        _set_running_loop(loop)
        browser.close()


@pytest.fixture
def playwright(started: Started) -> Iterator[Playwright]:
    _set_running_loop(started.loop)
    yield started.playwright
    _set_running_loop(None)


@pytest.fixture
def browser(playwright: Playwright, started: Started) -> Browser:
    return started.browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own that fails the test when anything outside the service is asked for."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()
    strangers = [url for url in asked if not url.startswith(("http://127.0.0.1:", "data:", "about:"))]
    assert strangers == []


@pytest.fixture
def chat(page: Page, make_live: MakeLive) -> Iterator[ChatPage]:
    """The page to chat on, agreed to, with a model whose replies the test writes down."""
    with serve_model() as (model, address):
        chat = open_chat(page, make_live(make_scorer(), upstream=address).url, model)
        yield chat
        assert chat.faults == []
