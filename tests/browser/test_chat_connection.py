"""Notice and consent, a refreshed page, a model or a server that is away, nobody let in: nothing is lost."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chat_page import FIRST, KIND, LONG, SILLY, ChatPage, make_scorer, open_chat
from tests.browser.patience import await_routes, hold_routes
from tests.browser.scripted_model import ScriptedModel, serve_model
from tests.live import LiveServer, MakeLive

COMPLETIONS = "**/v1/chat/completions"
READERS = "**/api/v1/readers"


def test_the_notice_comes_first_and_once_and_the_explanation_when_it_is_asked_for(
    page: Page, live: LiveServer
) -> None:
    chat = open_chat(page, live.url, ScriptedModel(), agreed=False)
    expect(page.get_by_role("heading", name="Before you chat")).to_be_visible()
    expect(page.get_by_role("checkbox")).not_to_be_checked()
    assert page.evaluate("localStorage.getItem('sayso.reader')") is None  # nobody is made a reader before
    chat.press("I agree, let me chat")
    expect(chat.field).to_be_focused()
    page.reload()
    expect(chat.field).to_be_visible()
    expect(chat.drawer).to_have_count(0)
    page.get_by_role("link", name="Help").click()
    expect(chat.drawer.get_by_role("heading", name="How the filter works")).to_be_visible()
    expect(chat.drawer.get_by_role("listitem")).to_have_count(6)
    chat.close()
    expect(page.locator("body")).not_to_be_focused()
    page.get_by_role("link", name="Help").click()
    expect(chat.drawer).to_be_visible()
    assert chat.faults == []


def test_what_is_done_before_the_server_knows_the_reader_is_done_once_it_does(
    page: Page, live: LiveServer
) -> None:
    arrivals = hold_routes(page, READERS)
    chat = open_chat(page, live.url, ScriptedModel())
    drawer = chat.open("Your words")
    drawer.get_by_role("textbox", name="Words").fill("silly")
    drawer.get_by_role("button", name="Add", exact=True).click()
    await_routes(page, arrivals)
    arrivals[0].continue_()
    expect(drawer.get_by_text("Added: “silly”")).to_be_visible()
    assert chat.faults == []


@pytest.mark.parametrize("agrees", [True, False])
def test_records_are_kept_only_for_those_who_agree(page: Page, live: LiveServer, agrees: bool) -> None:
    chat = open_chat(page, live.url, ScriptedModel(), agreed=False)
    page.get_by_role("checkbox", name="Also keep a record").set_checked(agrees)
    chat.press("I agree, let me chat")
    drawer = chat.open("Your data")
    box = drawer.get_by_role("checkbox", name="Keep a record")
    expect(box).to_be_checked(checked=agrees)
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        box.set_checked(not agrees)
    expect(drawer.get_by_text("nothing is kept" if agrees else "your conversations are kept")).to_be_visible()
    page.reload()
    expect(chat.open("Your data").get_by_role("checkbox", name="Keep a record")).to_be_checked(
        checked=not agrees
    )


def test_everything_kept_can_be_downloaded_and_deleted(chat: ChatPage) -> None:
    chat.see()
    chat.press("No, show them")
    expect(chat.log).to_contain_text("You said: do not filter.")  # the server has it
    drawer = chat.open("Your data")
    with chat.page.expect_download() as waiting:
        drawer.get_by_role("button", name="Download everything").click()
    kept = json.loads(waiting.value.path().read_text("utf-8"))
    assert any("silly" in word["text"] for word in kept["words"])
    before = chat.page.evaluate("localStorage.getItem('sayso.reader')")
    drawer.get_by_role("button", name="Delete everything").click()
    drawer.get_by_role("button", name="Yes, delete everything").click()
    expect(drawer.get_by_text("Everything is deleted.")).to_be_visible()
    chat.close()
    expect(chat.page.get_by_role("heading", name="Ask the model something")).to_be_visible()
    expect(chat.open("Your words")).to_contain_text("No words yet.")
    assert chat.page.evaluate("localStorage.getItem('sayso.reader')") not in (before, None)


def test_a_refresh_keeps_the_conversation_and_its_questions(chat: ChatPage) -> None:
    chat.see()
    chat.press("Ask me again")
    chat.ask_and_read("And now?", SILLY)
    chat.page.reload()
    expect(chat.log.get_by_text(SILLY)).to_have_count(1)
    expect(chat.log).to_contain_text("You said: ask me again")
    chat.press("See it")
    expect(chat.log.get_by_text(SILLY)).to_have_count(2)
    chat.press("No, show them")
    chat.ask_and_read("Once more?", SILLY)
    expect(chat.log.get_by_text(SILLY)).to_have_count(3)
    assert [m["role"] for m in chat.model.asked[-1]["messages"]] == ["user", "assistant"] * 2 + ["user"]


def test_a_refresh_in_the_middle_of_a_reply_keeps_what_was_read(chat: ChatPage) -> None:
    chat.model.waits = True
    chat.ask("Hello?", LONG)
    expect(chat.log.get_by_text(FIRST)).to_be_visible()
    chat.page.reload()
    expect(chat.log.get_by_text(FIRST)).to_be_visible()
    chat.model.go.set()
    chat.press("Try again")
    expect(chat.log.get_by_text(LONG)).to_be_visible()


def test_what_was_said_is_in_this_tab_only(chat: ChatPage) -> None:
    chat.ask_and_read("A secret question?", KIND)
    assert "secret" not in chat.page.evaluate("JSON.stringify(localStorage)")
    other = chat.page.context.new_page()
    other.goto(f"{chat.url}/chat")
    expect(other.get_by_role("heading", name="Ask the model something")).to_be_visible()


def test_a_question_answered_in_another_tab_is_told_and_shown(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", SILLY)
    other = chat.page.context.new_page()
    kept = chat.page.evaluate("sessionStorage.getItem('sayso.chat')")
    other.goto(f"{chat.url}/chat")
    other.evaluate("kept => sessionStorage.setItem('sayso.chat', kept)", kept)
    other.evaluate("window.onpagehide = null")
    other.add_init_script(f"sessionStorage.setItem('sayso.chat', {json.dumps(kept)})")
    other.reload()
    other.get_by_role("button", name="Leave it").click()
    expect(other.get_by_role("heading", name="You left this reply")).to_be_visible()
    chat.press("See it")
    expect(chat.page.get_by_role("alert")).to_contain_text("Answered before.")
    expect(chat.card("You left this reply")).to_be_visible()
    expect(chat.log.get_by_text(SILLY)).to_have_count(0)


def test_a_question_that_has_expired_is_told_and_another_reply_offered(
    page: Page, make_live: MakeLive
) -> None:
    with serve_model() as (model, address):
        server = make_live(make_scorer(), upstream=address)
        chat = open_chat(page, server.url, model)
        chat.ask_and_read("Which rule?", SILLY)
        expect(chat.filtered).to_contain_text("It waits for your answer.")  # the page asks no more by itself
        server.service.store.held.expire(datetime.now(UTC) + timedelta(days=400))
        chat.press("See it")
        expect(page.get_by_role("alert")).to_contain_text("This question was open until")
        card = chat.card("Too late to see this reply")
        model.say(KIND)
        card.get_by_role("button", name="Another reply").click()
        expect(chat.log.get_by_text(KIND)).to_be_visible()


def test_a_new_conversation_ends_a_reply_that_is_being_written(chat: ChatPage) -> None:
    chat.model.waits = True
    chat.ask("Hello?", LONG)
    expect(chat.log.get_by_text(FIRST)).to_be_visible()
    chat.press("New conversation")
    expect(chat.spoken).to_have_text("A new conversation. The model knows nothing of the last one.")
    chat.model.go.set()
    chat.ask_and_read("And now?", KIND)
    expect(chat.log.get_by_text(KIND)).to_be_visible()
    assert chat.model.asked[-1]["messages"] == [{"role": "user", "content": "And now?"}]


@pytest.mark.parametrize("status", [500, 503, 404])
def test_a_model_that_fails_is_told_and_can_be_asked_again(chat: ChatPage, status: int) -> None:
    chat.model.status = status
    chat.ask_and_read("Hello?", KIND)
    card = chat.log.get_by_role("region")
    expect(card).to_contain_text(f"The server behind the guard answered with status {status}")
    chat.model.status = 200
    card.get_by_role("button", name="Try again").click()
    expect(chat.log.get_by_text(KIND)).to_be_visible()
    assert chat.model.asked[-1]["messages"] == [{"role": "user", "content": "Hello?"}]


def test_where_there_is_no_model_the_page_says_what_to_do(page: Page, live: LiveServer) -> None:
    chat = open_chat(page, live.url, ScriptedModel())
    chat.ask("Hello?")
    card = chat.card("There is no model to talk to")
    expect(card).to_contain_text("SAYSO_UPSTREAM")
    expect(card.get_by_role("button", name="Try again")).to_be_visible()
    assert chat.faults == []


def test_a_reply_that_breaks_off_keeps_what_came(chat: ChatPage) -> None:
    body = f"data: {json.dumps({'choices': [{'index': 0, 'delta': {'content': FIRST}}]})}\n\n"
    headers = {"content-type": "text/event-stream"}
    chat.page.route(COMPLETIONS, lambda route: route.fulfill(status=200, headers=headers, body=body))
    chat.ask("Hello?")
    expect(chat.log.get_by_text(FIRST)).to_be_visible()
    expect(chat.card("The reply broke off")).to_be_visible()
    chat.page.unroute(COMPLETIONS)
    chat.model.say(KIND)
    chat.press("Try again")
    expect(chat.log.get_by_text(KIND)).to_be_visible()


def test_being_offline_is_told_and_ends_when_tried_again(chat: ChatPage) -> None:
    expect(chat.limit).to_be_visible()  # all is loaded
    chat.page.context.set_offline(True)
    chat.ask("Hello?", KIND)
    expect(chat.card("You are offline")).to_contain_text("What you wrote stays here.")
    chat.page.context.set_offline(False)
    chat.press("Try again")
    expect(chat.log.get_by_text(KIND)).to_be_visible()


def test_a_slow_model_is_waited_for_with_a_skeleton(chat: ChatPage) -> None:
    held = hold_routes(chat.page, COMPLETIONS)
    chat.ask("Hello?", KIND)
    expect(chat.page.get_by_text("The model is writing")).to_be_attached()
    await_routes(chat.page, held)
    held[0].continue_()
    expect(chat.log.get_by_text(KIND)).to_be_visible()
    expect(chat.page.get_by_text("The model is writing")).to_have_count(0)


def test_a_server_that_is_away_at_the_start_is_told_and_tried_again(page: Page, live: LiveServer) -> None:
    page.route("**/api/v1/readers", lambda route: route.abort("connectionrefused"))
    chat = open_chat(page, live.url, ScriptedModel(), agreed=False)
    chat.press("I agree, let me chat")
    note = page.get_by_role("region", name="The server is away")
    expect(note).to_be_visible()
    page.unroute("**/api/v1/readers")
    note.get_by_role("button", name="Try again now").click()
    expect(chat.field).to_be_visible()


def test_without_permission_a_key_is_asked_for_and_lets_one_in(page: Page, make_live: MakeLive) -> None:
    with serve_model() as (model, address):
        server = make_live(make_scorer(), upstream=address, auth="keys")
        _, secret = server.service.store.keys.create("forum")
        chat = open_chat(page, server.url, model, agreed=False)
        chat.press("I agree, let me chat")
        note = page.get_by_role("region", name="You need to be let in")
        note.get_by_label("Your key").fill("wrong")
        note.get_by_role("button", name="Use it in this tab").click()
        expect(note).to_contain_text("does not know this key")
        note.get_by_label("Your key").fill(secret)
        note.get_by_role("button", name="Use it in this tab").click()
        chat.see()
        assert chat.faults == []


def test_a_refresh_while_the_server_is_away_still_shows_what_was_said(chat: ChatPage) -> None:
    chat.ask_and_read("Hello?", KIND)
    chat.page.route("**/api/v1/readers/me", lambda route: route.abort("connectionrefused"))
    chat.page.reload()
    expect(chat.page.get_by_role("region", name="The server is away")).to_be_visible()
    expect(chat.log.get_by_text(KIND)).to_be_visible()
    chat.page.unroute("**/api/v1/readers/me")
    chat.press("Try again now")
    chat.ask_and_read("And again?", SILLY)
    expect(chat.see_it).to_be_visible()


def test_a_token_that_no_longer_counts_is_replaced(chat: ChatPage) -> None:
    chat.page.add_init_script("localStorage.setItem('sayso.reader', 'nonsense')")
    chat.page.reload()
    chat.see()
    assert chat.page.evaluate("localStorage.getItem('sayso.reader')") != "nonsense"


def test_a_page_that_may_store_nothing_still_works(page: Page, make_live: MakeLive) -> None:
    refuse = "throw new DOMException('denied', 'SecurityError')"
    page.add_init_script(
        f"for (const name of ['localStorage', 'sessionStorage'])"
        f" Object.defineProperty(window, name, {{ get() {{ {refuse} }} }});"
    )
    with serve_model() as (model, address):
        server = make_live(make_scorer(), upstream=address)
        chat = open_chat(page, server.url, model, agreed=False)
        chat.press("I agree, let me chat")
        chat.see()
        assert chat.faults == []
