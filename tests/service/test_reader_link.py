"""The page behind a link: a reader answers without script, for one reply alone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.reader_actor import REPLY, ReaderActor, arrive, service_of, turn_clock

from sayso.core import Policy
from sayso.storage import FilteredReply
from sayso.web.app import create_app
from sayso.web.http.logs import configure_logs
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
MakeService = Callable[..., Service]
NOTICE = "The words below may be strong."


@pytest.fixture
def ana(client: TestClient) -> ReaderActor:
    return arrive(client)


def link_to(ana: ReaderActor, held: FilteredReply) -> str:
    return service_of(ana.client).readers.make_link("", reader_id=ana.reader.id, held_id=held.id)


def send(ana: ReaderActor, address: str, **fields: str) -> Any:
    return ana.client.post(address, data=fields)


def test_the_page_warns_names_the_words_and_asks(ana: ReaderActor) -> None:
    page = ana.client.get(link_to(ana, ana.hold()))
    assert page.status_code == 200
    assert "<h1>A reply waits for your answer</h1>" in page.text
    assert "Would you like to see it?" in page.text
    assert page.text.index(NOTICE) < page.text.index("silly goose")
    assert '<li><q dir="auto">silly goose</q></li>' in page.text
    assert '<li><q dir="auto">damn fine rubbish</q></li>' in page.text
    assert "<dt>Toxicity</dt><dd>52 of 100</dd>" in page.text
    assert "<dt>Insult</dt><dd>41 of 100</dd>" in page.text
    assert "fake.v1" in page.text
    assert "bin" not in page.text.replace("rubbish", "")


def test_a_reply_in_which_no_words_are_named_still_has_a_reason(ana: ReaderActor) -> None:
    page = ana.client.get(link_to(ana, ana.hold(named=()))).text
    assert "the model takes it as hurtful (0.52;" in page
    assert "Would you like to see it?" in page
    assert "These words scored highest" not in page


def test_yes_leads_back_to_the_page_with_the_reply_and_the_second_question(ana: ReaderActor) -> None:
    link = link_to(ana, ana.hold())
    answered = ana.client.post(f"{link}/view", data={"view": "yes"}, follow_redirects=False)
    assert (answered.status_code, answered.headers["location"]) == (303, f"../{link.rpartition('/')[2]}")
    page = ana.client.get(link).text
    assert "<h1>The reply you asked to see</h1>" in page
    assert REPLY in page
    assert page.index(NOTICE) < page.index(REPLY)
    assert "Should replies like this be filtered in future?" in page
    for words in ("No, show them", "Yes, filter them", "Ask me again", "for good"):
        assert words in page


def test_no_says_what_it_did_and_offers_a_way_back(ana: ReaderActor) -> None:
    link = link_to(ana, ana.hold())
    page = send(ana, f"{link}/view", view="no")
    assert str(page.url).endswith(link)
    assert "<h1>You chose not to see this reply</h1>" in page.text
    assert "Take my answer back" in page.text
    assert REPLY not in page.text
    assert len(ana.words(ruling="block")) == 2
    back = send(ana, f"{link}/undo")
    assert "<h1>A reply waits for your answer</h1>" in back.text
    assert ana.words() == []


@pytest.mark.parametrize(
    ("future", "scope", "said"),
    [
        ("permit", "always", '<q dir="auto">goose</q> need not be filtered, for good.'),
        (
            *("block", "conversation"),
            'replies with <q dir="auto">goose</q> should be filtered, in this conversation.',
        ),
        ("ask", "conversation", "you want to be asked again."),
    ],
)
def test_the_second_answer_says_what_happens_now(
    ana: ReaderActor, future: str, scope: str, said: str
) -> None:
    link = link_to(ana, ana.hold(words=("silly", "goose")))
    page = send(ana, f"{link}/view", view="yes").text
    assert '<input type="radio" name="word" value="silly" checked>' in page
    page = send(ana, f"{link}/future", future=future, scope=scope, word="goose").text
    assert "<h1>You have answered</h1>" in page
    assert said in page
    assert ana.words() == [("goose", future, scope)]
    assert (REPLY in page) is (future != "block")  # while the answer can be taken back
    assert "waits for your answer" in send(ana, f"{link}/undo").text
    assert ana.words() == []


def test_a_reply_that_may_not_be_seen_any_more_is_not_on_the_page(ana: ReaderActor) -> None:
    asked, seen = link_to(ana, ana.hold()), link_to(ana, ana.hold())
    send(ana, f"{seen}/view", view="yes")
    ana.store.policies.set(Policy(soft_limit=0.1, hard_limit=0.3))
    for page in (send(ana, f"{asked}/view", view="yes"), ana.client.get(seen)):
        assert page.status_code == 200
        assert "<h1>A reply was not shown</h1>" in page.text
        assert "(0.40; what is shown here stays under 0.30)" in page.text
        assert REPLY not in page.text
    ana.store.policies.set(Policy())
    assert "<h1>A reply waits for your answer</h1>" in ana.client.get(asked).text
    assert REPLY in ana.client.get(seen).text


def test_what_cannot_be_answered_says_why_above_the_page_as_it_is(ana: ReaderActor) -> None:
    link = link_to(ana, ana.hold())
    early = send(ana, f"{link}/future", future="permit")
    assert (early.status_code, "The first question is not answered yet" in early.text) == (400, True)
    for page in (early, ana.client.get(link), ana.client.get(link)):  # looking answers nothing
        assert "<h1>A reply waits for your answer</h1>" in page.text
    send(ana, f"{link}/view", view="yes")
    late = send(ana, f"{link}/view", view="no")
    assert late.status_code == 409
    assert '<p class="notice" role="alert">This question was answered before: see it.</p>' in late.text
    assert "<h1>The reply you asked to see</h1>" in late.text
    assert ana.words() == []


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("view", {}),
        ("view", {"view": "maybe"}),
        ("future", {"future": "maybe"}),
        ("future", {"future": "permit", "scope": "ever"}),
        ("view", {"view": "yes", "more": "x" * 2000}),
    ],
)
def test_a_form_that_is_none_of_ours_answers_nothing(
    ana: ReaderActor, act: str, fields: dict[str, str]
) -> None:
    held = ana.hold()
    page = send(ana, f"{link_to(ana, held)}/{act}", **fields)
    assert page.status_code == 400
    assert "Nothing was answered: use one of the buttons below." in page.text
    assert ana.get(f"/held/{held.id}").json()["state"] == "waiting"


def test_a_replaced_reply_has_a_reason_and_nothing_to_see(ana: ReaderActor) -> None:
    held = ana.hold(outcome="replaced", score=0.95, categories=(("TOXICITY", 0.95),))
    page = ana.client.get(link_to(ana, held)).text
    assert "<h1>A reply was not shown</h1>" in page
    assert "(0.95; what is shown here stays under 0.90)" in page
    assert "There is nothing to see here" in page
    assert "<form" not in page
    refused = send(ana, f"{link_to(ana, held)}/view", view="yes")
    assert (refused.status_code, "cannot be shown" in refused.text) == (400, True)


def test_a_reply_that_expired_says_so(ana: ReaderActor) -> None:
    held = ana.hold(lasts=timedelta(seconds=-1))
    page = ana.client.get(link_to(ana, held)).text
    assert "<h1>This question is over</h1>" in page
    assert "silly" not in page
    assert "<form" not in page
    assert send(ana, f"{link_to(ana, held)}/view", view="yes").status_code == 410


def test_a_link_that_expired_says_until_when(make_service: MakeService) -> None:
    service = turn_clock(make_service(reader_link_hours=2), timedelta(hours=3))
    with TestClient(create_app(service)) as client:
        ana = arrive(client)
        link = link_to(ana, ana.hold())
        for page in (client.get(link), send(ana, f"{link}/view", view="yes")):
            assert page.status_code == 410
            assert "<h1>This link has expired</h1>" in page.text
            assert "This link could be used until <time" in page.text


@pytest.mark.parametrize("spoilt", ["{cut}", "{link}x", "/held/x"])
def test_a_link_that_was_cut_off_leads_nowhere(ana: ReaderActor, spoilt: str) -> None:
    whole = link_to(ana, ana.hold())
    link = spoilt.format(cut=whole[:-3], link=whole)
    for page in (ana.client.get(link), send(ana, f"{link}/view", view="yes"), send(ana, f"{link}/undo")):
        assert page.status_code == 404
        assert "<h1>No reply here</h1>" in page.text


def test_a_token_is_no_link(ana: ReaderActor) -> None:
    assert ana.client.get(f"/held/{ana.token}").status_code == 404


def test_the_link_of_a_deleted_reader_leads_nowhere(ana: ReaderActor) -> None:
    link = link_to(ana, ana.hold())
    ana.delete()
    assert ana.client.get(link).status_code == 404


def test_a_link_answers_for_its_reader_about_its_reply_alone(ana: ReaderActor) -> None:
    first, second = ana.hold(), ana.hold()
    bea = arrive(ana.client, "bea")
    send(ana, f"{link_to(ana, first)}/view", view="yes")
    assert ana.get(f"/held/{second.id}").json()["state"] == "waiting"
    mixed = service_of(ana.client).readers.make_link("", reader_id=bea.reader.id, held_id=second.id)
    assert ana.client.get(mixed).status_code == 404


def test_pages_are_for_nobody_else_and_bring_no_script(ana: ReaderActor) -> None:
    link = link_to(ana, ana.hold())
    for page in (ana.client.get(link), ana.client.get(link[:-1])):
        assert page.headers["cache-control"] == "no-store"
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["x-robots-tag"] == "noindex, nofollow"
        assert "form-action 'self'; frame-ancestors 'none'" in page.headers["content-security-policy"]
        assert "<script" not in page.text


def test_words_cannot_break_out_of_the_page(ana: ReaderActor) -> None:
    nasty = "</q><script>alert('x')</script>\ud800\x00 $token"
    held = ana.hold(content=nasty, named=(nasty,))
    link = link_to(ana, held)
    for page in (ana.client.get(link), send(ana, f"{link}/view", view="yes")):
        assert "<script" not in page.text
        assert "&lt;/q&gt;&lt;script&gt;" in page.text
        assert "\ufffd\ufffd $token" in page.text


def test_under_a_prefix_links_and_answers_keep_it(make_client: MakeClient) -> None:
    ana = arrive(make_client(path_prefix="/sayso"))
    held = ana.hold()
    told = ana.client.get(f"/sayso/api/v1/readers/me/held/{held.id}", headers=ana.headers).json()
    assert told["url"].startswith("http://testserver/sayso/held/")
    page = send(ana, f"{told['url']}/view", view="yes")
    assert (page.status_code, str(page.url)) == (200, told["url"])
    assert REPLY in page.text


def test_the_link_has_the_address_that_clients_use(make_client: MakeClient) -> None:
    ana = arrive(make_client(public_url="https://words.example/"))
    assert ana.get(f"/held/{ana.hold().id}").json()["url"].startswith("https://words.example/held/")


def test_the_page_needs_no_key_and_is_limited_by_address(make_client: MakeClient) -> None:
    ana = arrive(make_client(auth="keys", reader_per_minute=2))
    link = link_to(ana, ana.hold())
    statuses = [ana.client.get(link).status_code for _ in range(5)]  # a minute may begin meanwhile
    assert statuses[0] == 200
    assert 429 in statuses


@pytest.mark.usefixtures("restored_loggers")
def test_links_and_replies_reach_no_log(ana: ReaderActor, capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="debug", form="json")
    link = link_to(ana, ana.hold())
    send(ana, f"{link}/view", view="yes")
    send(ana, f"{link}/view", view="no")
    printed = capsys.readouterr().err
    assert '"/held/{token}/view"' in printed
    assert link.rpartition("/")[2] not in printed
    assert "silly" not in printed
