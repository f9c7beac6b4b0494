"""What is kept about a reader: only with agreement, all of it to take along, all of it to delete."""

from starlette.testclient import TestClient
from tests.reader_actor import REPLY, arrive

from sayso.storage import NewMessage


def test_records_need_agreement_which_can_be_taken_back(client: TestClient) -> None:
    ana = arrive(client)
    answer = ana.put("/agreement", {"records": True})
    assert (answer.status_code, answer.json()["records"]) == (200, True)
    assert answer.json()["agreed_at"]
    assert ana.get().json() == answer.json()
    ana.store.conversations.add_messages(ana.reader.id, "talk", [NewMessage("reader", "hello")])
    taken_back = ana.put("/agreement", {"records": False}).json()
    assert (taken_back["records"], taken_back["agreed_at"]) == (False, None)
    assert ana.get("/export").json()["messages"] == []


def test_the_communitys_list_is_joined_only_if_it_is_said(client: TestClient) -> None:
    ana = arrive(client)
    assert ana.put("/agreement", {"records": False, "joins_list": True}).json()["joins_list"] is True
    assert ana.put("/agreement", {"records": True}).json()["joins_list"] is True
    assert ana.put("/agreement", {"records": True, "joins_list": False}).json()["joins_list"] is False


def test_an_agreement_is_said_plainly(client: TestClient) -> None:
    for body in ({}, {"records": "yes"}, {"records": 1}, {"records": None}, {"records": True, "more": 1}):
        assert arrive(client).put("/agreement", body).status_code == 422


def test_a_reader_gets_everything_that_is_kept(client: TestClient) -> None:
    ana = arrive(client)
    ana.put("/agreement", {"records": True})
    ana.put("/limits", {"limits": {"TOXICITY": 0.5}})
    ana.rule("silly", "permit")
    ana.rule("silly", "block")
    held, replaced = ana.hold(), ana.hold(outcome="replaced", score=0.9)
    message = NewMessage(
        "model", "Good day.", outcome="shown", cause="under", score=0.2, scores={"TOXICITY": 0.4}
    )
    ana.store.conversations.add_messages(ana.reader.id, "talk", [NewMessage("reader", "hello"), message])
    answer = ana.get("/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="sayso-reader.json"'
    told = answer.json()
    assert told["reader"] == ana.get().json()
    assert told["limits"]["limits"] == {"TOXICITY": 0.5}
    assert [(word["text"], word["ruling"]) for word in told["words"]] == [("silly", "block")]
    assert [[word["ruling"] for word in change["words"]] for change in told["words_over_time"]] == [
        ["permit"],
        ["block"],
    ]
    assert [reply["id"] for reply in told["held"]] == [replaced.id, held.id]
    assert [(one["number"], one["side"], one["text"]) for one in told["messages"]] == [
        (1, "reader", "hello"),
        (2, "model", "Good day."),
    ]
    assert told["messages"][1]["scores"] == {"TOXICITY": 0.4}


def test_the_export_holds_no_reply_that_its_reader_may_not_see(client: TestClient) -> None:
    ana = arrive(client)
    ana.put("/agreement", {"records": True})
    waiting, seen, replaced = ana.hold(), ana.hold(), ana.hold(outcome="replaced")
    for held in (waiting, seen, replaced):
        message = NewMessage("model", REPLY, outcome=held.outcome, cause=held.cause, held_id=held.id)
        ana.store.conversations.add_messages(ana.reader.id, "talk", [message])
    ana.post(f"/held/{seen.id}/view", {"view": True})

    def export() -> tuple[list[str | None], list[str | None]]:
        told = ana.get("/export").json()
        return [one["text"] for one in told["messages"]], [one["reply"] for one in told["held"]]

    assert export() == ([None, REPLY, None], [None, REPLY, None])
    ana.rule("silly", "block")
    assert export() == ([None] * 3, [None] * 3)


def test_the_export_has_links_only_to_open_questions(client: TestClient) -> None:
    ana = arrive(client)
    ana.hold(outcome="replaced")
    ana.hold()
    ana.post(f"/held/{ana.hold().id}/view", {"view": False})
    told = ana.get("/export").json()["held"]
    assert [(one["state"], one["url"] is None) for one in told] == [
        ("declined", True),
        ("waiting", False),
        ("none", True),
    ]


def test_nobody_gets_what_is_kept_about_others(client: TestClient) -> None:
    ana, bea = arrive(client, "ana"), arrive(client, "bea")
    ana.rule("silly")
    ana.hold()
    told = bea.get("/export").json()
    assert (told["words"], told["held"], told["words_over_time"]) == ([], [], [])


def test_a_deleted_reader_leaves_nothing_and_can_begin_anew(client: TestClient) -> None:
    ana = arrive(client)
    ana.rule("silly")
    ana.hold()
    ana.put("/limits", {"limits": {"TOXICITY": 0.5}})
    assert ana.delete().status_code == 204
    assert ana.delete().status_code == 401
    assert ana.store.texts.count(person="ana") == 0
    anew = arrive(client, "ana")
    assert anew.reader.id != ana.reader.id
    told = anew.get("/export").json()
    assert (told["words"], told["held"], told["limits"]["limits"]) == ([], [], {})
    assert ana.store.ledger.verify().problem is None
