"""For everybody: keyboard, screen reader, small and dark screens, forced colours, behind any proxy."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from tests.browser.accessibility import find_faults, press_until_focused
from tests.browser.chat_page import FIRST, HARSH, KIND, LONG, SILLY, ChatPage, make_scorer, open_chat
from tests.browser.scripted_model import serve_model
from tests.live import LiveServer, MakeLive

DRAWERS = ["Your words", "How it works", "Your data"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(chat: ChatPage, scheme: Literal["light", "dark"]) -> None:
    chat.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    assert find_faults(chat.page) == []
    chat.see()
    assert find_faults(chat.page) == []
    chat.press("No, show them")
    chat.ask_and_read("And then?", HARSH)
    chat.page.get_by_text("The same as a table").click()
    assert find_faults(chat.page) == []
    for name in DRAWERS:
        chat.open(name)
        assert find_faults(chat.page) == [], name
        chat.close()


def test_axe_finds_no_fault_on_a_small_screen(chat: ChatPage) -> None:
    chat.page.set_viewport_size({"width": 320, "height": 640})
    chat.see()
    assert find_faults(chat.page) == []
    for name in ("Limits", "Filtered", *DRAWERS):
        chat.open(name)
        assert find_faults(chat.page) == [], name
        chat.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault_before_the_reader_agrees(
    page: Page, live: LiveServer, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{live.url}/chat")
    expect(page.get_by_role("heading", name="Before you chat")).to_be_visible()
    assert find_faults(page) == []


def test_the_log_is_quiet_while_a_reply_is_written_and_said_once_at_its_end(chat: ChatPage) -> None:
    chat.model.waits = True
    chat.ask("Hello?", LONG)
    expect(chat.log.get_by_text(FIRST)).to_be_visible()
    expect(chat.log).to_have_attribute("aria-live", "off")
    expect(chat.spoken).to_have_text("")
    chat.model.go.set()
    expect(chat.spoken).to_have_text(f"The model: {LONG}")
    chat.ask_and_read("Which rule?", SILLY)
    expect(chat.spoken).to_have_text(re.compile("The reply contains “.*silly.*”. Would you like to see it?"))
    assert SILLY not in chat.spoken.inner_text()


def test_the_accessibility_tree_says_what_the_eye_sees(chat: ChatPage) -> None:
    chat.ask_and_read("Hello?", KIND)
    chat.ask_and_read("Which rule?", SILLY)
    expect(chat.log).to_match_aria_snapshot(
        """
        - log "Messages":
          - heading "You" [level=2]
          - paragraph: Hello?
          - heading "The model" [level=2]
          - paragraph: Good day to you.
          - heading "You" [level=2]
          - paragraph: Which rule?
          - heading "The model" [level=2]
          - region "A question before this reply":
            - heading "A question before this reply" [level=3]
            - paragraph: /The reply contains “.*silly.*”/
            - list "Categories":
              - listitem: /unsure 0.40/
              - listitem: /unsure 0.40/
              - listitem: /unsure 0.40/
            - paragraph: Would you like to see it?
            - button "See it"
            - button "Leave it"
            - paragraph: /You can take it back/
        """
    )


def test_everything_can_be_done_by_keyboard_alone(page: Page, make_live: MakeLive) -> None:
    with serve_model() as (model, address):
        server = make_live(make_scorer(), upstream=address)
        chat = open_chat(page, server.url, model, agreed=False)
        press = page.keyboard.press
        press_until_focused(page, "I agree")
        press("Enter")
        expect(chat.field).to_be_focused()
        model.say(SILLY)
        page.keyboard.type("Which rule?")
        expect(page.get_by_role("button", name="Send")).to_be_enabled()
        press("Enter")
        expect(chat.see_it).to_be_visible()
        press_until_focused(page, "See it", key="Shift+Tab")
        press("Enter")
        expect(chat.log.get_by_text(SILLY)).to_be_focused()  # what was asked for, to be read
        press_until_focused(page, "No, show them", most=5)
        press("Enter")
        expect(chat.log.get_by_text("You said: do not filter.")).to_be_focused()
        press_until_focused(page, "Take back", most=2)
        press("Enter")
        expect(chat.log.get_by_role("heading", name="A question before this reply")).to_be_focused()
        press_until_focused(page, "Leave it", most=3)
        press("Enter")
        expect(chat.log.get_by_role("heading", name="You left this reply")).to_be_focused()
        model.say(KIND)
        press_until_focused(page, "Another reply", most=3)
        press("Enter")
        expect(chat.log.get_by_text(KIND)).to_be_visible()
        assert page.evaluate("document.activeElement.closest('[role=log]') !== null")
        press_until_focused(page, "Your words", key="Shift+Tab", most=30)
        press("Enter")
        expect(chat.drawer.get_by_role("heading", name="Your words")).to_be_focused()
        press_until_focused(page, "Remove", most=12)
        press("Enter")
        press("Escape")
        expect(page.get_by_role("button", name="Your words")).to_be_focused()
        assert chat.faults == []


def test_escape_stops_a_reply_and_shift_enter_begins_a_line(chat: ChatPage) -> None:
    chat.model.waits = True
    chat.model.say(LONG)
    chat.field.focus()
    chat.page.keyboard.type("One")
    chat.page.keyboard.press("Shift+Enter")
    chat.page.keyboard.type("Two")
    expect(chat.page.get_by_role("button", name="Send")).to_be_enabled()
    chat.page.keyboard.press("Enter")
    expect(chat.log.get_by_text(FIRST)).to_be_visible()
    chat.page.keyboard.press("Escape")
    expect(chat.log).to_contain_text("You stopped it here.")
    assert chat.model.asked[0]["messages"][0]["content"] == "One\nTwo"


def test_the_focus_is_always_to_be_seen(chat: ChatPage) -> None:
    chat.see()
    unseen: list[str] = []
    for _ in range(25):
        chat.page.keyboard.press("Tab")
        shown = chat.page.evaluate(
            """() => {
                const e = document.activeElement;
                const ring = e.querySelector?.('.touch');
                const seen = getComputedStyle(e).outlineStyle !== 'none'
                    || (ring && getComputedStyle(ring).strokeWidth === '3px');
                return seen || e === document.body ? '' : e.outerHTML.slice(0, 120);
            }"""
        )
        unseen += [shown] if shown else []
    assert unseen == []


def test_everything_fits_a_small_screen(chat: ChatPage) -> None:
    chat.page.set_viewport_size({"width": 320, "height": 640})
    chat.ask_and_read("long" * 40, f"{'Unbreakable' * 12} is one word.")
    chat.see()
    assert chat.page.evaluate("document.documentElement.scrollWidth") <= 320
    for name in ("Limits", "Filtered", *DRAWERS):
        drawer = chat.open(name)
        assert drawer.evaluate("e => e.scrollWidth") <= 320, name
        chat.close()


def test_what_can_be_pressed_is_large_enough(chat: ChatPage) -> None:
    chat.see()
    find_small = """[...document.querySelectorAll('button, summary, input, select, textarea, nav a')]
        .map(e => [e.textContent || e.id, (e.closest('label') ?? e).getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.height < 24 || box.width < 24)).map(([name]) => name)"""
    assert chat.page.evaluate(find_small) == []
    chat.press("No, show them")
    for name in DRAWERS:
        chat.open(name)
        assert chat.page.evaluate(find_small) == [], name
        chat.close()


def test_forced_colours_keep_shapes_and_lines(chat: ChatPage) -> None:
    chat.page.emulate_media(forced_colors="active")
    chat.ask_and_read("Hello?", KIND)
    chat.ask_and_read("Which rule?", SILLY)
    fill = "e => getComputedStyle(e).fill"
    shown, asked = chat.page.locator("svg .shown .dot"), chat.page.locator("svg .held .dot")
    assert shown.evaluate(fill) != asked.evaluate(fill)
    assert chat.page.locator("svg .own").evaluate("e => getComputedStyle(e).stroke") != "none"


def test_text_runs_in_the_direction_of_its_letters_and_is_never_markup(chat: ChatPage) -> None:
    text = "<b onclick=alert(1)>bold</b> &amp; <script>alert(1)</script>"
    chat.ask_and_read(text, "שלום to you and everybody here.")
    expect(chat.log.get_by_text(text)).to_be_visible()
    direction = "e => getComputedStyle(e).direction"
    assert chat.log.get_by_text("שלום").evaluate(direction) == "rtl"
    chat.ask_and_read("Again?", text)
    expect(chat.log.get_by_text(text)).to_have_count(2)


@pytest.mark.parametrize("prefix", ["/sayso"])
def test_the_page_works_behind_a_proxy(page: Page, make_live: MakeLive, prefix: str) -> None:
    with serve_model() as (model, address):
        server = make_live(make_scorer(), upstream=address, auth="open", path_prefix=prefix)
        chat = open_chat(page, server.url + prefix, model)
        chat.see()
        assert chat.faults == []


def test_the_page_may_load_nothing_but_its_own(page: Page, live: LiveServer) -> None:
    answer = page.goto(f"{live.url}/chat")
    assert answer is not None
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in str(policy)
