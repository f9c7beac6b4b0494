"""The page to write on: the bar, the marks, other words, the way back. Answers come from `canned`."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.browser.canned import FEEDBACK, score
from tests.browser.patience import stop_clock
from tests.browser.write_page import HARSH, WritePage, open_write
from tests.live import LiveServer


@pytest.fixture
def write(page: Page, live: LiveServer) -> Iterator[WritePage]:
    write = open_write(page, live.url)
    yield write
    assert write.faults == []


def test_the_notice_comes_first_and_is_remembered(page: Page, live: LiveServer) -> None:
    write = open_write(page, live.url, agreed=False)
    expect(page.get_by_role("heading", name="Before you write")).to_be_visible()
    expect(write.editor).to_have_count(0)
    page.get_by_role("button", name="I agree, let me write").click()
    expect(write.editor).to_be_focused()
    page.reload()
    expect(write.editor).to_be_visible()
    assert write.faults == []


def test_the_notice_leads_to_responsible_use_and_back(page: Page, live: LiveServer) -> None:
    open_write(page, live.url, agreed=False)
    page.get_by_role("link", name="More on responsible use").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Responsible use")
    page.get_by_role("link", name="Back to writing").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Before you write")


def test_the_home_page_leads_to_the_page(page: Page, live: LiveServer) -> None:
    page.goto(live.url)
    page.get_by_role("link", name="Write").click()
    expect(page).to_have_title("Write · Sayso")


def test_typing_moves_the_bar_and_the_words(write: WritePage) -> None:
    write.editor.click()
    write.page.keyboard.type("You are a ")
    write.expect_score("You are a ")  # 1 - 0.96 = 4
    expect(write.bar).to_have_attribute("aria-valuenow", "4")
    expect(write.page.get_by_text("People would likely not mind this.").first).to_be_visible()
    write.page.keyboard.type("stupid kid.")
    expect(write.bar).to_have_attribute("aria-valuenow", "80")  # 1 - 0.96 * 0.3 * 0.7 = 0.798
    expect(write.bar).to_have_attribute(
        "aria-valuetext", "80 of 100. People would likely find this insulting."
    )
    expect(write.page.get_by_text("Behind it: insult 77.")).to_be_visible()


def test_marks_show_weight_by_opacity_and_other_words_by_yellow(write: WritePage) -> None:
    write.write(HARSH)
    stupid, kid = write.editor.get_by_text("stupid"), write.editor.get_by_text("kid")
    look = "e => [getComputedStyle(e).textDecorationColor, getComputedStyle(e).backgroundColor]"
    line, ground = stupid.evaluate(look)
    assert line.endswith("/ 0.7)")
    assert ground == "rgb(255, 232, 115)"
    line, ground = kid.evaluate(look)
    assert line.endswith("/ 0.3)")
    assert ground == "rgba(0, 0, 0, 0)"


def test_the_list_says_each_weight_and_why(write: WritePage) -> None:
    write.write(HARSH)
    items = write.marked.get_by_role("listitem")
    expect(items).to_have_count(2)
    expect(items.nth(0)).to_contain_text("stupid")
    expect(items.nth(0)).to_contain_text("70")
    expect(items.nth(0)).to_contain_text("Readers would very likely mark this word")
    expect(items.nth(1)).to_contain_text("and the model has no other word for it here.")


def test_a_suggestion_by_mouse(write: WritePage) -> None:
    write.write(HARSH)
    write.editor.get_by_text("stupid").hover()
    expect(write.choices).to_have_count(7)  # six wordings and leaving it out
    write.choices.filter(has_text="naive").hover()
    expect(write.page.get_by_label("Score", exact=True)).to_contain_text("→ 33")  # 1 - 0.96 * 0.7
    write.choices.filter(has_text="naive").click()
    assert write.read_text() == "You are a naive kid."
    write.expect_score("You are a naive kid.")
    expect(write.editor).to_be_focused()


def test_the_article_goes_by_what_follows_it_then(write: WritePage) -> None:
    write.write("It is a stupid idea.")
    write.editor.get_by_text("stupid").hover()
    write.choices.filter(has_text="eave it out").click()
    assert write.read_text() == "It is an idea."
    write.page.keyboard.press("Control+z")
    assert write.read_text() == "It is a stupid idea."


def test_what_hovering_brought_up_stays_under_the_pointer_and_goes_by_escape(write: WritePage) -> None:
    write.write(HARSH)
    write.editor.get_by_text("stupid").hover()
    dialog = write.page.get_by_role("dialog", name="Other words for “stupid”")
    dialog.hover()
    write.page.wait_for_timeout(500)
    expect(dialog).to_be_visible()
    write.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert write.read_text() == HARSH
    write.editor.get_by_text("kid").hover()
    expect(write.page.get_by_role("dialog", name="Other words for “kid”")).to_be_visible()
    write.bar.hover()
    expect(write.page.get_by_role("dialog")).to_have_count(0)


def test_what_a_click_brought_up_goes_by_a_click_elsewhere(write: WritePage) -> None:
    write.write(HARSH)
    write.editor.get_by_text("stupid").click()
    expect(write.choices.nth(0)).to_be_visible()
    expect(write.editor).to_be_focused()
    write.page.keyboard.press("ArrowDown")
    expect(write.choices.nth(0)).to_be_focused()
    write.page.get_by_role("heading", name="Marked words").click()
    expect(write.page.get_by_role("dialog")).to_have_count(0)


def test_a_suggestion_by_keyboard(write: WritePage) -> None:
    write.write(HARSH)
    press = write.page.keyboard.press
    press("ControlOrMeta+Home")
    press("F8")
    press("Control+.")
    expect(write.choices.nth(0)).to_be_focused()
    press("ArrowDown")
    expect(write.choices.nth(1)).to_be_focused()
    press("ArrowUp")
    press("ArrowUp")
    expect(write.choices.nth(6)).to_be_focused()  # round to "leave it out"
    press("Escape")
    expect(write.editor).to_be_focused()
    assert write.read_text() == HARSH
    press("Alt+Enter")
    press("Enter")
    assert write.read_text() == "You are a naive kid."
    expect(write.editor).to_be_focused()


def test_a_suggestion_from_the_list(write: WritePage) -> None:
    write.write(HARSH)
    write.marked.get_by_role("button", name="stupid weight 70").click()
    write.choices.filter(has_text="leave it out").click()
    assert write.read_text() == "You are a kid."  # with one space, not two
    write.expect_score("You are a kid.")


def test_a_phrase_has_a_score_and_other_words(write: WritePage) -> None:
    write.write("He is an idiot, a stupid one")
    for _ in range(2):
        write.page.keyboard.press("ControlOrMeta+Shift+ArrowLeft")
    group = write.page.get_by_role("group", name="Selection")
    expect(group).to_contain_text("What you selected, alone: 71 of 100")  # 1 - 0.96 * 0.3
    assert write.asked[-1]["selection"] == {"begin": 18, "end": 28}
    group.get_by_role("button", name="Other words for it").click()
    write.choices.filter(has_text="naive one").click()
    assert write.read_text() == "He is an idiot, a naive one"


def test_undo_and_redo_by_key_and_button(write: WritePage) -> None:
    write.write(HARSH)
    write.marked.get_by_role("button", name="stupid").click()
    write.page.keyboard.press("Enter")
    assert write.read_text() == "You are a naive kid."
    write.page.keyboard.press("ControlOrMeta+Z")
    assert write.read_text() == HARSH
    write.expect_score(HARSH)
    write.page.get_by_role("button", name="Redo").click()
    assert write.read_text() == "You are a naive kid."
    write.page.get_by_role("button", name="Undo").click()
    write.expect_score(HARSH)


def test_the_history_lists_edits_with_scores_and_leads_back(write: WritePage) -> None:
    write.write(HARSH)
    write.marked.get_by_role("button", name="stupid").click()
    write.page.keyboard.press("Enter")
    write.expect_score("You are a naive kid.")
    write.page.get_by_text("Your edits and their scores").click()
    steps = write.page.locator("ol[reversed] > li")
    expect(steps).to_have_count(2)
    expect(steps.nth(0)).to_contain_text("33 “stupid” became “naive”.")
    expect(steps.nth(1)).to_contain_text("80 You typed.")
    steps.nth(1).get_by_role("button", name="Go back to the text with the score 80").click()
    assert write.read_text() == HARSH


def test_an_empty_page_offers_one_example(write: WritePage) -> None:
    expect(write.bar).to_have_attribute("aria-valuetext", "No score yet")
    write.page.get_by_role("button", name="try this example").click()
    assert "stupid kid" in write.read_text()
    write.page.keyboard.press("ControlOrMeta+A")
    write.page.keyboard.press("Delete")
    expect(write.bar).to_have_attribute("aria-valuetext", "No score yet")
    expect(write.marked).to_contain_text("Words that the model marks are listed here.")


def test_the_examples_show_what_the_model_makes_of_them(write: WritePage) -> None:
    write.page.get_by_text("Examples to try").click()
    warm = write.page.get_by_role("listitem").filter(has_text="I love this motherfucker")
    expect(warm).to_contain_text("4")
    harsh = write.page.get_by_role("listitem").filter(has_text="What a stupid idea")
    expect(harsh).to_contain_text(str(round(score("stupid idiot") * 100)))
    assert all(question["alternatives"] is False for question in write.asked)
    harsh.get_by_role("button", name="Try it").click()
    assert write.read_text() == "What a stupid idea, only an idiot would vote for it."


def test_help_opens_the_guide(write: WritePage) -> None:
    guide = write.page.get_by_text("goes to the next and the previous marked word")
    expect(write.page.get_by_text("F8 and Shift+F8 go to")).to_be_hidden()
    write.page.get_by_role("link", name="Help").click()
    expect(write.page.get_by_text("F8 and Shift+F8 go to")).to_be_visible()
    expect(guide).to_have_count(0)


def test_nothing_is_asked_of_the_server_but_the_draft(write: WritePage) -> None:
    sent: list[str] = []
    write.page.on("request", lambda request: sent.append(request.url))
    write.page.route(FEEDBACK, lambda route: route.abort())
    write.write(HARSH)
    assert {url.removeprefix(write.url) for url in sent} == {"/api/v1/author/draft"}


def test_typing_over_marked_words_brings_in_no_style_of_the_browsers(write: WritePage) -> None:
    write.write("stupid kid, stupid idiot")
    write.write("idiot")
    stop_clock(write.page)  # one undo takes back the letters that came within half a second of each other
    write.page.keyboard.press("ControlOrMeta+A")
    write.page.keyboard.type("a kid")
    write.page.clock.run_for(200)  # the page asks after 120 ms
    write.expect_score("a kid")
    assert write.read_text() == "a kid"
    write.page.keyboard.press("ControlOrMeta+Z")
    assert write.read_text() == "idiot"


def test_a_suggestion_for_the_whole_sentence_is_taken_by_keyboard_and_taken_back(write: WritePage) -> None:
    write.write("You are a stupid man.")
    suggestions = write.page.get_by_role("region", name="Another way to say it").get_by_role("button")
    expect(suggestions).to_have_count(2)
    write.page.keyboard.press("ControlOrMeta+Shift+Enter")
    expect(suggestions.nth(0)).to_be_focused()
    expect(suggestions.nth(0)).to_have_accessible_name("You are a man. the score would be 4")
    assert write.read_text() == "You are a stupid man."  # nothing is applied by itself
    write.page.keyboard.press("Enter")
    expect(write.editor).to_be_focused()
    assert write.read_text() == "You are a man."
    expect(write.page.get_by_text("You took “You are a man.”. Control and Z take it back.")).to_be_attached()
    expect(suggestions).to_have_count(0)
    write.page.keyboard.press("ControlOrMeta+Z")  # one step
    assert write.read_text() == "You are a stupid man."
