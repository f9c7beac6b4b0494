"""For everybody: keyboard, screen reader, touch, small and dark screens, any script, behind any proxy."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.accessibility import find_faults, press_until_focused
from tests.browser.canned import FEEDBACK
from tests.browser.patience import PATIENCE_MS, stop_clock
from tests.browser.write_page import AGREED, HARSH, WritePage, open_write
from tests.live import LiveServer, MakeLive


@pytest.fixture
def write(page: Page, live: LiveServer) -> Iterator[WritePage]:
    write = open_write(page, live.url)
    yield write
    assert write.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault(write: WritePage, scheme: Literal["light", "dark"]) -> None:
    write.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    assert find_faults(write.page) == []
    write.write("Those people are vermin")
    assert find_faults(write.page) == []
    write.write(HARSH)
    for summary in write.page.locator("summary").all():
        summary.click()
    write.marked.get_by_role("button", name="stupid").click()
    assert find_faults(write.page) == []
    write.page.get_by_role("dialog").get_by_role("button", name="This is wrong").click()
    assert find_faults(write.page) == []
    write.write("You are a stoopid kid.")
    expect(write.note("The words changed, but the message did not")).to_be_visible()
    assert find_faults(write.page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault_before_the_author_agrees(
    page: Page, live: LiveServer, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    open_write(page, live.url, agreed=False)
    assert find_faults(page) == []
    page.goto(f"{live.url}/write/responsible-use")
    assert find_faults(page) == []


def test_everything_can_be_done_by_keyboard_alone(page: Page, live: LiveServer) -> None:
    write = open_write(page, live.url, agreed=False)
    page.route(FEEDBACK, lambda route: route.fulfill(status=201, json={"id": "7", "url": "/feedback/token"}))
    press = page.keyboard.press
    press_until_focused(page, "I agree")
    press("Enter")
    page.keyboard.type("You are a stupid kid")
    write.expect_score("You are a stupid kid")
    press_until_focused(page, "Undo")  # Tab leaves the text field
    press_until_focused(page, "stupid")
    press("Enter")
    press("ArrowDown")
    press("Enter")
    assert write.read_text() == "You are a careless kid"
    press("Control+z")
    assert write.read_text() == "You are a stupid kid"
    write.expect_score("You are a stupid kid")
    press("End")
    press("Control+Shift+ArrowLeft")
    press_until_focused(page, "This is wrong")
    press("Enter")
    press("ArrowDown")
    press_until_focused(page, "Send")
    press("Enter")
    expect(page.get_by_role("link", name="See what becomes of it")).to_be_visible()
    press_until_focused(page, "Your edits", key="Shift+Tab")
    press("Enter")
    expect(page.locator("ol > li")).not_to_have_count(0)
    assert write.faults == []


def test_the_focus_is_always_to_be_seen(write: WritePage) -> None:
    write.write(HARSH)
    focused = "document.activeElement.closest('.cm-editor') ?? document.activeElement"
    unseen: list[str] = []
    for _ in range(20):
        write.page.keyboard.press("Tab")
        name, outline = write.page.evaluate(
            f"[({focused}).outerHTML, getComputedStyle({focused}).outlineStyle]"
        )
        if outline == "none" and not name.startswith("<body"):  # past the last one it is the browser's turn
            unseen.append(name)
    assert unseen == []


def test_the_accessibility_tree_says_what_the_eye_sees(write: WritePage) -> None:
    write.write(HARSH)
    expect(write.page.get_by_role("main")).to_match_aria_snapshot(
        """
        - main:
          - heading "Write" [level=1]
          - region "Score":
            - paragraph: People would likely find this insulting.
            - meter "How likely people are to mind this text"
          - textbox "Your text"
          - button "Undo"
          - button "Redo" [disabled]
          - button "This is wrong"
          - checkbox "Keep my draft on this device"
          - region "Marked words":
            - heading "Marked words" [level=2]
            - list:
              - listitem:
                - button "stupid weight 70"
                - paragraph: /Readers would very likely mark this word; .* the score could be 33\\./
              - listitem:
                - button "kid weight 30"
        """
    )
    write.marked.get_by_role("button", name="stupid").click()
    expect(write.page.get_by_role("dialog")).to_match_aria_snapshot(
        """
        - dialog "Other words for “stupid”":
          - menu "Other words":
            - menuitem "naive the score would be 33"
            - menuitem "careless the score would be 33"
            - menuitem "young the score would be 33"
            - menuitem "stubborn the score would be 33"
            - menuitem "spoiled the score would be 33"
            - menuitem "noisy means something else the score would be 33"
            - menuitem "leave it out the score would be 33"
          - button "This is wrong"
          - button "Leave as it is"
        """
    )


def test_a_screen_reader_hears_the_score_once_writing_rests(write: WritePage) -> None:
    spoken = write.page.get_by_role("status", name="Score, spoken")
    expect(spoken).to_have_attribute("role", "status")  # polite by itself
    stop_clock(write.page)
    write.editor.click()
    write.page.keyboard.insert_text(HARSH)
    write.page.clock.run_for(200)  # the page asks after 120 ms
    write.expect_score(HARSH)
    write.page.clock.run_for(1000)
    assert spoken.text_content() == ""
    write.page.clock.run_for(1000)
    expect(spoken).to_have_text(
        "Score 80 of 100. People would likely find this insulting. 2 words marked. "
        "There is another way to say it: Control, Shift and Enter."
    )


def test_headings_are_in_order(write: WritePage) -> None:
    write.write(HARSH)
    levels = [
        int(tag[1])
        for tag in write.page.evaluate("[...document.querySelectorAll('h1,h2,h3')].map(h => h.tagName)")
    ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_a_finger_is_enough(browser: Browser, live: LiveServer) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 640})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    write = open_write(page, live.url)
    write.editor.tap()
    page.keyboard.insert_text(HARSH)
    write.expect_score(HARSH)
    write.editor.get_by_text("stupid").tap()
    write.choices.filter(has_text="naive").tap()
    expect(write.editor.locator(".cm-line")).to_have_text("You are a naive kid.")
    assert write.faults == []
    context.close()


def test_everything_fits_a_small_screen(write: WritePage) -> None:
    write.page.set_viewport_size({"width": 320, "height": 640})
    write.write(f"{HARSH} {'long' * 40}")
    for summary in write.page.locator("summary").all():
        summary.click()
    write.marked.get_by_role("button", name="stupid").click()
    expect(write.choices.nth(0)).to_be_visible()
    assert write.page.evaluate("document.documentElement.scrollWidth") <= 320
    box = write.page.get_by_role("dialog").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320


def test_what_can_be_pressed_is_large_enough(write: WritePage) -> None:
    write.write(HARSH)
    for summary in write.page.locator("summary").all():
        summary.click()
    write.marked.get_by_role("button", name="stupid").click()
    small = write.page.evaluate(
        """[...document.querySelectorAll('button, summary, input, nav a')]
        .map(e => [e.textContent || e.id, (e.closest('label') ?? e).getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.height < 24 || box.width < 24)).map(([name]) => name)"""
    )
    assert small == []


def test_dark_follows_the_system_until_chosen_and_is_remembered(write: WritePage) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    write.page.emulate_media(color_scheme="dark")
    assert write.page.evaluate(ground) == "rgb(23, 24, 27)"
    write.page.get_by_role("button", name="Light colours").click()
    assert write.page.evaluate(ground) == "rgb(251, 251, 249)"
    write.page.reload()
    assert write.page.evaluate(ground) == "rgb(251, 251, 249)"
    expect(write.page.get_by_role("button", name="Dark colours")).to_be_visible()


def test_forced_colours_keep_the_marks_apart(write: WritePage) -> None:
    write.page.emulate_media(forced_colors="active")
    write.write(HARSH)
    thickness = "element => parseFloat(getComputedStyle(element).textDecorationThickness)"
    stupid, kid = write.editor.get_by_text("stupid"), write.editor.get_by_text("kid")
    assert stupid.evaluate(thickness) > kid.evaluate(thickness)
    ground = "element => getComputedStyle(element).backgroundColor"
    assert stupid.evaluate(ground) != kid.evaluate(ground)


def test_less_motion_moves_nothing(write: WritePage) -> None:
    write.page.emulate_media(reduced_motion="reduce")
    write.write(HARSH)
    assert write.bar.locator("div").first.evaluate("e => getComputedStyle(e).transitionDuration") == "0s"


def test_a_line_runs_in_the_direction_of_its_letters(write: WritePage) -> None:
    write.editor.click()
    write.page.keyboard.insert_text("שלום stupid\nHello")
    lines = write.editor.locator(".cm-line")
    expect(lines).to_have_count(2)
    direction = "element => getComputedStyle(element).direction"
    assert [line.evaluate(direction) for line in lines.all()] == ["rtl", "ltr"]
    expect(write.editor.locator(".other-words")).to_have_text("stupid")


@pytest.mark.parametrize(
    "text", ["😀😀 stupid 👨‍👩‍👧 kid", "e\u0301 𝒻𝒶𝓃 stupid kid", "one\ntwo 🎈\nstupid kid"]
)
def test_marks_and_words_stand_where_they_belong_beside_emoji(write: WritePage, text: str) -> None:
    write.write(text)
    expect(write.editor.locator(".flagged")).to_have_text(["stupid", "kid"])
    write.marked.get_by_role("button", name="stupid").click()
    write.page.keyboard.press("Enter")
    assert write.read_text() == text.replace("stupid", "naive")
    write.page.keyboard.press("ControlOrMeta+End")
    write.page.keyboard.press("ControlOrMeta+Shift+ArrowLeft")
    expect(write.page.get_by_role("group", name="Selection")).to_contain_text("33 of 100")
    selection = write.asked[-1]["selection"]
    assert write.asked[-1]["text"][selection["begin"] : selection["end"]] == "kid"


def test_text_that_looks_like_html_is_text(write: WritePage) -> None:
    text = "<b onclick=alert(1)>stupid</b> &amp; <script>alert(1)</script>"
    write.write(text)
    assert write.read_text() == text
    expect(write.editor.locator(".flagged")).to_have_text(["stupid"])


@pytest.mark.parametrize(
    "settings", [{"path_prefix": "/sayso"}, {"public_url": "https://words.example.org/x"}]
)
def test_the_page_works_behind_a_proxy(page: Page, make_live: MakeLive, settings: dict[str, str]) -> None:
    server = make_live(auth="open", **settings)
    write = open_write(page, server.url + settings.get("path_prefix", ""))
    write.write(HARSH)
    assert write.faults == []
    page.goto(f"{write.url}/write/responsible-use")
    page.get_by_role("link", name="Back to writing").click()
    expect(write.editor).to_be_visible()


def test_the_page_may_load_nothing_but_its_own(page: Page, live: LiveServer) -> None:
    page.add_init_script(AGREED)
    answer = page.goto(f"{live.url}/write")
    assert answer is not None
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert re.fullmatch(r"'self' 'nonce-[\w-]{22}'", policy["style-src"])
