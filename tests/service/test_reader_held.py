"""Replies held back: what the reader is told, the two questions, and taking an answer back."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.reader_actor import CATEGORIES, NAMED, REPLY, ReaderActor, arrive, service_of

from sayso.core.errors import StoreBusy
from sayso.web.reader.desk import ReaderService

MakeClient = Callable[..., TestClient]
GONE = timedelta(seconds=-1)


@pytest.fixture
def ana(client: TestClient) -> ReaderActor:
    return arrive(client)


def answer(ana: ReaderActor, held_id: str, **said: Any) -> Any:
    return ana.post(f"/held/{held_id}/{next(iter(said))}", said)


def test_a_held_reply_is_described_without_being_shown(ana: ReaderActor) -> None:
    held = ana.hold()
    told = ana.get(f"/held/{held.id}").json()
    assert told.pop("created_at") < told.pop("expires_at")
    assert told.pop("url").startswith("http://testserver/held/")
    message = told.pop("message")
    assert message.startswith("This reply is held back: the model takes “silly goose” as hurtful (0.52;")
    assert told == {
        "id": held.id,
        "conversation": "talk",
        "decision": "held",
        "cause": "between",
        "terms": list(NAMED),
        "passages": list(NAMED),
        "words": [],
        "categories": [{"attribute": str(name), "score": score} for name, score in CATEGORIES],
        "score": 0.52,
        "model": "fake.v1",
        "policy": 0,
        "state": "waiting",
        "view": None,
        "future": None,
        "scope": None,
        "reply": None,
    }


def test_an_answer_is_about_the_word_it_turns_on_or_another_of_the_passage(ana: ReaderActor) -> None:
    words: dict[str, Any] = {
        "passages": ("silly old goose", "damn fine rubbish"),
        "words": ("goose", "silly", "damn"),
    }
    held = ana.hold(**words)
    told = answer(ana, held.id, view=True).json()
    assert (told["passages"], told["words"]) == (list(words["passages"]), list(words["words"]))
    refused = answer(ana, held.id, future="permit", word="duck")
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-input")
    told = answer(ana, held.id, future="permit", scope="always", word="silly").json()
    assert told["words"][0] == "silly"
    assert ana.words() == [("silly", "permit", "always")]
    ana.post(f"/held/{held.id}/undo")
    assert ana.words() == []
    answer(ana, ana.hold(conversation="other", **words).id, view=False)
    assert ana.words() == [("goose", "block", "conversation")]


def test_both_answers_are_given_and_taken_back(ana: ReaderActor) -> None:
    ana.rule("silly goose", "permit", "talk")
    before = ana.words()
    held = ana.hold()
    told = answer(ana, held.id, view=True).json()
    assert (told["state"], told["view"], told["reply"]) == ("viewed", True, REPLY)
    assert ana.get(f"/held/{held.id}").json()["reply"] == REPLY
    assert ana.words() == before
    told = answer(ana, held.id, future="permit").json()
    assert (told["state"], told["future"], told["scope"]) == ("answered", "permit", "conversation")
    told = ana.post(f"/held/{held.id}/undo").json()
    assert (told["state"], told["view"], told["future"], told["reply"]) == ("waiting", None, None, None)
    assert ana.words() == before
    answer(ana, held.id, view=True)
    told = answer(ana, held.id, future="ask", scope="always").json()
    assert (told["future"], told["scope"]) == ("ask", "always")
    assert ("damn fine rubbish", "ask", "always") in ana.words()


def test_no_blocks_the_named_words_in_this_conversation(ana: ReaderActor) -> None:
    told = answer(ana, ana.hold().id, view=False).json()
    assert (told["state"], told["view"], told["reply"]) == ("declined", False, None)
    assert sorted(ana.words(conversation="talk")) == [
        ("damn fine rubbish", "block", "conversation"),
        ("silly goose", "block", "conversation"),
    ]
    assert ana.words(conversation="other") == []


def test_what_cannot_be_answered_is_refused_and_changes_nothing(ana: ReaderActor) -> None:
    viewed = ana.hold()
    assert answer(ana, viewed.id, view=True).status_code == 200
    refusals = [
        (answer(ana, ana.hold().id, future="permit"), 400, "bad-input"),
        (answer(ana, viewed.id, view=False), 409, "already-answered"),
        (answer(ana, ana.hold(lasts=GONE).id, view=True), 410, "question-expired"),
    ]
    for refused, status, code in refusals:
        assert (refused.status_code, refused.json()["code"]) == (status, code)
        assert "silly" not in refused.text
    assert ana.get(f"/held/{viewed.id}").json()["state"] == "viewed"
    assert ana.words() == []


def test_what_is_over_is_not_given_out_although_it_is_not_erased_yet(ana: ReaderActor) -> None:
    held = ana.hold(lasts=GONE)
    shown, exported = ana.get(f"/held/{held.id}"), ana.get("/export")
    for told in (shown.json(), ana.get("/held").json()["held"][0], exported.json()["held"][0]):
        assert (told["state"], told["reply"], told["terms"]) == ("expired", None, [])
    assert "silly" not in shown.text + exported.text
    assert ana.store.texts.count(person="ana") == 3


def test_two_tabs_at_once_get_one_answer(ana: ReaderActor) -> None:
    held = ana.hold()

    async def race() -> list[int]:
        views = [asyncio.to_thread(answer, ana, held.id, view=view) for view in (True, False) * 4]
        return [told.status_code for told in await asyncio.gather(*views)]

    statuses = asyncio.run(race())
    assert sorted(statuses) == [200] * 4 + [409] * 4
    assert ana.get(f"/held/{held.id}").json()["view"] is (statuses[0] == 200)


def test_everything_filtered_in_a_conversation_is_listed_with_the_reason(ana: ReaderActor) -> None:
    first = ana.hold()
    blocked = ana.hold(outcome="replaced", cause="blocked", named=("silly",), content="a silly thing")
    ana.hold(conversation="other")
    told = ana.get("/held", conversation="talk").json()["held"]
    assert [reply["id"] for reply in told] == [blocked.id, first.id]
    assert [(reply["decision"], reply["state"]) for reply in told] == [
        ("replaced", "none"),
        ("held", "waiting"),
    ]
    assert "it contains words that were blocked, by you or in your community." in told[0]["message"]
    assert len(ana.get("/held").json()["held"]) == 3


def test_what_was_filtered_is_listed_page_by_page(ana: ReaderActor) -> None:
    ids = [ana.hold().id for _ in range(3)][::-1]
    ana.hold(conversation="other")
    pages = [ana.get("/held", conversation="talk", limit=2, offset=offset).json() for offset in (0, 2, 4)]
    assert [[reply["id"] for reply in page["held"]] for page in pages] == [ids[:2], ids[2:], []]
    assert {page["total"] for page in pages} == {3}
    assert ana.get("/held").json()["total"] == 4
    for wrong in ({"limit": 0}, {"limit": 501}, {"offset": -1}):
        assert ana.get("/held", **wrong).status_code == 422


def test_a_replaced_reply_is_never_handed_out(ana: ReaderActor) -> None:
    ana.put("/agreement", {"records": True})
    held = ana.hold(outcome="replaced", score=0.95, categories=(("TOXICITY", 0.95),))
    told = ana.get(f"/held/{held.id}")
    assert (told.json()["state"], told.json()["reply"]) == ("none", None)
    assert "stays under 0.90" in told.json()["message"]
    refused = answer(ana, held.id, view=True)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-input")
    assert "bin" not in refused.text + told.text


def test_replies_of_others_are_as_unknown_as_none(ana: ReaderActor) -> None:
    held = ana.hold()
    bea = arrive(ana.client, "bea")
    for path in (f"/held/{held.id}", "/held/0123456789abcdef", "/held/%00", "/held/x"):
        assert bea.get(path).status_code == 404
        for act, body in (("view", {"view": True}), ("future", {"future": "permit"}), ("undo", None)):
            assert bea.post(f"{path}/{act}", body).status_code == 404
    assert ana.get(f"/held/{held.id}").json()["state"] == "waiting"


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("view", {}),
        ("view", {"view": "yes"}),
        ("view", {"view": None}),
        ("future", {"future": "maybe"}),
        ("future", {"future": "permit", "scope": "ever"}),
        ("future", {}),
    ],
)
def test_what_is_no_answer_is_refused(ana: ReaderActor, act: str, body: object) -> None:
    held = ana.hold()
    assert ana.post(f"/held/{held.id}/{act}", body).status_code == 422
    assert ana.get(f"/held/{held.id}").json()["state"] == "waiting"


def test_the_reason_is_told_by_the_policy_of_its_time(ana: ReaderActor) -> None:
    policies = ana.store.policies
    policies.set(replace(policies.current("default"), hard_limit=0.65))
    held = ana.hold(policy_version=1)
    policies.set(replace(policies.current("default"), hard_limit=0.9))
    assert "the most allowed here is 0.65" in ana.get(f"/held/{held.id}").json()["message"]
    unknown = ana.hold(policy_version=7)
    assert "the most allowed here is 0.90" in ana.get(f"/held/{unknown.id}").json()["message"]


def test_a_limit_that_was_raised_since_does_not_explain_what_was_held(ana: ReaderActor) -> None:
    held = ana.hold()
    ana.put("/limits", {"limits": {"TOXICITY": 0.6}})
    assert (
        ana.get(f"/held/{held.id}")
        .json()["message"]
        .startswith("This reply was kept back by the limit that was yours then")
    )
    ana.put("/limits", {"limits": {"TOXICITY": 0.1}})
    assert "your limit is 0.10" in ana.get(f"/held/{held.id}").json()["message"]


def test_a_reply_without_categories_is_explained_too(ana: ReaderActor) -> None:
    held = ana.hold(categories=(), named=())
    assert "hurtful (0.52;" in ana.get(f"/held/{held.id}").json()["message"]


def test_replies_expire_on_time_although_nobody_looks(
    make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sayso.web.reader.desk.EXPIRY_INTERVAL_S", 0.01)
    ana = arrive(make_client())
    ana.hold(lasts=timedelta(seconds=0.05))
    deadline = time.monotonic() + 20
    while ana.store.texts.count(person="ana") and time.monotonic() < deadline:
        time.sleep(0.02)
    assert ana.store.texts.count(person="ana") == 0


def test_expiry_that_fails_is_tried_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    service = service_of(client)
    faults = [StoreBusy("somebody is writing"), RuntimeError("what a person wrote"), None]
    tries: list[int] = []

    def expire() -> int:
        tries.append(1)
        if fault := faults[min(len(tries), 3) - 1]:
            raise fault
        return 0

    monkeypatch.setattr("sayso.web.reader.desk.EXPIRY_INTERVAL_S", 0.01)
    monkeypatch.setattr(service.store.held, "expire", expire)

    async def run() -> None:
        end = ReaderService(service.store, service.readers.tokens).start()
        while len(tries) < 3:
            await asyncio.sleep(0.01)
        await end()

    asyncio.run(asyncio.wait_for(run(), 20))
    printed = capsys.readouterr().out
    assert "store-busy" in printed
    assert "RuntimeError" in printed
    assert "what a person wrote" not in printed
