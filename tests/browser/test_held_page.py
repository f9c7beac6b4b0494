"""The page behind a reader's link, in a browser: both questions answered by keyboard, on any screen."""

from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accessibility import find_faults
from tests.live import LiveServer

from sayso.core import Attribute
from sayso.storage import NewFilteredReply

CATEGORIES = ((Attribute.TOXICITY, 0.52), (Attribute.IDENTITY_ATTACK, 0.41), (Attribute.PROFANITY, 0.2))


def hold(live: LiveServer, **more: Any) -> str:
    """The link to a reply that waits for its reader."""
    reader = live.service.store.readers.find_or_create("default", "ana")
    values: dict[str, Any] = {
        "reader": reader.id,
        "community": "default",
        "conversation": "talk",
        "outcome": "held",
        "cause": "between",
        "content": "Well, you silly goose, that is a damn fine rubbish bin. " * 20,
        "score": 0.52,
        "model": "fake.v1",
        "policy_version": 0,
        "named": ("silly goose", "damn fine rubbish"),
        "categories": CATEGORIES,
    }
    held = live.service.store.held.add(NewFilteredReply(**(values | more)))
    return live.service.readers.make_link(live.url, reader_id=reader.id, held_id=held.id)


def test_both_questions_are_answered_by_keyboard_and_taken_back(page: Page, live: LiveServer) -> None:
    link = hold(live, words=("goose", "silly", "damn"))
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("A reply waits for your answer")
    page.keyboard.press("Tab")  # the name
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Yes, show it to me")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("The reply you asked to see")
    expect(page.get_by_text("rubbish bin").first).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="goose")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="silly")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="in this conversation")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="for good")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="No, show them")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("silly need not be filtered, for good")).to_be_visible()
    expect(page).to_have_url(link)
    page.reload()  # answers nothing twice
    page.get_by_role("button", name="Take my answer back").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A reply waits for your answer")


def prepare(page: Page, live: LiveServer, state: str) -> None:
    if state == "replaced":
        page.goto(hold(live, outcome="replaced", cause="over"))
    elif state == "unknown":
        page.goto(hold(live)[:-1])
    else:
        page.goto(hold(live))
    if state in ("viewed", "answered"):
        page.get_by_role("button", name="Yes, show it to me").click()
    if state == "declined":
        page.get_by_role("button", name="No, keep it hidden").click()
    if state == "answered":
        page.get_by_role("button", name="Yes, filter them").click()


STATES = ("waiting", "viewed", "declined", "answered", "replaced", "unknown")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_no_fault_and_all_fits_a_small_screen(
    page: Page, live: LiveServer, scheme: Literal["light", "dark"], state: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 320, "height": 640})
    prepare(page, live, state)
    assert find_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    heights = [button.bounding_box() for button in page.get_by_role("button").all()]
    assert all(box and box["height"] >= 24 for box in heights)
