"""Takes the pictures of the pages: `docs/images/write-*.png` and `docs/images/chat-*.png`.

`python docs/screenshots.py` starts a service with the shipped model. Of the page to write on, `--url` takes a
running service, and `--canned` draws with the answers that the browser tests use, which needs no model. On
the page to chat on, a scripted chatbot says the replies below, and the shipped model judges them.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.canned import serve_answers  # noqa: E402  # found only from the root
from tests.browser.chat_page import ChatPage, open_chat  # noqa: E402
from tests.browser.conftest import QUIET, find_chromium  # noqa: E402
from tests.browser.scripted_model import ScriptedModel, serve_model  # noqa: E402

TEXT = "Would you both shut up, you don't run this place, especially a stupid kid."
BELONGING = (
    "What makes somebody feel that they belong?",
    "Belonging grows where people are known by name, missed when absent, and free to disagree.",
)
BOOKS = (
    "Can you recommend some feminist books?",
    "Plenty. Try bell hooks, Audre Lorde and Roxane Gay. Each writes plainly and from her own life.",
)
RULE = (
    "Tell me about a silly rule and who made it.",
    "In one small town it was forbidden to whistle after ten. A rather silly rule, made by a mayor who "
    "hated noise.",
)
"""Held."""
KEPT = ("Did anybody keep it?", "Nobody did. They laughed at the old fool and whistled on.")
"""Just under the soft limit, and shown."""
WIDE = {"width": 1100, "height": 700}
NARROW = {"width": 320, "height": 700}
FORCED = {"forced_colors": "active"}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 60_000
ANNOUNCEMENT = re.compile(r"Sayso answers at (?P<root>https?://\S+)")


@contextmanager
def start_service(**settings: str) -> Iterator[str]:
    """`sayso serve` on a free port, with a data folder of its own."""
    with TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).with_name("sayso")), "serve", "--port", "0"]
        environment = {**os.environ, "SAYSO_DATA_DIR": folder, "SAYSO_LOG_LEVEL": "error", **settings}
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)  # noqa: S603  # ours
        try:
            assert process.stderr is not None
            found = next((match for line in process.stderr if (match := ANNOUNCEMENT.search(line))), None)
            if found is None:
                raise SystemExit("sayso serve did not start.")
            yield found["root"]
        finally:
            process.terminate()
            process.wait()


def open_page(browser: Browser, url: str, *, scheme: str, size: dict[str, int], canned: bool) -> Page:
    context = browser.new_context(viewport=size, color_scheme=scheme, device_scale_factor=2)
    return fill_page(context.new_page(), url, canned=canned)


def fill_page(page: Page, url: str, *, canned: bool) -> Page:
    page.add_init_script("localStorage.setItem('sayso.consent', '1')")
    if canned:
        serve_answers(page)
    page.goto(f"{url}/write")
    page.get_by_role("textbox", name="Your text").click()
    page.keyboard.insert_text(TEXT)
    page.locator(".other-words").first.wait_for()
    return page


def take(browser: Browser, url: str, name: str, *, scheme: str, size: dict[str, int], canned: bool) -> None:
    """With the words for a highlighted word open, and the first one looked at."""
    page = open_page(browser, url, scheme=scheme, size=size, canned=canned)
    page.get_by_role("region", name="Marked words").get_by_role("button").first.click()
    page.get_by_role("menuitem").first.wait_for()
    page.wait_for_timeout(300)  # until the bar has moved
    page.screenshot(path=ROOT / "docs" / "images" / f"write-{name}.png")
    page.context.close()


def take_all(url: str, *, canned: bool) -> None:
    with launch() as browser:
        take(browser, url, "light", scheme="light", size=WIDE, canned=canned)
        take(browser, url, "dark", scheme="dark", size=WIDE, canned=canned)
        take(browser, url, "phone", scheme="light", size=PHONE, canned=canned)
        take_narrow(browser, url, canned=canned)


def take_narrow(browser: Browser, url: str, *, canned: bool) -> None:
    """320 px wide, dark and in the system's own colours, without the words open."""
    for name, look in {"narrow-dark": {"color_scheme": "dark"}, "narrow-forced": FORCED}.items():
        context = browser.new_context(viewport=NARROW, device_scale_factor=2, **look)  # pyright: ignore[reportArgumentType]
        page = fill_page(context.new_page(), url, canned=canned)
        page.screenshot(path=ROOT / "docs" / "images" / f"write-{name}.png")
        context.close()


@contextmanager
def launch() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


def take_chats() -> None:
    expect.set_options(timeout=PATIENCE_MS)
    with serve_model() as (model, address), start_service(SAYSO_UPSTREAM=address) as url, launch() as browser:
        take_chat(browser, url, model, "held", scheme="light", size=WIDE)
        take_chat(browser, url, model, "light", scheme="light", size=WIDE, answer="No, show them")
        take_chat(browser, url, model, "dark", scheme="dark", size=WIDE, answer="No, show them")
        take_chat(
            browser,
            url,
            model,
            "words",
            scheme="light",
            size=WIDE,
            answer="No, show them",
            drawer="Your words",
        )
        take_chat(browser, url, model, "phone", scheme="light", size=PHONE)


def take_chat(
    browser: Browser,
    url: str,
    model: ScriptedModel,
    name: str,
    *,
    scheme: str,
    size: dict[str, int],
    answer: str = "",
    drawer: str = "",
) -> None:
    """Up to the question; with an answer, up to the reply after the next that is not shown."""
    context = browser.new_context(viewport=size, color_scheme=scheme, device_scale_factor=2)
    context.request.get(f"{url}/chat", timeout=PATIENCE_MS)  # the model is loaded first
    chat = open_chat(context.new_page(), url, model)
    for question, reply in (BELONGING, BOOKS, RULE):
        chat.ask_and_read(question, reply)
    if answer:
        answer_and_go_on(chat, answer)
    if drawer:
        chat.open(drawer)
    chat.page.wait_for_timeout(300)
    chat.page.screenshot(path=ROOT / "docs" / "images" / f"chat-{name}.png")
    context.close()


def answer_and_go_on(chat: ChatPage, answer: str) -> None:
    chat.press("See it")
    chat.press(answer)
    chat.ask_and_read(*KEPT)


@click.command()
@click.option("--url", default="", help="A running service; without it, one is started.")
@click.option("--canned", is_flag=True, help="Draw answers made by hand instead of the model's.")
def main(*, url: str, canned: bool) -> None:
    """Write the pictures."""
    if url:
        take_all(url, canned=canned)
        return
    with start_service() as started:
        take_all(started, canned=canned)
    take_chats()


if __name__ == "__main__":
    main()
