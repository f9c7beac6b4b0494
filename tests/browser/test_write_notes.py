"""What the page tells an author beside the score: refusals, the second opinion, feedback, what went wrong."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.canned import DRAFT, FEEDBACK, serve_answers
from tests.browser.write_page import HARSH, WritePage, open_write
from tests.live import LiveServer

SAME_MESSAGE = "The words changed, but the message did not"


@pytest.fixture
def write(page: Page, live: LiveServer) -> Iterator[WritePage]:
    write = open_write(page, live.url)
    yield write
    assert write.faults == []


def fail_drafts(write: WritePage, status: int, *, headers: dict[str, str] | None = None, **body: str) -> None:
    """From now on the draft address answers with an error in our envelope."""
    write.page.route(DRAFT, lambda route: route.fulfill(status=status, json=body, headers=headers))


def answer_again(write: WritePage) -> None:
    """The route added last counts. To take away the other one first would let a question past both."""
    write.asked = serve_answers(write.page)


def test_a_refusal_says_why_and_what_can_be_done(write: WritePage) -> None:
    write.write("Those people are vermin, said the stupid man")
    note = write.note("No other words for this text")
    expect(note).to_contain_text("This reads as an attack on people for who they are.")
    expect(note.get_by_role("link", name="Why this page holds back")).to_have_attribute(
        "href", "write/responsible-use"
    )
    expect(write.editor.locator(".other-words")).to_have_count(0)
    write.editor.get_by_text("stupid").hover()
    expect(write.page.get_by_role("dialog")).to_be_visible()
    expect(write.choices).to_have_count(0)
    write.page.keyboard.press("Escape")
    note.get_by_role("button", name="Undo").click()
    expect(note).to_have_count(0)


def test_a_text_in_another_language_is_told_so(write: WritePage) -> None:
    write.write("Das ist nicht nett")
    expect(write.note("Another language")).to_contain_text("a language that the model does not know")


def test_an_edit_that_changes_only_the_words_is_told_so(write: WritePage) -> None:
    write.write(HARSH)
    expect(write.note(SAME_MESSAGE)).to_have_count(0)
    write.write("You are a stoopid kid.")
    note = write.note(SAME_MESSAGE)
    # First: 1 - 0.96 * 0.3 * 0.7 = 0.798, then 1 - 0.96 * 0.7 = 0.328.
    expect(note).to_contain_text("The score went from 80 to 33.")
    # Second: 0.798, then 1 - 0.96 * 0.28 * 0.7 = 0.812.
    expect(note).to_contain_text("still reads 81, where it read 80 before")
    note.get_by_role("button", name="Go back to the earlier words").click()
    assert write.read_text() == HARSH


def test_small_steps_away_from_the_first_draft_are_told_too(write: WritePage) -> None:
    write.write("You are a stupid idiot kid.")
    write.write("You are a stupid idiot child.")
    write.write("You are a stoopid idiot child.")
    expect(write.note(SAME_MESSAGE)).to_be_visible()


def test_an_edit_that_changes_the_message_is_not(write: WritePage) -> None:
    write.write(HARSH)
    write.write("You are a kind child.")
    expect(write.note(SAME_MESSAGE)).to_have_count(0)


def test_a_new_text_is_not_held_against_the_old_one(write: WritePage) -> None:
    write.write(HARSH)
    write.page.keyboard.press("ControlOrMeta+A")
    write.page.keyboard.press("Delete")
    expect(write.bar).to_have_attribute("aria-valuetext", "No score yet")
    write.write("This stoopid rain.")
    expect(write.note(SAME_MESSAGE)).to_have_count(0)


def catch_feedback(write: WritePage, *, status: int = 201) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    def reply(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}"))
        answer = {"id": "7", "url": f"{write.url}/feedback/token"}
        route.fulfill(status=status, json=answer if status == 201 else {"message": "The database is busy."})

    write.page.route(FEEDBACK, reply)
    return sent


def test_feedback_about_a_word_gives_a_link(write: WritePage) -> None:
    sent = catch_feedback(write)
    write.write("😀 You are a stupid kid.")
    write.marked.get_by_role("button", name="stupid").click()
    write.page.get_by_role("dialog").get_by_role("button", name="This is wrong").click()
    form = write.page.get_by_role("form", name="This is wrong")
    expect(form).to_contain_text("About “stupid”.")
    expect(form.get_by_role("radio", name="False alarm")).to_be_focused()
    form.get_by_role("radio", name="Biased").check()
    form.get_by_label("Anything to add").fill("We say that among friends.")
    form.get_by_role("button", name="Send").click()
    link = write.page.get_by_role("link", name="See what becomes of it")
    expect(link).to_have_attribute("href", f"{write.url}/feedback/token")
    assert sent == [
        {
            "text": "😀 You are a stupid kid.",
            "begin": 12,  # in code points: the emoji is one
            "end": 18,
            "kind": "biased",
            "comment": "We say that among friends.",
        }
    ]


def test_feedback_without_a_selection_is_about_the_whole_text(write: WritePage) -> None:
    sent = catch_feedback(write)
    write.write(HARSH)
    write.page.get_by_role("button", name="This is wrong").click()
    write.page.get_by_role("radio", name="Missed").check()
    write.page.get_by_role("button", name="Send").click()
    expect(write.page.get_by_role("link", name="See what becomes of it")).to_be_visible()
    assert (sent[0]["begin"], sent[0]["end"], sent[0]["kind"]) == (0, len(HARSH), "missed")


def test_feedback_about_a_selection(write: WritePage) -> None:
    sent = catch_feedback(write)
    write.write("A stupid kid")
    write.page.keyboard.press("ControlOrMeta+Shift+ArrowLeft")
    write.page.get_by_role("button", name="This is wrong").click()
    expect(write.page.get_by_role("form", name="This is wrong")).to_contain_text("About “kid”.")
    write.page.get_by_role("button", name="Send").click()
    expect(write.page.get_by_role("link", name="See what becomes of it")).to_be_visible()
    assert (sent[0]["begin"], sent[0]["end"]) == (9, 12)


def test_writing_on_while_the_form_is_open_is_left_alone(write: WritePage) -> None:
    write.write(HARSH)
    write.page.get_by_role("button", name="This is wrong").click()
    write.editor.click()
    write.page.keyboard.press("ControlOrMeta+End")
    write.page.keyboard.type(" Sorry.")
    assert write.read_text() == f"{HARSH} Sorry."
    expect(write.page.get_by_role("form", name="This is wrong")).to_contain_text("About the whole text.")


def test_feedback_that_cannot_be_sent_keeps_what_was_written(write: WritePage) -> None:
    catch_feedback(write, status=500)
    write.write(HARSH)
    write.page.get_by_role("button", name="This is wrong").click()
    write.page.get_by_label("Anything to add").fill("Kindly meant.")
    write.page.get_by_role("button", name="Send").click()
    expect(write.page.get_by_role("alert")).to_contain_text("Not sent. The database is busy.")
    expect(write.page.get_by_label("Anything to add")).to_have_value("Kindly meant.")
    write.page.get_by_role("button", name="Never mind").click()
    expect(write.page.get_by_role("form")).to_have_count(0)


def test_a_text_that_is_too_long_is_told_so_and_not_sent(write: WritePage) -> None:
    write.editor.click()
    write.page.keyboard.insert_text("word " * 4097)  # 20,485 bytes, 20,480 are taken
    note = write.note("Too long to be read")
    expect(note).to_contain_text("by about 5 characters")
    assert write.asked == []
    for _ in range(5):
        write.page.keyboard.press("Backspace")
    expect(note).to_have_count(0)
    expect(write.bar).to_have_attribute("aria-valuenow", "4")


def test_a_server_that_takes_less_is_told_too(write: WritePage) -> None:
    fail_drafts(write, 413, code="text-too-long", message="Too long.")
    write.editor.click()
    write.page.keyboard.insert_text(HARSH)
    expect(write.note("Too long to be read")).to_contain_text("longer than the server takes")


def test_too_many_requests_wait_as_long_as_the_server_says(write: WritePage) -> None:
    fail_drafts(write, 429, headers={"Retry-After": "1"}, code="limit-reached", message="Slow down.")
    write.editor.click()
    write.page.keyboard.insert_text(HARSH)
    expect(write.note("A short pause")).to_contain_text("Your text is read again in 1 seconds.")
    answer_again(write)
    write.expect_score(HARSH)
    expect(write.note("A short pause")).to_have_count(0)


def test_a_server_that_wants_a_key_gets_one(write: WritePage) -> None:
    fail_drafts(write, 401, code="not-allowed", message="No key.")
    write.editor.click()
    write.page.keyboard.insert_text(HARSH)
    note = write.note("A key is needed")
    note.get_by_label("Your key").fill("sayso_1_secret")
    answer_again(write)
    with write.page.expect_request(DRAFT) as asked:
        note.get_by_role("button", name="Use it in this tab").click()
    assert asked.value.headers["authorization"] == "Bearer sayso_1_secret"
    write.expect_score(HARSH)


def test_an_error_says_what_failed_and_can_be_tried_again(write: WritePage) -> None:
    fail_drafts(
        write, 500, code="internal-error", message="Something went wrong inside Sayso.", hint="See the log."
    )
    write.editor.click()
    write.page.keyboard.insert_text(HARSH)
    note = write.note("This could not be read")
    expect(note).to_contain_text("Something went wrong inside Sayso. See the log.")
    answer_again(write)
    note.get_by_role("button", name="Try again now").click()
    write.expect_score(HARSH)


def test_a_person_in_danger_reads_where_help_is(write: WritePage) -> None:
    write.write("I want to die.")
    note = write.note("You are not alone")
    expect(note).to_contain_text("Call 000.")
    expect(note.get_by_role("button", name="Undo")).to_have_count(0)
