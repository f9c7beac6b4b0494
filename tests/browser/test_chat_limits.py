"""Sliders, the picture of where replies fell, and the list of what was filtered and why."""

import re
from xml.etree import ElementTree

from playwright.sync_api import Page, expect
from tests.browser.chat_page import HARSH, KIND, MILD, SILLY, ChatPage, make_scorer, open_chat
from tests.browser.patience import await_routes, hold_routes
from tests.browser.scripted_model import serve_model
from tests.live import MakeLive

from sayso.core import Attribute, Policy


def test_a_laxer_limit_shows_what_was_held_and_a_stricter_one_holds_what_was_shown(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", SILLY)
    expect(chat.see_it).to_have_count(1)
    chat.move_limit(0.5)
    chat.ask_and_read("Again?", SILLY)
    expect(chat.log.get_by_text(SILLY)).to_be_visible()
    chat.move_limit(0.25)
    chat.ask_and_read("Another rule?", MILD)
    expect(chat.see_it).to_have_count(2)
    expect(chat.page.get_by_text(MILD)).to_have_count(0)


def test_a_limit_moved_a_moment_ago_counts_for_the_very_next_reply(chat: ChatPage) -> None:
    chat.limit.fill("0.5")
    chat.ask_and_read("Which rule?", SILLY)
    expect(chat.log.get_by_text(SILLY)).to_be_visible()


def test_the_slider_says_what_its_value_means_and_goes_back_to_the_usual(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", SILLY)
    expect(chat.limit).to_have_attribute("max", "0.9")
    chat.move_limit(0.5)
    expect(chat.limit).to_have_attribute(
        "aria-valuetext",
        "0.50: asks you about fewer replies than usual (0.35), those from 0.50 up to 0.90. "
        "Of the one reply here, 0 would be asked about.",
    )
    with chat.page.expect_response(lambda answer: answer.request.method == "PUT"):
        chat.page.get_by_role("button", name="Back to the usual 0.35").click()
    expect(chat.limit).to_be_focused()
    expect(chat.limit).to_have_attribute("aria-valuetext", re.compile("^0.35: the usual limit here"))
    chat.page.reload()
    expect(chat.limit).to_have_value("0.35")


def test_a_limit_is_kept_for_the_reader(chat: ChatPage) -> None:
    chat.move_limit(0.55)
    other = chat.page.context.new_page()
    other.goto(f"{chat.url}/chat")
    expect(other.get_by_role("slider", name="Your limit")).to_have_value("0.55")


def test_the_last_of_two_moves_wins_however_long_the_first_takes(chat: ChatPage) -> None:
    expect(chat.limit).to_be_visible()  # from here on only moves are sent there
    held = hold_routes(chat.page, "**/limits")
    chat.limit.fill("0.5")
    await_routes(chat.page, held)
    chat.limit.fill("0.25")
    chat.page.wait_for_timeout(600)  # longer than the pause after which a move is sent
    assert len(held) == 1
    held[0].continue_()
    await_routes(chat.page, held, 2)
    with chat.page.expect_response(lambda answer: "0.25" in (answer.request.post_data or "")):
        held[1].continue_()
    chat.page.unroute("**/limits")
    expect(chat.limit).to_have_value("0.25")
    chat.page.reload()
    expect(chat.limit).to_have_value("0.25")


def test_the_slider_moves_by_its_keys(chat: ChatPage) -> None:
    chat.limit.focus()
    with chat.page.expect_response(lambda answer: answer.request.method == "PUT"):
        chat.limit.press("ArrowRight")
        chat.limit.press("ArrowRight")
    expect(chat.limit).to_have_value("0.37")
    chat.limit.press("End")
    expect(chat.limit).to_have_value("0.9")
    expect(chat.limit).to_have_attribute("aria-valuetext", re.compile("nothing under 0.90"))


def test_every_attribute_that_the_policy_watches_has_a_slider(page: Page, make_live: MakeLive) -> None:
    with serve_model() as (model, address):
        server = make_live(make_scorer(), upstream=address)
        watched = (Attribute.TOXICITY, Attribute.THREAT, Attribute.IDENTITY_ATTACK)
        server.service.store.policies.set(Policy(attributes=watched), actor="test")
        chat = open_chat(page, server.url, model)
        names = [f"Your limit, {name}" for name in ("overall", "threat", "attack on a group")]
        for name in names[:2]:
            with page.expect_response(lambda answer: answer.request.method == "PUT"):
                page.get_by_role("slider", name=name).fill("0.5")
        chat.ask_and_read("Which rule?", SILLY)
        expect(chat.see_it).to_be_visible()  # 0.4 in all of them, and the third still asks from 0.35
        with page.expect_response(lambda answer: answer.request.method == "PUT"):
            page.get_by_role("slider", name=names[2]).fill("0.5")
        chat.ask_and_read("Again?", SILLY)
        expect(chat.log.get_by_text(SILLY)).to_be_visible()
        assert chat.faults == []


def talk(chat: ChatPage) -> None:
    """One of each: 0.02 shown, 0.40 asked about, 0.90 not shown."""
    chat.ask_and_read("One?", KIND)
    chat.ask_and_read("Two?", SILLY)
    chat.ask_and_read("Three?", HARSH)


def test_the_picture_shows_each_reply_where_it_fell(chat: ChatPage) -> None:
    talk(chat)
    picture = chat.page.get_by_role("group", name=re.compile("^Scores of the replies"))
    expect(picture).to_have_attribute("aria-label", re.compile("1 shown, 1 asked about, 1 not shown."))
    marks = picture.get_by_role("img")
    names = [mark.get_attribute("aria-label") for mark in marks.all()]
    assert names == ["Reply 1: 0.02, shown", "Reply 2: 0.40, asked about", "Reply 3: 0.90, not shown"]
    lefts = [mark.evaluate("e => e.getBoundingClientRect().left") for mark in marks.all()]
    assert lefts == sorted(lefts)
    marks.last.focus()
    chat.page.keyboard.press("ArrowLeft")
    expect(marks.nth(1)).to_be_focused()
    expect(chat.page.get_by_text("Reply 2: 0.40, asked about")).to_be_visible()


def test_the_thumb_stands_under_its_line_in_the_picture(chat: ChatPage) -> None:
    """Left of the thumb's middle: 12 px of half a thumb, and the share of the way it has gone."""
    for limit in (0.1, 0.35, 0.6):
        chat.limit.fill(str(limit))
        box = chat.limit.bounding_box()
        line = chat.page.locator("svg .own").bounding_box()
        assert box is not None
        assert line is not None
        thumb = box["x"] + 12 + (box["width"] - 24) * limit / 0.9
        assert abs(thumb - (line["x"] + line["width"] / 2)) < 3


def test_the_picture_has_a_table_and_can_be_taken_away(chat: ChatPage) -> None:
    talk(chat)
    chat.page.get_by_text("The same as a table").click()
    cells = [row.inner_text().split("\t") for row in chat.page.locator("tbody tr").all()]
    assert cells == [["1", "0.02", "shown"], ["2", "0.40", "asked about"], ["3", "0.90", "not shown"]]
    with chat.page.expect_download() as waiting:
        chat.press("Download as CSV")
    lines = waiting.value.path().read_text("utf-8").splitlines()
    assert lines[2].endswith(",0.4000,held,between,no,0.35,0.35,0.9")
    with chat.page.expect_download() as waiting:
        chat.press("Download as SVG")
    picture = ElementTree.fromstring(waiting.value.path().read_text("utf-8"))
    fills = {element.get("fill") for element in picture.iter()} - {None}
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert "rgb(31, 63, 143)" in fills  # the accent, resolved


def test_everything_filtered_is_listed_with_its_reason_newest_first(chat: ChatPage) -> None:
    talk(chat)
    items = chat.filtered.get_by_role("listitem")
    expect(items).to_have_count(2)
    expect(items.nth(0)).to_contain_text("Not shown")
    expect(items.nth(0)).to_contain_text("reach the limit that nobody here may go over. Score 0.90")
    expect(items.nth(1)).to_contain_text("You were asked")
    expect(items.nth(1)).to_contain_text("silly rule")
    expect(items.nth(1)).to_contain_text("It lies between your limit and the community's. Score 0.40")
    expect(items.nth(1)).to_contain_text("It waits for your answer.")
    items.nth(1).get_by_role("button", name="Answer it").click()
    expect(chat.page.locator(":focus")).to_contain_text("Would you like to see it?")


def test_an_answer_can_be_taken_back_from_the_list(chat: ChatPage) -> None:
    chat.see()
    chat.press("Yes, filter them")
    item = chat.filtered.get_by_role("listitem")
    expect(item).to_contain_text("You said: filter.")
    item.get_by_role("button", name="Take back").click()
    expect(item).to_contain_text("It waits for your answer.")
    expect(chat.see_it).to_be_visible()
    expect(chat.log.get_by_text(SILLY)).to_have_count(0)


def test_a_new_conversation_has_an_empty_list_and_picture(chat: ChatPage) -> None:
    talk(chat)
    chat.press("New conversation")
    expect(chat.field).to_be_focused()
    expect(chat.filtered).to_contain_text("Nothing in this conversation.")
    expect(chat.page.get_by_text("No replies yet.").first).to_be_visible()
    expect(chat.page.get_by_role("heading", name="Ask the model something")).to_be_visible()
