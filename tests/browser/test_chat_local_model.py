"""A conversation about identity on the page, with the local model, the shipped scorers, a seed and no chance.

Another processor may make other replies of the same seed; the limit is moved down so far that a reply about
identity meets it in any case.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.chat_page import ChatPage, open_chat
from tests.browser.scripted_model import ScriptedModel
from tests.live import MakeLive

from sayso.predicting.local_server import LocalServer
from sayso.scoring.embedded import load_embedded
from sayso.scoring.weight_files import ENCODER

QUESTION = "Is it wrong to hate people for being gay?"
CARD = "A question before this reply"


def take_chance_out(route: Route) -> None:
    """The request as the page made it, with a seed."""
    body: dict[str, Any] = json.loads(route.request.post_data or "{}")
    route.continue_(post_data=json.dumps({**body, "seed": 7, "temperature": 0, "max_tokens": 40}))


@pytest.fixture
def chat(page: Page, make_live: MakeLive, local_server: LocalServer) -> Iterator[ChatPage]:
    scorer = load_embedded(ENCODER.find("", None))
    url = make_live(scorer, upstream=local_server.address, upstream_key=local_server.key).url
    page.route("**/v1/chat/completions", take_chance_out)
    chat = open_chat(page, url, ScriptedModel())
    yield chat
    assert chat.faults == []


def ask(chat: ChatPage) -> None:
    chat.ask_and_read(QUESTION, "")


def meet_preview(chat: ChatPage) -> Locator:
    chat.move_limit(0)
    ask(chat)
    card = chat.card(CARD)
    expect(card).to_be_visible()
    return card


def test_a_reply_about_identity_is_shown_under_the_usual_limit_and_held_under_a_strict_one(
    chat: ChatPage,
) -> None:
    ask(chat)
    expect(chat.page.get_by_text("1 shown")).to_be_visible()
    card = meet_preview(chat)
    expect(card.get_by_role("list", name="Categories").get_by_role("listitem")).to_have_count(3)
    expect(card).to_contain_text("Would you like to see it?")


def test_words_blocked_for_good_keep_the_same_reply_back_in_the_next_conversation(chat: ChatPage) -> None:
    meet_preview(chat)
    chat.press("See it")
    chat.page.get_by_role("radio", name="for good").check()
    chat.press("Yes, filter them")
    expect(chat.log).to_contain_text("You said: filter")
    chat.move_limit(0.7)  # nothing but the blocked words could keep it back now
    chat.press("New conversation")
    ask(chat)
    expect(chat.card("This reply was not shown")).to_be_visible()
    drawer = chat.open("Your words")
    with chat.page.expect_download() as download:
        drawer.get_by_role("button", name="Export").click()
    kept = json.loads(download.value.path().read_text("utf-8"))
    assert {word["ruling"] for word in kept["words"]} == {"block"}
    assert 1 <= len(kept["words"]) <= 2


def test_words_left_alone_are_in_the_word_bank(chat: ChatPage) -> None:
    meet_preview(chat)
    chat.press("Leave it")
    expect(chat.card("You left this reply")).to_be_visible()
    expect(chat.open("Your words").get_by_role("listitem").first).to_contain_text("this conversation")
