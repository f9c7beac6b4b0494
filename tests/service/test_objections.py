"""An author says that a score is wrong, and follows what becomes of it."""

import json
import re
from collections.abc import Callable
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from sayso.core import Attribute, Scores
from sayso.core.errors import RemoteTimeout
from sayso.storage import Objection
from sayso.testing import FakeScorer
from sayso.web.http.logs import configure_logs
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
TEXT = "you silly goose"


def send(client: TestClient, **more: Any) -> Any:
    body: dict[str, Any] = {"text": TEXT, "begin": 4, "end": 9, "kind": "false_alarm", "comment": "a joke"}
    content = json.dumps({name: value for name, value in (body | more).items() if value is not ...})
    return client.post(
        "/api/v1/author/feedback", content=content, headers={"content-type": "application/json"}
    )


def service_of(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def list_kept(client: TestClient) -> list[Objection]:
    return list(service_of(client).store.objections.rows())


def send_for_link(client: TestClient, **more: Any) -> str:
    answer = send(client, **more)
    assert answer.status_code == 201, answer.text
    return answer.json()["url"]


def test_feedback_is_kept_with_what_the_model_said(client: TestClient) -> None:
    answer = send(client)
    (kept,) = list_kept(client)
    assert answer.status_code == 201
    assert answer.json() == {"id": kept.id, "url": f"http://testserver/feedback/{kept.token}"}
    assert (kept.kind, kept.content, kept.begin, kept.end, kept.comment) == (
        "false_alarm",
        TEXT,
        4,
        9,
        "a joke",
    )
    assert (kept.model, kept.scores["TOXICITY"], kept.community) == ("fake.v1", 0.4, "default")
    assert service_of(client).store.ledger.verify().problem is None


def test_a_key_brings_its_community_and_a_session_its_person(client: TestClient) -> None:
    store = service_of(client).store
    key, secret = store.keys.create("site", community="forum")
    body = {"text": TEXT, "kind": "missed", "session": "session 7"}
    answer = client.post("/api/v1/author/feedback", json=body, headers={"x-api-key": secret})
    assert answer.status_code == 201
    (kept,) = list_kept(client)
    assert (kept.actor, kept.community, kept.person) == (key.id, "forum", "session 7")
    assert store.texts.erase_person("session 7").body == {"erased": 1}
    page = client.get(answer.json()["url"])
    assert "The text was erased on" in page.text
    assert "goose" not in page.text


@pytest.mark.parametrize(
    ("more", "span"),
    [
        ({"begin": ..., "end": ...}, (0, 0)),
        ({"begin": 0, "end": 0}, (0, 0)),
        ({"begin": 0, "end": 15}, (0, 15)),
        ({"begin": 14, "end": 15}, (14, 15)),
        ({"comment": ...}, (4, 9)),
        ({"comment": "x" * 2000}, (4, 9)),
        ({"text": "lone \ud83d half", "comment": "\ud800", "end": 6}, (4, 6)),
        ({"text": "nul \x00 " + "x" * 20_000, "end": 20_006}, (4, 20_006)),
        ({"text": "\N{GRINNING FACE}" * 5_120, "begin": 0, "end": 5_120}, (0, 5_120)),
        ({"text": "<b>goose</b> \u202e\u05d0\u05d1", "session": "s" * 200}, (4, 9)),
        ({"kind": "biased"}, (4, 9)),
        ({"begin": 4.0}, (4, 9)),
    ],
)
def test_what_is_accepted(client: TestClient, more: dict[str, Any], span: tuple[int, int]) -> None:
    link = send_for_link(client, **more)
    (kept,) = list_kept(client)
    assert (kept.begin, kept.end) == span
    assert (kept.content, kept.comment) == (
        more.get("text", TEXT),
        "" if more.get("comment") is ... else more.get("comment", "a joke"),
    )
    assert client.get(link).status_code == 200
    told = client.get(link.replace("/feedback/", "/api/v1/author/feedback/"))
    assert told.json()["text"] == kept.content


@pytest.mark.parametrize(
    ("more", "status", "code", "message"),
    [
        ({"text": ""}, 400, "bad-input", "The text is empty."),
        ({"begin": 9}, 400, "bad-input", "No part of the text goes from 9 to 9: it has 15 characters."),
        ({"begin": 10}, 400, "bad-input", "No part of the text goes from 10 to 9"),
        ({"end": 16}, 400, "bad-input", "No part of the text goes from 4 to 16"),
        ({"begin": 0, "end": ...}, 201, "", ""),
        ({"begin": 3, "end": ...}, 400, "bad-input", "No part of the text goes from 3 to 0"),
        ({"begin": -1}, 422, "invalid-request", "body.begin"),
        ({"begin": 1.5}, 422, "invalid-request", "body.begin"),
        ({"begin": "4"}, 422, "invalid-request", "body.begin"),
        ({"begin": True}, 422, "invalid-request", "body.begin"),
        ({"end": 10**300}, 422, "invalid-request", "body.end"),
        ({"coment": "mistyped"}, 422, "invalid-request", "body.coment"),
        ({"end": None}, 422, "invalid-request", "body.end"),
        ({"text": ...}, 422, "invalid-request", "body.text"),
        ({"text": ["a"]}, 422, "invalid-request", "body.text"),
        ({"kind": ...}, 422, "invalid-request", "body.kind"),
        ({"kind": "wrong"}, 422, "invalid-request", "'false_alarm', 'missed' or 'biased'"),
        ({"comment": "x" * 2001}, 422, "invalid-request", "at most 2000 characters are taken, not 2001"),
        ({"comment": None}, 422, "invalid-request", "body.comment"),
        ({"session": "x" * 201}, 422, "invalid-request", "at most 200 characters are taken, not 201"),
        ({"text": "x" * 20_481}, 413, "text-too-long", "The text has 20481 bytes; at most 20480 are taken."),
        ({"text": "\ud83d" * 6_827}, 413, "text-too-long", "The text has 20481 bytes"),
    ],
)
def test_what_is_refused(
    client: TestClient, more: dict[str, Any], status: int, code: str, message: str
) -> None:
    answer = send(client, **more)
    assert answer.status_code == status
    if status == 201:
        return
    assert set(answer.json()) == {"code", "message", "hint", "docs"}
    assert answer.json()["code"] == code
    assert message in answer.json()["message"]
    assert "goose" not in answer.text
    assert list_kept(client) == []


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"text"', b"null"])
def test_a_body_that_is_none_is_refused_in_our_envelope(client: TestClient, body: bytes) -> None:
    answer = client.post(
        "/api/v1/author/feedback", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422)
    assert set(answer.json()) == {"code", "message", "hint", "docs"}


def test_a_double_click_is_kept_once(client: TestClient) -> None:
    first, second = send(client), send(client)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert send(client, comment="on second thoughts").json() != first.json()
    assert len(list_kept(client)) == 2


def test_without_a_key_an_address_may_send_only_so_much(make_client: MakeClient) -> None:
    client = make_client(objection_per_minute=2)
    statuses = [send(client, comment=str(number)).status_code for number in range(3)]
    assert statuses == [201, 201, 429]
    refused = send(client, comment="more")
    assert refused.json()["code"] == "limit-reached"
    assert 1 <= int(refused.headers["retry-after"]) <= 60


def test_with_a_key_the_limits_of_the_key_count(make_client: MakeClient) -> None:
    client = make_client(objection_per_minute=1)
    _, secret = service_of(client).store.keys.create("site", per_day=2)
    headers = {"x-api-key": secret}
    bodies = [{"text": TEXT, "kind": "missed", "comment": str(number)} for number in range(3)]
    answers = [client.post("/api/v1/author/feedback", json=body, headers=headers) for body in bodies]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[0].headers["x-quota-remaining"] == "1"


def test_where_authors_need_a_key_the_link_needs_none(make_client: MakeClient) -> None:
    client = make_client(author_access="keys", auth="keys")
    assert send(client).status_code == 401
    _, secret = service_of(client).store.keys.create("site")
    body = {"text": TEXT, "kind": "missed"}
    link = client.post("/api/v1/author/feedback", json=body, headers={"x-api-key": secret}).json()["url"]
    assert client.get(link).status_code == 200
    assert client.get(link.replace("/feedback/", "/api/v1/author/feedback/")).status_code == 200


def test_the_link_has_the_address_that_clients_use(make_client: MakeClient) -> None:
    client = make_client(public_url="https://words.example/sayso/")
    assert send_for_link(client).startswith("https://words.example/sayso/feedback/")


def test_under_a_prefix_link_and_withdrawal_keep_it(make_client: MakeClient) -> None:
    client = make_client(path_prefix="/sayso", author_access="open")
    client.base_url = "http://testserver/sayso"
    link = send_for_link(client)
    assert link.startswith("http://testserver/sayso/feedback/")
    answer = client.post(f"{link}/withdraw")
    assert (answer.status_code, str(answer.url)) == (200, link)
    assert "You withdrew this on" in answer.text


def test_the_page_says_what_was_said_and_that_nobody_has_answered(client: TestClient) -> None:
    page = client.get(send_for_link(client, comment="a <i>joke</i> & more"))
    assert "Nobody has answered yet." in page.text
    assert "You said that this is a false alarm: the score is too high." in page.text
    assert "a &lt;i&gt;joke&lt;/i&gt; &amp; more" in page.text
    assert "The model was fake.v1; it scored the text 40 of 100. The same model is in use now." in page.text
    assert re.search(r"<summary>Show the text \(it may hold strong language\)</summary>", page.text)
    assert "you <mark>silly</mark> goose" in page.text
    assert (
        page.text.index("<details>") < page.text.index("<mark>silly</mark>") < page.text.index("</details>")
    )


def test_a_text_cannot_break_out_of_the_page(client: TestClient) -> None:
    text = "</blockquote></details><script>alert('x')</script>\ud800\x00 $root"
    page = client.get(send_for_link(client, text=text, begin=0, end=0)).text
    assert "<script" not in page
    assert "&lt;/blockquote&gt;&lt;/details&gt;&lt;script&gt;" in page
    assert "\ufffd\ufffd $root" in page


def test_pages_of_feedback_are_for_nobody_else(client: TestClient) -> None:
    link = send_for_link(client)
    for address in (link, link[:-1], link.replace("/feedback/", "/api/v1/author/feedback/")):
        answer = client.get(address)
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        if "html" in answer.headers["content-type"]:
            assert answer.headers["x-robots-tag"] == "noindex, nofollow"
            assert '<meta name="robots" content="noindex, nofollow">' in answer.text
            assert "form-action 'self'; frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert "script-src" not in answer.headers["content-security-policy"]


def test_an_answer_appears_under_the_link(client: TestClient) -> None:
    link = send_for_link(client)
    store = service_of(client).store
    (kept,) = list_kept(client)
    store.objections.answer(kept.id, verdict="agreed", content="Quite <right>.", actor="ana")
    page = client.get(link).text
    assert "The people who run this service agree with you." in page
    assert "Quite &lt;right&gt;." in page
    assert "ana" not in page
    store.objections.answer(kept.id, verdict="disagreed", content="Not quite.", again=True)
    page = client.get(link).text
    assert page.index("Quite &lt;right&gt;.") < page.index("Not quite.")
    assert page.index("see it differently") < page.index("Answer of")
    told = client.get(link.replace("/feedback/", "/api/v1/author/feedback/")).json()
    assert [(answer["verdict"], answer["text"]) for answer in told["answers"]] == [
        ("agreed", "Quite <right>."),
        ("disagreed", "Not quite."),
    ]
    assert (told["state"], "ana" in json.dumps(told)) == ("answered", False)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0.1, "scores it 10, 30 lower than before."),
        (0.9, "scores it 90, 50 higher than before."),
        (0.401, "scores it 40, the same as before."),
    ],
)
def test_the_page_says_whether_a_newer_model_sees_it_otherwise(
    make_client: MakeClient, score: float, words: str
) -> None:
    link = send_for_link(make_client())
    newer = make_client(FakeScorer({"silly": score}, name="fake.v2"))
    assert f"The model in use now, fake.v2, {words}" in newer.get(link).text
    told = newer.get(link.replace("/feedback/", "/api/v1/author/feedback/")).json()
    assert (told["then"]["model"], told["then"]["scores"]["TOXICITY"]) == ("fake.v1", 0.4)
    assert (told["now"]["model"], told["now"]["scores"]["TOXICITY"]) == ("fake.v2", score)


def test_a_model_without_that_score_is_only_named(make_client: MakeClient) -> None:
    link = send_for_link(make_client())
    other = make_client(FakeScorer(name="other.v1", attributes=frozenset({Attribute.THREAT})))
    page = other.get(link).text
    assert "The model in use now is other.v1." in page
    assert "40 then, not scored now" in page


class BrokenScorer(FakeScorer):
    """Never answers."""

    def score(self, texts: Any) -> Scores:
        raise RemoteTimeout("The other service took too long.")


def test_a_model_that_cannot_answer_leaves_the_rest_readable(make_client: MakeClient) -> None:
    link = send_for_link(make_client())
    broken = make_client(BrokenScorer(name="broken.v1"))
    page = broken.get(link)
    assert page.status_code == 200
    assert "The model in use now cannot be asked at the moment." in page.text
    assert broken.get(link.replace("/feedback/", "/api/v1/author/feedback/")).json()["now"] is None
    refused = send(broken)
    assert (refused.status_code, refused.json()["code"]) == (504, "remote-timeout")


def test_withdrawing_erases_what_was_said_and_keeps_the_page(client: TestClient) -> None:
    link = send_for_link(client)
    (kept,) = list_kept(client)
    service_of(client).store.objections.answer(kept.id, verdict="agreed", content="a gosling, maybe")
    form = re.search(r'<form method="post" action="([^"]+)">', client.get(link).text)
    assert form is not None
    answer = client.post(f"{link.rpartition('/')[0]}/{form[1]}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"../{kept.token}")
    page = client.get(link)
    assert page.status_code == 200
    assert "You withdrew this on" in page.text
    assert not [word for word in ("goose", "joke", "gosling", "<form") if word in page.text]
    told = client.get(link.replace("/feedback/", "/api/v1/author/feedback/")).json()
    assert (told["state"], told["text"], told["comment"], told["now"]) == ("withdrawn", None, None, None)
    assert client.post(f"{link}/withdraw").status_code == 200
    assert service_of(client).store.ledger.verify().erased == 3


@pytest.mark.parametrize("token", ["x", "x" * 43, "%00", "%ED%A0%80", "x" * 5000, "..%2F..", "<script>"])
def test_an_unknown_link_gets_a_clear_page(client: TestClient, token: str) -> None:
    send(client)
    for page in (client.get(f"/feedback/{token}"), client.post(f"/feedback/{token}/withdraw")):
        assert page.status_code == 404
        if "html" in page.headers["content-type"]:
            assert "There is no feedback under this address" in page.text
    told = client.get(f"/api/v1/author/feedback/{token}")
    assert (told.status_code, told.json()["code"]) == (404, "not-found")
    assert len(list_kept(client)) == 1
    assert list_kept(client)[0].withdrawn_at is None


def test_links_cannot_be_tried_through_without_end(make_client: MakeClient) -> None:
    client = make_client(author_per_minute=3)
    statuses = [client.get(f"/feedback/{number}").status_code for number in range(8)]
    assert 429 in statuses


@pytest.mark.usefixtures("restored_loggers")
def test_neither_words_nor_links_reach_the_log(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logs(level="debug", form="json")
    link = send_for_link(client, session="session 7")
    client.get(link)
    client.get(link.replace("/feedback/", "/api/v1/author/feedback/"))
    client.post(f"{link}/withdraw")
    send(client, comment=["a joke"])
    printed = capsys.readouterr().err
    assert '"route": "/feedback/{token}"' in printed
    assert not [
        secret for secret in ("goose", "joke", "session 7", link.rpartition("/")[2]) if secret in printed
    ]
