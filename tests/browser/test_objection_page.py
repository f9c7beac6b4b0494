"""The page behind an author's link, in a browser: read, opened and withdrawn by keyboard."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accessibility import find_faults
from tests.live import LiveServer


def send(page: Page, live: LiveServer) -> str:
    body = {"text": "you silly goose " * 20, "begin": 4, "end": 9, "kind": "false_alarm", "comment": "a joke"}
    return page.request.post(f"{live.url}/api/v1/author/feedback", data=body).json()["url"]


def answer(live: LiveServer) -> None:
    (one,) = live.service.store.objections.rows()
    live.service.store.objections.answer(one.id, verdict="agreed", content="We looked, and you are right.")


def test_the_text_is_shown_only_when_asked_for(page: Page, live: LiveServer) -> None:
    page.goto(send(page, live))
    expect(page.get_by_text("Nobody has answered yet.")).to_be_visible()
    text = page.get_by_text("silly goose")
    expect(text).to_be_hidden()
    page.get_by_text("Show the text (it may hold strong language)").click()
    expect(text).to_be_visible()
    expect(page.locator("mark")).to_have_text("silly")


def test_it_is_withdrawn_by_keyboard_alone(page: Page, live: LiveServer) -> None:
    link = send(page, live)
    answer(live)
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("What became of your feedback")
    expect(page.get_by_text("We looked, and you are right.")).to_be_visible()
    button = page.get_by_role("button", name="Withdraw and erase")
    expect(button).to_be_hidden()
    for key in ("Tab", "Tab", "Tab", "Enter", "Tab"):  # the name, the text, then what opens the form
        page.keyboard.press(key)
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("You withdrew this on")).to_be_visible()
    expect(page).to_have_url(link)
    expect(button).to_have_count(0)
    assert "goose" not in page.content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", ["open", "answered", "unknown"])
def test_axe_finds_no_fault(
    page: Page, live: LiveServer, scheme: Literal["light", "dark"], state: str
) -> None:
    link = send(page, live)
    if state == "answered":
        answer(live)
    page.emulate_media(color_scheme=scheme)
    page.goto(link if state != "unknown" else link[:-1])
    for summary in page.locator("summary").all():
        summary.click()
    assert find_faults(page) == []


def test_the_page_fits_a_small_screen(page: Page, live: LiveServer) -> None:
    link = send(page, live)
    answer(live)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(link)
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
