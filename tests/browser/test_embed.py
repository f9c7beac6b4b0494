"""The author's tool on a plain page of another origin, with a strict policy, by one script tag."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.author_stub import MESSAGE, AuthorStub
from tests.browser.accessibility import find_faults
from tests.browser.other_site import OtherSite, open_site
from tests.browser.patience import await_routes, hold_routes, type_steadily
from tests.live import LiveServer, MakeLive

from sayso.settings import Settings
from sayso.wiring import build_scorer

DRAFT = "**/api/v1/author/draft"
RUDE = "Only a stupid person thinks so."
FORM = """<form method="post" action="/"><label for="comment">Your comment</label>
<textarea id="comment" name="comment"></textarea><button>Post</button></form>"""


@pytest.fixture
def stub() -> AuthorStub:
    return AuthorStub()


@pytest.fixture
def site() -> Iterator[OtherSite]:
    with open_site() as site:
        yield site


@pytest.fixture
def live(make_live: MakeLive, stub: AuthorStub, site: OtherSite) -> LiveServer:
    """A service that the site may use."""
    server = make_live(make_app=stub.make_app, allowed_origins=site.url)
    allow(site, server)
    return server


def allow(site: OtherSite, live: LiveServer) -> None:
    """The policy of a careful site: its own style sheets, and from us the script and the answers, no more."""
    site.policy = (
        f"default-src 'none'; style-src 'self'; script-src 'self' {live.url}; connect-src {live.url}; "
        "form-action 'self'; require-trusted-types-for 'script'"
    )


def make_tag(live: LiveServer, **attributes: Any) -> str:
    values = {"data-for": "textarea", **attributes}
    data = " ".join(f"{name}='{value}'" for name, value in values.items())
    return f"<script src='{live.url}/embed/sayso.js' {data} defer></script>"


def open_page(page: Page, site: OtherSite, live: LiveServer, body: str = FORM, **attributes: Any) -> Locator:
    """The text box of a page with the tool; fails the test on anything the site's policy forbids."""
    page.add_init_script(
        """window.told = []; window.forbidden = [];
        for (const name of ["scored", "replaced", "refused", "error"])
            addEventListener(`sayso:${name}`, (e) => told.push([e.type, e.detail, e.target.id]));
        addEventListener("securitypolicyviolation", (e) => forbidden.push(e.violatedDirective));"""
    )
    page.goto(site.add_page(body, head=make_tag(live, **attributes)))
    return page.locator("#comment")


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="How this may read to others")


def list_told(page: Page, kind: str) -> list[Any]:
    told: list[Any] = page.evaluate("told")
    return [detail for name, detail, _ in told if name == f"sayso:{kind}"]


def await_scored(page: Page, count: int = 1) -> None:
    page.wait_for_function("n => told.filter(([name]) => name === 'sayso:scored').length >= n", arg=count)


def choose(page: Page, word: str, alternative: str) -> None:
    panel(page).get_by_role("button", name=f"“{word}”", exact=True).click()
    panel(page).get_by_role("button", name=alternative).click()


def test_the_tool_appears_only_once_a_text_is_over_the_limit(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    box = open_page(page, site, live)
    box.press_sequentially("Only a kind person thinks so.", delay=1)
    await_scored(page)
    expect(panel(page)).to_be_hidden()
    box.fill(RUDE)
    expect(panel(page)).to_be_visible()
    expect(panel(page)).to_contain_text("People would very likely find this insulting.")
    expect(panel(page).get_by_role("meter", name="Score")).to_have_attribute("aria-valuenow", "93")
    assert panel(page).locator(".fill").evaluate("e => e.offsetWidth / e.parentNode.clientWidth") > 0.9
    assert page.evaluate("forbidden") == []


def test_the_author_is_read_after_a_pause_and_not_at_every_key(
    page: Page, site: OtherSite, live: LiveServer, stub: AuthorStub
) -> None:
    type_steadily(open_page(page, site, live), RUDE)
    await_scored(page)
    assert stub.drafts == [RUDE]


def test_an_alternative_changes_the_box_and_the_form_carries_it(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    box = open_page(page, site, live)
    box.fill(f"👍🏽 {RUDE}")
    choose(page, "stupid", "“naive” brings it to 12 of 100")
    expect(box).to_have_value("👍🏽 Only a naive person thinks so.")
    expect(box).to_be_focused()
    await_scored(page, 2)
    expect(panel(page)).to_contain_text("People would likely not mind this.")
    assert list_told(page, "replaced") == [{"before": "stupid", "after": "naive", "begin": 10, "end": 16}]
    first, second = list_told(page, "scored")
    assert (first["score"], first["over"], first["limit"], first["model"]) == (0.93, True, 0.5, "fake.v1")
    assert second["over"] is False
    page.get_by_role("button", name="Post").click()
    page.wait_for_url(f"{site.url}/")
    assert site.posted == [{"comment": "👍🏽 Only a naive person thinks so."}]


def test_leaving_a_word_out_takes_its_space_with_it(page: Page, site: OtherSite, live: LiveServer) -> None:
    box = open_page(page, site, live)
    box.fill(RUDE)
    choose(page, "stupid", "leave it out")
    expect(box).to_have_value("Only a person thinks so.")


def test_the_article_goes_by_what_follows_it_then(page: Page, site: OtherSite, live: LiveServer) -> None:
    box = open_page(page, site, live)
    box.fill("A stupid idea it is.")
    choose(page, "stupid", "leave it out")
    expect(box).to_have_value("An idea it is.")
    panel(page).get_by_role("button", name="Undo").click()
    expect(box).to_have_value("A stupid idea it is.")


def test_a_choice_is_undone_by_its_button_or_by_the_browsers_own_keys(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    box = open_page(page, site, live)
    box.fill(RUDE)
    choose(page, "stupid", "“naive”")
    panel(page).get_by_role("button", name="Undo").click()
    expect(box).to_have_value(RUDE)
    await_scored(page, 2)
    choose(page, "stupid", "“naive”")
    box.press("Control+z")
    expect(box).to_have_value(RUDE)


def test_what_was_typed_since_is_never_undone(page: Page, site: OtherSite, live: LiveServer) -> None:
    box = open_page(page, site, live)
    box.fill(RUDE)
    choose(page, "stupid", "“naive”")
    box.press_sequentially("!")
    await_scored(page, 2)
    expect(panel(page).get_by_role("button", name="Undo")).to_be_hidden()


def test_the_tool_can_be_used_with_the_keyboard_alone(page: Page, site: OtherSite, live: LiveServer) -> None:
    box = open_page(page, site, live)
    box.focus()
    page.keyboard.type(RUDE)
    expect(panel(page)).to_be_visible()
    word = panel(page).get_by_role("button", name="“stupid”", exact=True)
    page.keyboard.press("Tab")
    expect(word).to_be_focused()
    page.keyboard.press("Enter")
    expect(word).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(word).to_be_focused()
    expect(word).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(box).to_have_value("Only a mistaken person thinks so.")


def test_a_screen_reader_is_told_what_it_means_and_what_changed(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    box = open_page(page, site, live)
    status = page.locator("sayso-panel").get_by_role("status").first
    box.fill(RUDE)
    expect(status).to_have_text("93 of 100. People would very likely find this insulting.")
    held = hold_routes(page, DRAFT)  # its answer takes the place of what is said first
    choose(page, "stupid", "“naive”")
    expect(status).to_have_text("“stupid” is now “naive”.")
    await_routes(page, held)
    held[0].continue_()
    expect(status).to_have_text("12 of 100. People would likely not mind this.")


def test_a_refusal_is_shown_with_its_reason_and_no_other_wording(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    open_page(page, site, live).fill("That group is stupid.")
    expect(panel(page)).to_contain_text(MESSAGE)
    expect(panel(page)).to_contain_text("Words that weigh: “stupid”.")
    expect(panel(page).get_by_role("button", name="“stupid”")).to_have_count(0)
    assert list_told(page, "refused") == [{"code": "group", "message": MESSAGE}]


def test_other_words_for_the_same_message_are_told_apart(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    box = open_page(page, site, live)
    box.fill(RUDE)
    expect(panel(page)).to_be_visible()
    expect(panel(page)).not_to_contain_text("the message did not")
    panel(page).get_by_role("button", name="“stupid”", exact=True).click()
    expect(panel(page).get_by_role("button", name="“mistaken”")).to_contain_text(
        "a second model would still object"
    )
    expect(panel(page).get_by_role("button", name="“naive”")).not_to_contain_text("object")
    box.fill("Only a vile person thinks so.")
    expect(panel(page)).to_contain_text("The words changed, but the message did not")


def test_feedback_names_the_word_and_leads_to_what_becomes_of_it(
    page: Page, site: OtherSite, live: LiveServer, stub: AuthorStub
) -> None:
    open_page(page, site, live).fill(f"👍 {RUDE}")
    panel(page).get_by_role("button", name="This is wrong").click()
    form = panel(page).get_by_role("group", name="What is wrong?").first
    expect(form.get_by_label("This is not rude")).to_be_focused()
    form.get_by_label("This is unfair to a group").check()
    form.get_by_label("Which part?").select_option(label="“stupid”")
    form.get_by_label("Anything to add").fill("It is a quotation.")
    form.get_by_role("button", name="Send").click()
    link = panel(page).get_by_role("link", name="See what becomes of it")
    expect(link).to_be_focused()
    expect(link).to_have_attribute("href", f"{live.url}/feedback/token")
    report = stub.reports[0]
    assert (report.kind, report.begin, report.end) == ("biased", 9, 15)
    assert (report.text, report.comment) == (f"👍 {RUDE}", "It is a quotation.")


def test_feedback_that_cannot_be_sent_stays_to_be_sent_again(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    open_page(page, site, live).fill(RUDE)
    panel(page).get_by_role("button", name="This is wrong").click()
    live.stop()
    panel(page).get_by_role("button", name="Send").click()
    expect(panel(page)).to_contain_text("It could not be sent.")
    expect(panel(page).get_by_role("button", name="Send")).to_be_enabled()


def test_hidden_it_stays_hidden_until_a_new_text(page: Page, site: OtherSite, live: LiveServer) -> None:
    box = open_page(page, site, live)
    box.fill(RUDE)
    panel(page).get_by_role("button", name="Hide").click()
    expect(panel(page)).to_be_hidden()
    expect(box).to_be_focused()
    box.press_sequentially(" So there.")
    await_scored(page, 2)
    expect(panel(page)).to_be_hidden()
    box.fill("")
    box.fill(RUDE)
    expect(panel(page)).to_be_visible()


def test_esc_closes_the_form_first_and_then_the_panel(page: Page, site: OtherSite, live: LiveServer) -> None:
    box = open_page(page, site, live)
    box.fill(RUDE)
    wrong = panel(page).get_by_role("button", name="This is wrong")
    wrong.click()
    page.keyboard.press("Escape")
    expect(wrong).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    expect(box).to_be_focused()


def test_a_box_with_formatting_gets_the_tool_and_anything_else_a_word_in_the_console(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    body = "<div id=comment role=textbox contenteditable aria-label='Your comment'></div><p id=other></p>"
    box = open_page(page, site, live, body, **{"data-for": "#comment, #other"})
    box.press_sequentially(RUDE)
    choose(page, "stupid", "“naive” brings it to 12 of 100")
    expect(box).to_have_text(RUDE.replace("stupid", "naive"))
    assert len([text for text in said if "no textarea, input or contenteditable" in text]) == 1


def test_a_service_that_is_gone_leaves_the_box_as_it_is(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    box = open_page(page, site, live)
    live.stop()
    box.fill(RUDE)
    page.wait_for_function("() => told.length")
    assert list_told(page, "error") == [{"reason": "unreachable", "status": 0}]
    expect(panel(page)).to_be_hidden()
    box.press_sequentially(" Really.")
    page.get_by_role("button", name="Post").click()
    page.wait_for_url(f"{site.url}/")
    assert site.posted == [{"comment": f"{RUDE} Really."}]


def test_a_panel_that_is_open_says_when_the_service_is_gone(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    box = open_page(page, site, live)
    box.fill(RUDE)
    expect(panel(page)).to_be_visible()
    live.stop()
    box.press_sequentially(" Really.")
    expect(panel(page)).to_contain_text(
        "Sayso cannot be reached just now. You can write on and send as usual."
    )


def test_an_answer_that_is_out_of_date_is_dropped(page: Page, site: OtherSite, live: LiveServer) -> None:
    box = open_page(page, site, live)
    held = hold_routes(page, DRAFT)
    box.fill(RUDE)
    await_routes(page, held)
    box.fill("Only a kind person thinks so.")
    await_routes(page, held, 2)
    held[0].continue_()
    held[0].request.response()  # comes first, or never, since nobody waits for it any more
    held[1].continue_()
    await_scored(page)
    assert [told["score"] for told in list_told(page, "scored")] == [0.12]
    expect(panel(page)).to_be_hidden()


def test_on_a_site_that_is_not_allowed_nothing_appears(
    page: Page, site: OtherSite, make_live: MakeLive, stub: AuthorStub
) -> None:
    server = make_live(make_app=stub.make_app, allowed_origins="https://forum.example")
    allow(site, server)
    box = open_page(page, site, server)
    box.fill(RUDE)
    page.wait_for_function("() => told.length")
    assert [name for name, _, _ in page.evaluate("told")] == ["sayso:error"]
    expect(panel(page)).to_be_hidden()
    expect(box).to_have_value(RUDE)
    assert stub.drafts == []


def test_a_key_and_other_words_come_from_the_tag(
    page: Page, site: OtherSite, make_live: MakeLive, stub: AuthorStub
) -> None:
    server = make_live(make_app=stub.make_app, allowed_origins=site.url, author_access="keys")
    allow(site, server)
    secret = server.service.store.keys.create("forum")[1]
    own = json.dumps(
        {"wellOver": "Bitte freundlicher: {kind}.", "kinds": {"INSULT": "beleidigend"}, "no": "x"}
    )
    box = open_page(page, site, server, **{"data-key": secret, "data-words": own, "data-show": "always"})
    expect(panel(page)).to_contain_text("Once you write")
    box.fill(RUDE)
    expect(panel(page)).to_contain_text("Bitte freundlicher: beleidigend.")


@pytest.mark.parametrize(
    ("given", "address"), [("", "{}/write"), ("https://a.example/w", "https://a.example/w"), ("off", "")]
)
def test_the_link_to_the_full_page_is_the_sites_choice(
    page: Page, site: OtherSite, live: LiveServer, given: str, address: str
) -> None:
    open_page(page, site, live, **{"data-page": given, "data-show": "always"})
    expect(panel(page)).to_be_visible()
    links = [link.get_attribute("href") for link in panel(page).get_by_role("link").all()]
    assert links == [address.format(live.url)] * bool(address)


def test_a_higher_limit_keeps_the_tool_away(page: Page, site: OtherSite, live: LiveServer) -> None:
    open_page(page, site, live, **{"data-limit": "0.95"}).fill(RUDE)
    await_scored(page)
    assert list_told(page, "scored")[0]["over"] is False
    expect(panel(page)).to_be_hidden()


@pytest.mark.parametrize("attributes", [{"data-limit": "much"}, {"data-words": "{"}, {"data-for": "!!"}])
def test_a_mistake_in_the_tag_is_told_once_in_the_console(
    page: Page, site: OtherSite, live: LiveServer, attributes: dict[str, str]
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    open_page(page, site, live, **attributes).fill("hello")
    page.evaluate("document.body.append(document.createElement('p'))")
    page.wait_for_timeout(200)
    assert len([text for text in said if text.startswith("Sayso: ")]) == 1


def test_boxes_that_come_later_are_found_and_those_that_leave_are_let_go(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    open_page(page, site, live, body="<div id=room></div>")
    page.evaluate(
        """const box = document.createElement("textarea"); box.id = "comment";
        document.querySelector("#room").append(box);"""
    )
    page.locator("#comment").fill(RUDE)
    expect(panel(page)).to_be_visible()
    page.evaluate("document.querySelector('#room').replaceChildren()")
    expect(page.locator("sayso-panel")).to_have_count(0)


def test_a_framework_that_draws_anew_does_not_lose_the_panel(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    open_page(page, site, live).fill(RUDE)
    expect(panel(page)).to_be_visible()
    page.evaluate("document.querySelector('sayso-panel').remove()")
    expect(panel(page)).to_be_visible()


def test_inside_a_label_the_panel_stands_behind_the_label(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    open_page(page, site, live, body="<label>Say it <textarea id=comment></textarea></label>").fill(RUDE)
    choose(page, "stupid", "“naive”")
    expect(page.locator("#comment")).to_have_value("Only a naive person thinks so.")
    assert page.locator("label sayso-panel").count() == 0


def test_a_value_set_by_script_is_noticed(page: Page, site: OtherSite, live: LiveServer) -> None:
    open_page(page, site, live)
    page.evaluate("text => { document.querySelector('#comment').value = text; }", RUDE)
    expect(panel(page)).to_be_visible()
    page.evaluate("document.querySelector('form').reset()")
    expect(panel(page)).to_be_hidden()


def test_frameworks_are_told_of_a_change_as_of_typing(page: Page, site: OtherSite, live: LiveServer) -> None:
    box = open_page(page, site, live)
    page.evaluate("addEventListener('input', (e) => (window.model = e.target.value))")
    box.fill(RUDE)
    choose(page, "stupid", "“naive”")
    assert page.evaluate("model") == "Only a naive person thinks so."


def test_where_there_is_no_room_the_text_stays_whole(page: Page, site: OtherSite, live: LiveServer) -> None:
    box = open_page(page, site, live, body=f"<textarea id=comment maxlength={len(RUDE)}></textarea>")
    box.fill(RUDE)
    choose(page, "stupid", "“mistaken”")
    expect(panel(page)).to_contain_text("There is no room for this wording in the box.")
    expect(box).to_have_value(RUDE)


@pytest.mark.parametrize("attribute", ["readonly", "disabled", "data-sayso=off"])
def test_boxes_that_are_closed_or_marked_are_left_alone(
    page: Page, site: OtherSite, live: LiveServer, stub: AuthorStub, attribute: str
) -> None:
    open_page(page, site, live, body=f"<textarea id=comment {attribute}>{RUDE}</textarea>")
    page.wait_for_timeout(500)
    assert stub.drafts == []


def test_a_text_too_long_to_read_is_said_to_be_and_not_sent(
    page: Page, site: OtherSite, live: LiveServer, stub: AuthorStub
) -> None:
    box = open_page(page, site, live, **{"data-show": "always"})
    box.fill("é" * 10_241)
    expect(panel(page)).to_contain_text("This text is too long for Sayso to read.")
    assert stub.drafts == []


def test_the_element_stands_where_the_site_puts_it(page: Page, site: OtherSite, live: LiveServer) -> None:
    body = (
        "<aside><sayso-author for=comment show=always></sayso-author></aside><textarea id=comment></textarea>"
    )
    open_page(page, site, live, body=body, **{"data-for": ""}).fill(RUDE)
    expect(page.locator("aside").get_by_role("region")).to_contain_text("People would very likely find this")
    choose(page, "stupid", "“naive”")
    expect(page.locator("#comment")).to_have_value("Only a naive person thinks so.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_fault_in_the_panel(page: Page, site: OtherSite, live: LiveServer, theme: str) -> None:
    open_page(page, site, live, **{"data-theme": theme}).fill(RUDE)
    panel(page).get_by_role("button", name="“stupid”", exact=True).click()
    panel(page).get_by_role("button", name="This is wrong").click()
    assert find_faults(page) == []


def test_the_panel_fits_a_small_screen_and_keeps_its_bar_without_colours(
    page: Page, site: OtherSite, live: LiveServer
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.emulate_media(forced_colors="active")
    open_page(page, site, live).fill(RUDE)
    panel(page).get_by_role("button", name="“stupid”", exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    colours = "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e.parentNode).backgroundColor]"
    fill, bar = panel(page).locator(".fill").evaluate(colours)
    assert fill != bar


def test_the_example_page_shows_it(page: Page, live: LiveServer) -> None:
    page.goto(f"{live.url}/embed/example")
    page.get_by_role("button", name="Only a stupid person").click()
    choose(page, "stupid", "“naive”")
    expect(page.locator("#events li").first).to_contain_text("sayso:scored")
    page.get_by_role("button", name="Post").click()
    expect(page.locator("#posted")).to_have_text(
        "This would be posted: Only a naive person would write this article."
    )
    assert find_faults(page) == []


def test_the_shipped_model_and_the_real_addresses_do_the_same(
    page: Page, site: OtherSite, make_live: MakeLive
) -> None:
    server = make_live(build_scorer("linear", Settings()), allowed_origins=site.url)
    allow(site, server)
    box = open_page(page, site, server)
    box.fill(f"👍 {RUDE}")
    panel(page).get_by_role("button", name="This is wrong").click()
    panel(page).get_by_role("button", name="Send").click()
    link = panel(page).get_by_role("link", name="See what becomes of it").get_attribute("href") or ""
    assert link.startswith(f"{server.url}/feedback/")
    assert page.request.get(link).status == 200
    panel(page).get_by_role("button", name="“stupid”", exact=True).click()
    panel(page).locator(".alternatives button").first.click()
    await_scored(page, 2)
    before, after = (told["score"] for told in list_told(page, "scored"))
    assert before > 0.5 > after
    assert "stupid" not in box.input_value()
