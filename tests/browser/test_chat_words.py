"""The drawer of words: read, add, change, remove, undo, search, take out and bring back, share."""

import csv
import json
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, expect
from tests.browser.chat_page import KIND, SILLY, ChatPage
from tests.browser.patience import await_routes, hold_routes


def add(drawer: Locator, text: str, ruling: str = "Always show", scope: str = "for good") -> None:
    drawer.get_by_role("textbox", name="Words").fill(text)
    drawer.get_by_role("combobox", name="What to do", exact=True).select_option(label=ruling)
    drawer.get_by_role("combobox", name="Counts").select_option(label=scope)
    drawer.get_by_role("button", name="Add", exact=True).click()
    expect(drawer.get_by_text(f"Added: “{text}”")).to_be_visible()


def rows(drawer: Locator) -> Locator:
    return drawer.get_by_role("list", name="Words").get_by_role("listitem")


def test_an_answer_is_in_the_words_and_changing_it_changes_the_next_reply(chat: ChatPage) -> None:
    chat.see()
    chat.press("No, show them")
    drawer = chat.open("Your words")
    expect(rows(drawer).first).to_contain_text("this conversation, from an answer")
    for row in rows(drawer).all():
        row.get_by_role("combobox").select_option(label="Never show")
        expect(drawer.get_by_text("Changed: ")).to_be_visible()
    chat.close()
    chat.ask_and_read("Again?", SILLY)
    expect(chat.card("This reply was not shown")).to_contain_text("words that you blocked")
    chat.press("Change that in your words")
    expect(chat.drawer.get_by_role("heading", name="Your words")).to_be_focused()


def test_a_word_added_by_hand_counts_from_the_next_reply_on(chat: ChatPage) -> None:
    add(chat.open("Your words"), "silly")
    chat.close()
    chat.ask_and_read("Which rule?", SILLY)
    expect(chat.log.get_by_text(SILLY)).to_be_visible()
    add(chat.open("Your words"), "good", "Never show")
    chat.close()
    chat.ask_and_read("Hello?", KIND)
    expect(chat.card("This reply was not shown")).to_be_visible()


def test_a_word_for_this_conversation_does_not_count_in_the_next(chat: ChatPage) -> None:
    chat.ask_and_read("Hello?", KIND)
    add(chat.open("Your words"), "silly", scope="in this conversation")
    chat.close()
    chat.press("New conversation")
    chat.ask_and_read("Which rule?", SILLY)
    expect(chat.see_it).to_be_visible()
    expect(rows(chat.open("Your words"))).to_contain_text("another conversation, added by you")


def test_what_was_removed_comes_back_by_undo_step_by_step(chat: ChatPage) -> None:
    drawer = chat.open("Your words")
    expect(drawer).to_contain_text("No words yet.")
    add(drawer, "silly")
    add(drawer, "quaint")
    drawer.get_by_role("button", name="Remove “quaint”").click()
    expect(rows(drawer)).to_have_count(1)
    expect(drawer.get_by_role("button", name="Remove “silly”")).to_be_focused()
    drawer.get_by_role("button", name="Undo the last change").click()
    expect(rows(drawer)).to_have_count(2)
    for left in (1, 0):
        drawer.get_by_role("button", name="Undo the last change").click()
        expect(rows(drawer)).to_have_count(left)
    drawer.get_by_role("button", name="Undo the last change").click()
    expect(drawer.get_by_text("nothing", exact=False).first).to_be_visible()


def test_words_are_found_by_a_part_of_them(chat: ChatPage) -> None:
    drawer = chat.open("Your words")
    add(drawer, "silly rule")
    add(drawer, "quaint")
    drawer.get_by_role("searchbox", name="Search").fill("RULE")
    expect(rows(drawer)).to_have_count(1)
    expect(drawer.get_by_text("1 of 2")).to_be_visible()


def test_all_words_go_only_after_a_confirmation_and_can_come_back(chat: ChatPage) -> None:
    drawer = chat.open("Your words")
    add(drawer, "silly")
    add(drawer, "quaint")
    drawer.get_by_role("button", name="Delete all").click()
    sure = drawer.get_by_role("group", name="Delete all words?")
    expect(sure.get_by_role("button", name="Yes, delete all")).to_be_focused()
    sure.get_by_role("button", name="Keep them").click()
    expect(drawer.get_by_role("button", name="Delete all")).to_be_focused()
    expect(rows(drawer)).to_have_count(2)
    drawer.get_by_role("button", name="Delete all").click()
    drawer.get_by_role("button", name="Yes, delete all").click()
    expect(drawer).to_contain_text("No words yet.")
    expect(drawer.get_by_role("heading", name="All at once")).to_be_focused()  # the button no longer can be
    drawer.get_by_role("button", name="Undo the last change").click()
    expect(rows(drawer)).to_have_count(2)


def test_words_can_be_taken_out_as_a_file_and_brought_back(chat: ChatPage, tmp_path: Path) -> None:
    drawer = chat.open("Your words")
    add(drawer, "silly")
    add(drawer, "quaint", "Never show")
    with chat.page.expect_download() as waiting:
        drawer.get_by_role("button", name="Export").click()
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    kept = {word["text"]: word["ruling"] for word in json.loads(path.read_text("utf-8"))["words"]}
    assert kept == {"silly": "permit", "quaint": "block"}
    drawer.get_by_role("button", name="Delete all").click()
    drawer.get_by_role("button", name="Yes, delete all").click()
    expect(drawer).to_contain_text("No words yet.")
    drawer.get_by_label("Import a file").set_input_files(path)
    expect(drawer.get_by_text("2 were imported.")).to_be_visible()
    expect(rows(drawer)).to_have_count(2)


def test_what_was_just_answered_is_in_the_file_too(chat: ChatPage) -> None:
    held = hold_routes(chat.page, "**/future")
    chat.see()
    chat.press("No, show them")
    await_routes(chat.page, held)
    with chat.page.expect_download() as waiting:
        chat.open("Your data").get_by_role("button", name="Download everything").click()
        held[0].continue_()
    assert json.loads(waiting.value.path().read_text("utf-8"))["words"]


def test_a_table_can_be_brought_in_too(chat: ChatPage, tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["text", "ruling", "conversation"], ["silly", "permit", ""]])
    drawer = chat.open("Your words")
    drawer.get_by_label("Import a file").set_input_files(path)
    expect(drawer.get_by_text("One was imported.")).to_be_visible()
    chat.close()
    chat.ask_and_read("Which rule?", SILLY)
    expect(chat.log.get_by_text(SILLY)).to_be_visible()


BROKEN = (
    '{"format": "sayso-words", "version": 1, "words": [{"text": "silly", "ruling": "permit"}, {"text": 7}]}'
)


@pytest.mark.parametrize("content", [BROKEN, "{half"])
def test_a_broken_file_changes_nothing_and_says_where(chat: ChatPage, content: str) -> None:
    drawer = chat.open("Your words")
    file = FilePayload(name="words.json", mimeType="application/json", buffer=content.encode())
    drawer.get_by_label("Import a file").set_input_files(file)
    expect(drawer.get_by_role("alert")).to_contain_text("That did not work.")
    expect(drawer).to_contain_text("No words yet.")


def test_a_word_can_be_proposed_to_the_community(chat: ChatPage) -> None:
    drawer = chat.open("Your words")
    add(drawer, "silly")
    drawer.get_by_role("button", name="Share “silly” with the community").click()
    expect(drawer.get_by_text("Proposed to the community.")).to_be_visible()


def test_two_hundred_words_are_shown_in_steps(chat: ChatPage) -> None:
    names = ["".join(letters) for letters in product("bdfgklmnprstvz", "aeiou", "bdg")][:200]
    words = [{"text": name, "ruling": "permit"} for name in names]
    buffer = json.dumps({"format": "sayso-words", "version": 1, "words": words}).encode()
    drawer = chat.open("Your words")
    file = FilePayload(name="words.json", mimeType="application/json", buffer=buffer)
    drawer.get_by_label("Import a file").set_input_files(file)
    expect(drawer.get_by_text("200 in all")).to_be_visible()
    expect(rows(drawer)).to_have_count(100)
    drawer.get_by_role("button", name="Show 100 more").click()
    expect(rows(drawer)).to_have_count(200)
