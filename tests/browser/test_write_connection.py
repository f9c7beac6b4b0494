"""A slow, absent or restarted server, a refreshed page: old answers are dropped, the draft is never lost."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.canned import DRAFT, answer, score, serve_answers
from tests.browser.patience import await_routes, hold_routes, type_steadily
from tests.browser.write_page import HARSH, WritePage, open_write
from tests.live import LiveServer, MakeLive


@pytest.fixture
def write(page: Page, live: LiveServer) -> Iterator[WritePage]:
    write = open_write(page, live.url)
    yield write
    assert write.faults == []


def give_answer(route: Route) -> None:
    route.fulfill(json=answer(json.loads(route.request.post_data or "{}")))


def test_an_answer_to_an_earlier_text_is_dropped(write: WritePage) -> None:
    held = hold_routes(write.page, DRAFT)
    write.editor.click()
    write.page.keyboard.insert_text("You are a stupid")
    await_routes(write.page, held)
    write.page.keyboard.insert_text(" and kind person")
    await_routes(write.page, held, 2)
    held[1].fulfill(json=answer({"text": "all is well"}))
    expect(write.bar).to_have_attribute("aria-valuenow", "4")
    assert held[0].request.failure == "net::ERR_ABORTED"  # nobody waits for the first any more


def test_a_question_is_sent_after_a_pause_not_for_every_letter(write: WritePage) -> None:
    type_steadily(write.editor, HARSH)
    write.expect_score(HARSH)
    assert [question["text"] for question in write.asked] == [HARSH]


def test_the_first_answer_is_waited_for_with_a_skeleton(write: WritePage) -> None:
    held = hold_routes(write.page, DRAFT)
    write.editor.click()
    write.page.keyboard.insert_text(HARSH)
    expect(write.page.get_by_text("Being read")).to_be_visible()
    await_routes(write.page, held)
    give_answer(held[0])
    write.expect_score(HARSH)
    expect(write.page.get_by_text("Being read")).to_have_count(0)


def test_a_server_that_is_gone_and_back(write: WritePage) -> None:
    write.page.route(DRAFT, lambda route: route.abort("connectionrefused"))
    write.editor.click()
    write.page.keyboard.insert_text(HARSH)
    note = write.note("The server is away")
    expect(note).to_contain_text("Your text stays here, and this page keeps trying.")
    write.page.keyboard.insert_text(" Really.")
    serve_answers(write.page)  # the route added last counts, so no question gets past both
    expect(write.page.get_by_text("The server is back.")).to_be_visible()  # by itself, and for 4 seconds
    expect(note).to_have_count(0)
    write.expect_score(HARSH)
    assert write.read_text() == f"{HARSH} Really."


def test_a_real_server_that_stops_leaves_the_draft_alone(page: Page, make_live: MakeLive) -> None:
    server = make_live()
    write = open_write(page, server.url)
    page.unroute(DRAFT)
    server.stop()
    write.editor.click()
    page.keyboard.insert_text(HARSH)
    expect(write.note("The server is away")).to_be_visible()
    assert write.read_text() == HARSH


def test_being_offline_is_told_and_ends_by_itself(write: WritePage) -> None:
    write.page.context.set_offline(True)
    write.page.unroute(DRAFT)
    write.editor.click()
    write.page.keyboard.insert_text(HARSH)
    expect(write.note("You are offline")).to_contain_text("read again once you are back")
    serve_answers(write.page)
    write.page.context.set_offline(False)
    write.expect_score(HARSH)


def test_a_refresh_in_the_middle_of_an_edit_keeps_the_draft(write: WritePage) -> None:
    write.write(HARSH)
    write.page.keyboard.insert_text(" And")
    write.page.reload()
    expect(write.editor).to_contain_text(f"{HARSH} And")
    write.expect_score(HARSH)


def test_a_new_tab_starts_empty_unless_the_author_agreed(write: WritePage) -> None:
    write.write(HARSH)
    stored = write.page.evaluate("JSON.stringify(localStorage)")
    assert "stupid" not in stored
    other = write.page.context.new_page()
    other.goto(f"{write.url}/write")
    expect(other.get_by_role("textbox", name="Your text")).to_contain_text("Write or paste")
    write.page.get_by_role("checkbox", name="Keep my draft on this device").check()
    serve_answers(other)
    other.evaluate("sessionStorage.clear()")
    other.reload()
    expect(other.get_by_role("textbox", name="Your text")).to_contain_text(HARSH)
    write.page.get_by_role("checkbox", name="Keep my draft on this device").uncheck()
    assert "stupid" not in write.page.evaluate("JSON.stringify(localStorage)")


def test_a_page_that_may_store_nothing_still_works(page: Page, live: LiveServer) -> None:
    refuse = "throw new DOMException('denied', 'SecurityError')"
    page.add_init_script(
        f"for (const name of ['localStorage', 'sessionStorage'])"
        f" Object.defineProperty(window, name, {{ get() {{ {refuse} }} }});"
    )
    write = open_write(page, live.url, agreed=False)
    page.get_by_role("button", name="I agree, let me write").click()
    write.write(HARSH)
    assert write.faults == []
    assert round(score(HARSH), 3) == 0.798
