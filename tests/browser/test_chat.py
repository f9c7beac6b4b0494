"""Talking on the page: a reply that is held, each of the answers, what they change, taking them back."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.chat_page import FIRST, HARSH, KIND, LONG, MILD, SILLY, ChatPage, make_scorer, open_chat
from tests.browser.patience import await_routes, hold_routes
from tests.browser.scripted_model import serve_model
from tests.live import MakeLive

from sayso.core import Policy


def test_a_reply_streams_in_and_is_shown(chat: ChatPage) -> None:
    chat.model.waits = True
    chat.ask("Hello?", LONG)
    expect(chat.log.get_by_text(FIRST)).to_be_visible()
    expect(chat.log).to_have_attribute("aria-busy", "true")
    chat.model.go.set()
    expect(chat.log.get_by_text(LONG)).to_be_visible()
    expect(chat.log).to_have_attribute("aria-busy", "false")
    assert chat.model.asked[0]["model"] == "scripted"
    assert "sayso" not in chat.model.asked[0]


def test_a_held_reply_names_its_words_and_scores_and_shows_nothing(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", SILLY)
    card = chat.card("A question before this reply")
    expect(card).to_contain_text("silly rule")
    expect(card.get_by_role("list", name="Categories").get_by_role("listitem")).to_have_count(3)
    expect(card.get_by_role("listitem").first).to_contain_text("unsure 0.40")
    expect(card).to_contain_text("Would you like to see it?")
    expect(chat.page.get_by_text(SILLY)).to_have_count(0)
    assert SILLY not in chat.page.content()
    assert SILLY not in chat.page.evaluate("JSON.stringify(sessionStorage)")


def test_seen_and_permitted_the_same_words_are_not_asked_about_again(chat: ChatPage) -> None:
    chat.see()
    chat.press("No, show them")
    expect(chat.log).to_contain_text("You said: do not filter.")
    chat.ask_and_read("Again?", SILLY)
    expect(chat.log.get_by_text(SILLY)).to_have_count(2)
    expect(chat.see_it).to_have_count(0)


def test_the_answer_is_about_a_word_that_can_be_changed_by_keyboard(chat: ChatPage) -> None:
    chat.see()
    card = chat.card("After seeing this reply")
    expect(card).to_contain_text("Should replies with “silly” be filtered in future?")
    chosen = card.get_by_role("radio", name="silly")
    expect(chosen).to_be_checked()
    chosen.focus()
    chat.page.keyboard.press("ArrowDown")
    expect(card.get_by_role("radio", name="rule")).to_be_checked()
    expect(card).to_contain_text("Should replies with “rule” be filtered in future?")
    card.get_by_role("button", name="Yes, filter them").focus()
    chat.page.keyboard.press("Enter")
    expect(chat.log).to_contain_text("Replies with “rule” are not shown, in this conversation.")
    chat.ask_and_read("And?", "Another rule, a kind one.")
    expect(chat.card("This reply was not shown")).to_be_visible()


def test_under_a_fixed_rule_the_communitys_message_is_shown_and_no_question_is_promised(
    page: Page, make_live: MakeLive
) -> None:
    with serve_model() as (model, address):
        server = make_live(make_scorer(), upstream=address)
        policy = Policy(method="fixed", default_message="I don't know.")
        server.service.store.policies.set(policy, actor="test")
        chat = open_chat(page, server.url, model)
        chat.ask_and_read("Which rule?", SILLY)
        card = chat.card("This reply was not shown")
        expect(card).to_contain_text("I don't know.")
        expect(chat.limit).to_have_attribute("max", "0.35")
        says = re.compile("Of the one reply here, 1 would be filtered")
        expect(chat.limit).to_have_attribute("aria-valuetext", says)
        card.get_by_role("button", name="See the rule").click()
        expect(chat.drawer).to_contain_text("nobody is asked")
        chat.close()
        drawer = chat.open("How it works")
        expect(drawer).to_contain_text("From 0.35 on")
        for promise in ("you are asked", "You are asked", "asks you", "you decide"):
            expect(page.locator("body")).not_to_contain_text(promise)


def test_seen_and_blocked_the_same_words_are_filtered_without_asking(chat: ChatPage) -> None:
    chat.see()
    chat.press("Yes, filter them")
    expect(chat.log).to_contain_text("You said: filter")
    chat.ask_and_read("Again?", SILLY)
    expect(chat.card("This reply was not shown")).to_be_visible()
    expect(chat.see_it).to_have_count(0)


def test_seen_and_unsure_the_same_words_are_asked_about_again(chat: ChatPage) -> None:
    chat.see()
    chat.press("Ask me again")
    expect(chat.log).to_contain_text("You said: ask me again")
    chat.ask_and_read("Again?", SILLY)
    expect(chat.card("A question before this reply")).to_be_visible()


def test_left_alone_the_words_are_filtered_in_this_conversation(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", SILLY)
    chat.press("Leave it")
    expect(chat.card("You left this reply")).to_be_visible()
    chat.ask_and_read("Again?", SILLY)
    expect(chat.card("This reply was not shown")).to_be_visible()
    chat.press("New conversation")
    chat.ask_and_read("And now?", SILLY)
    expect(chat.card("A question before this reply")).to_be_visible()


@pytest.mark.parametrize(("scope", "asks"), [("in this conversation", 1), ("for good", 0)])
def test_an_answer_counts_here_or_for_good(chat: ChatPage, scope: str, asks: int) -> None:
    chat.see()
    chat.page.get_by_role("radio", name=scope).check()
    chat.press("No, show them")
    expect(chat.log).to_contain_text(scope)
    chat.press("New conversation")
    chat.ask_and_read("And now?", SILLY)
    expect(chat.see_it).to_have_count(asks)


@pytest.mark.parametrize("answer", ["No, show them", "Yes, filter them", "Ask me again"])
def test_an_answer_can_be_taken_back(chat: ChatPage, answer: str) -> None:
    chat.see()
    chat.press(answer)
    chat.log.get_by_role("button", name="Take back").click()
    expect(chat.card("A question before this reply")).to_be_visible()
    expect(chat.log.get_by_text(SILLY)).to_have_count(0)
    expect(chat.open("Your words")).to_contain_text("No words yet.")


def test_what_was_left_can_be_taken_back_and_seen(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", SILLY)
    chat.press("Leave it")
    chat.log.get_by_role("button", name="Take back").click()
    chat.press("See it")
    expect(chat.log.get_by_text(SILLY)).to_be_visible()


def test_the_default_message_says_why_and_what_can_be_done(chat: ChatPage) -> None:
    chat.ask_and_read("Who wrote it?", HARSH)
    card = chat.card("This reply was not shown")
    expect(card).to_contain_text("what is shown here stays under 0.90")
    assert "fool" not in chat.page.content()
    card.get_by_role("button", name="See the rule").click()
    expect(chat.drawer).to_contain_text("From 0.90 on it is shown to nobody.")
    chat.close()
    chat.model.say(KIND)
    card.get_by_role("button", name="Another reply").click()
    expect(chat.log.get_by_role("heading", name="The model, another reply")).to_be_visible()
    expect(chat.log.get_by_text(KIND)).to_be_visible()


def test_the_same_can_be_asked_without_a_word_that_the_reader_names(chat: ChatPage) -> None:
    chat.ask_and_read("Who wrote it?", HARSH)
    chat.press("The same without a word")
    chat.page.keyboard.type("fool")
    chat.model.say(KIND)
    chat.page.keyboard.press("Enter")
    expect(chat.log.get_by_text(KIND)).to_be_visible()
    assert "fool" in str(chat.model.asked[-1]["messages"])
    chat.model.say(SILLY)
    chat.press("Another reply")
    expect(chat.see_it).to_be_visible()


def test_the_same_can_be_asked_without_the_word(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", SILLY)
    chat.press("Leave it")
    chat.model.say(MILD)
    chat.card("You left this reply").get_by_role("button", name="The same without “silly”").click()
    expect(chat.log.get_by_text(MILD)).to_be_visible()
    expect(chat.log.get_by_role("heading", name="The model, without “silly”")).to_be_visible()
    told = chat.model.asked[-1]
    assert "silly" in str(told["messages"])
    assert "sayso" not in told


def test_the_model_is_told_what_was_read_and_nothing_of_what_was_filtered(chat: ChatPage) -> None:
    chat.ask_and_read("One?", KIND)
    chat.ask_and_read("Two?", HARSH)
    chat.see()
    chat.press("Ask me again")
    chat.ask_and_read("Four?", KIND)
    messages = chat.model.asked[-1]["messages"]
    said = [(message["role"], message["content"]) for message in messages]
    assert said[:2] == [("user", "One?"), ("assistant", KIND)]
    assert said[-2:] == [("assistant", SILLY), ("user", "Four?")]
    assert "fool" not in str(said)
    assert "not shown" not in str(said)


def test_who_has_moved_on_while_an_answer_is_sent_keeps_the_focus(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", SILLY)
    held = hold_routes(chat.page, "**/view")
    chat.press("See it")
    chat.field.fill("Meanwhile")
    await_routes(chat.page, held)
    held[0].continue_()
    expect(chat.log.get_by_text(SILLY)).to_be_visible()
    expect(chat.field).to_be_focused()


def test_a_reply_can_be_stopped_and_tried_again(chat: ChatPage) -> None:
    chat.model.waits = True
    chat.ask("Hello?", LONG)
    expect(chat.log.get_by_text(FIRST)).to_be_visible()
    chat.press("Stop")
    expect(chat.log).to_contain_text("You stopped it here.")
    expect(chat.field).to_be_focused()
    chat.model.go.set()
    chat.press("Try again")
    expect(chat.log.get_by_text(LONG)).to_be_visible()


def test_what_was_released_before_the_end_stays_and_the_whole_comes_after_the_answer(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", f"{FIRST} {SILLY}")
    expect(chat.card("A question before the rest of this reply")).to_be_visible()
    expect(chat.spoken).to_have_text(re.compile(f"^The model: {FIRST} The reply contains “"))
    expect(chat.log.get_by_text(FIRST, exact=True)).to_be_visible()
    chat.press("See it")
    expect(chat.log.get_by_text(f"{FIRST} {SILLY}")).to_be_visible()


def test_another_reply_can_be_asked_for_although_the_first_was_shown(chat: ChatPage) -> None:
    chat.ask_and_read("Hello?", KIND)
    chat.model.say(MILD)
    chat.press("Another reply")
    expect(chat.log.get_by_text(MILD)).to_be_visible()
    assert chat.model.asked[-1]["messages"] == [{"role": "user", "content": "Hello?"}]


def test_what_was_blocked_meanwhile_is_not_shown_after_a_yes(chat: ChatPage) -> None:
    chat.ask_and_read("Which rule?", SILLY)
    chat.ask_and_read("Which one again?", SILLY)
    chat.log.get_by_role("button", name="Leave it", exact=True).first.click()
    expect(chat.log.get_by_role("region", name="You left this reply")).to_be_visible()
    chat.press("See it")
    card = chat.card("This reply was not shown")
    expect(card).to_contain_text("blocked")
    assert SILLY not in chat.page.content()
