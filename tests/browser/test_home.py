from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accessibility import find_faults
from tests.live import LiveServer


def test_the_home_page_says_what_this_is_and_which_model_answers(page: Page, live: LiveServer) -> None:
    page.goto(live.url)
    expect(page.get_by_role("heading", level=1)).to_have_text("This service scores text")
    expect(page.get_by_text("fake.v1")).to_be_visible()
    expect(page.get_by_label("A first request")).to_contain_text(f"curl {live.url}/api/v1/analyze")


def test_the_links_of_the_home_page_lead_somewhere(page: Page, live: LiveServer) -> None:
    page.goto(live.url)
    addresses = [link.get_attribute("href") or "" for link in page.get_by_role("link").all()]
    answers = {address: page.request.get(address).status for address in addresses}
    assert len(answers) >= 6
    assert set(answers.values()) == {200}, answers


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/errors"])
def test_axe_finds_no_fault(
    page: Page, live: LiveServer, scheme: Literal["light", "dark"], path: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(live.url + path)
    assert find_faults(page) == []


def test_the_home_page_fits_a_small_screen(page: Page, live: LiveServer) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(live.url)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_first_request_can_be_reached_by_keyboard(page: Page, live: LiveServer) -> None:
    page.goto(live.url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Write")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Chat")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("A first request")).to_be_focused()
