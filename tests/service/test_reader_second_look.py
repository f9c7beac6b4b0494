"""A held reply is judged again before it is given out. Of the fake's scores, silly has 0.4, all else 0.02."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Engine, event
from starlette.testclient import TestClient
from tests.reader_actor import REPLY, ReaderActor, arrive, service_of

from sayso.core import Decision, Policy
from sayso.reader.guard.judging import ReaderContext
from sayso.storage import FilteredReply

LOWER = Policy(soft_limit=0.1, hard_limit=0.3)


@pytest.fixture
def ana(client: TestClient) -> ReaderActor:
    return arrive(client)


def answer(ana: ReaderActor, held_id: str, **said: Any) -> Any:
    told = ana.post(f"/held/{held_id}/{next(iter(said))}", said)
    assert told.status_code == 200, told.text
    return told.json()


def look(ana: ReaderActor, held_id: str) -> list[dict[str, Any]]:
    """One reply on all ways on which it is given out."""
    listed = (*ana.get("/held").json()["held"], *ana.get("/export").json()["held"])
    return [ana.get(f"/held/{held_id}").json(), *(one for one in listed if one["id"] == held_id)]


def test_a_reply_over_a_limit_that_was_lowered_since_is_not_given_out(ana: ReaderActor) -> None:
    held = ana.hold()
    ana.store.policies.set(LOWER)
    told = answer(ana, held.id, view=True)
    assert (told["decision"], told["cause"], told["state"]) == ("replaced", "over", "none")
    assert (told["view"], told["reply"], told["policy"]) == (None, None, 1)
    assert "(0.40; what is shown here stays under 0.30)" in told["message"]


def test_what_was_refused_is_not_answered_and_can_be_seen_once_it_may(ana: ReaderActor) -> None:
    held = ana.hold()
    ana.store.policies.set(LOWER)
    answer(ana, held.id, view=True)
    ana.store.policies.set(Policy())
    assert ana.get(f"/held/{held.id}").json()["state"] == "waiting"
    assert answer(ana, held.id, view=True)["reply"] == REPLY


def test_a_reply_that_was_seen_before_is_judged_with_what_holds_now(ana: ReaderActor) -> None:
    held = ana.hold()
    answer(ana, held.id, view=True)
    assert [told["reply"] for told in look(ana, held.id)] == [REPLY] * 3
    ana.store.policies.set(LOWER)
    for told in look(ana, held.id):
        assert (told["decision"], told["state"], told["reply"]) == ("replaced", "none", None)


def test_what_is_under_the_limit_by_now_is_given_out_after_a_yes(ana: ReaderActor) -> None:
    held = ana.hold()
    ana.put("/limits", {"limits": {"TOXICITY": 0.6}})
    assert ana.get(f"/held/{held.id}").json()["reply"] is None
    assert answer(ana, held.id, view=True)["reply"] == REPLY


def test_words_blocked_by_another_answer_keep_a_reply_back_until_that_is_taken_back(ana: ReaderActor) -> None:
    first, second = ana.hold(), ana.hold()
    answer(ana, first.id, view=False)
    told = answer(ana, second.id, view=True)
    assert (told["decision"], told["cause"], told["reply"]) == ("replaced", "blocked", None)
    assert "it contains words that you blocked" in told["message"]
    assert told["message"].endswith("you can also take that answer back.")
    ana.post(f"/held/{first.id}/undo")
    assert answer(ana, second.id, view=True)["reply"] == REPLY


def test_words_blocked_by_hand_are_not_said_to_come_from_an_answer(ana: ReaderActor) -> None:
    held = ana.hold()
    ana.rule("silly", "block")
    message = answer(ana, held.id, view=True)["message"]
    assert "words that you blocked" in message
    assert "answer back" not in message


def test_words_blocked_in_another_conversation_keep_nothing_back_here(ana: ReaderActor) -> None:
    held = ana.hold()
    ana.rule("silly", "block", "other")
    assert answer(ana, held.id, view=True)["reply"] == REPLY


def test_a_reply_whose_words_were_filtered_after_seeing_it_is_not_given_out_again(ana: ReaderActor) -> None:
    held = ana.hold()
    answer(ana, held.id, view=True)
    said = answer(ana, held.id, future="block")
    for told in (said, *look(ana, held.id)):
        assert (told["decision"], told["state"], told["future"]) == ("held", "answered", "block")
        assert told["reply"] is None
    ana.post(f"/held/{held.id}/undo")
    assert answer(ana, held.id, view=True)["reply"] == REPLY


def test_a_reply_of_no_known_conversation_is_one_by_itself(ana: ReaderActor) -> None:
    held, other = ana.hold(conversation=""), ana.hold(conversation="")
    answer(ana, held.id, view=False)
    assert {scope for _, _, scope in ana.words()} == {"conversation"}
    assert held.conversation != other.conversation
    assert answer(ana, other.id, view=True)["reply"] == REPLY


@pytest.fixture
def judged(ana: ReaderActor, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is judged from now on."""
    texts: list[str] = []
    judge = service_of(ana.client).guard
    really = judge.judge

    async def note(reply: str, *, context: ReaderContext) -> Decision:
        texts.append(reply)
        return await really(reply, context=context)

    monkeypatch.setattr(judge, "judge", note)
    return texts


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """The first word of what the database is asked."""
    said: list[str] = []

    def note(*arguments: Any) -> None:
        said.append(arguments[2].split()[0].upper())

    event.listen(Engine, "before_cursor_execute", note)
    yield said
    event.remove(Engine, "before_cursor_execute", note)


def test_a_click_is_judged_once_and_asks_the_database_little(
    ana: ReaderActor, judged: list[str], statements: list[str]
) -> None:
    held = ana.hold()
    steps: list[tuple[str, object, int, int]] = [
        ("view", {"view": True}, 1, 21),
        ("future", {"future": "permit"}, 1, 28),
        ("undo", None, 0, 24),
        ("view", {"view": False}, 0, 23),
        ("undo", None, 0, 24),
    ]
    for is_warm in (False, True):  # by the second time the service has cleaned up after its start
        for act, body, times, most in steps:
            judged.clear()
            statements.clear()
            assert ana.post(f"/held/{held.id}/{act}", body).status_code == 200
            assert (act, judged) == (act, [REPLY] * times)
            assert not is_warm or len(statements) <= most, (act, statements)


def test_a_click_on_the_page_is_judged_once_too(ana: ReaderActor, judged: list[str]) -> None:
    link = service_of(ana.client).readers.make_link("", reader_id=ana.reader.id, held_id=ana.hold().id)
    for act, fields, times in (("view", {"view": "yes"}, 1), ("future", {"future": "permit"}, 0)):
        judged.clear()
        answered = ana.client.post(f"{link}/{act}", data=fields, follow_redirects=False)
        assert (answered.status_code, len(judged)) == (303, times)


def test_a_reply_that_has_grown_since_it_was_judged_is_judged_as_it_is(
    ana: ReaderActor, judged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held, store = ana.hold(), ana.store.held
    ana.store.policies.set(LOWER)
    beginning = replace(held, content="Well, you")

    def get(_reader_id: str, _held_id: str) -> FilteredReply:
        return beginning

    monkeypatch.setattr(store, "get", get)
    told = answer(ana, held.id, view=True)
    assert judged == ["Well, you", REPLY]
    assert (told["decision"], told["reply"]) == ("replaced", None)
