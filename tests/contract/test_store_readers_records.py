"""Records with agreement, and what of a reader is erased by whom, on each database."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from sayso.core import Term
from sayso.core.errors import BadInput, StoreBusy
from sayso.reader.export import COLUMNS, export_rows
from sayso.storage import Message, NewFilteredReply, NewMessage, NewObjection, Reader, RetentionRun, Store
from sayso.testing.fake_clock import FakeClock

REPLY = "you silly goose"


@pytest.fixture
def reader(store: Store) -> Reader:
    reader = store.readers.find_or_create("forum", "ana")
    return store.readers.agree(reader.id, True)


def hold(store: Store, reader: Reader) -> str:
    new = NewFilteredReply(
        reader.id, "forum", "c1", "held", "between", REPLY, 0.5, "m.v1", 0, named=("silly goose",)
    )
    return store.held.add(new).id


def fill(store: Store, reader: Reader) -> None:
    """Six texts: a term, a proposal, a reply with its words, two messages."""
    store.terms.rule(reader.id, [Term("silly", "permit")])
    store.shared_terms.propose(reader.id, Term("silly", "permit"))
    hold(store, reader)
    talk = [NewMessage("reader", "hello"), NewMessage("model", REPLY, "held", "between", 0.5)]
    store.conversations.add_messages(reader.id, "c1", talk)


def count_rows(store: Store) -> dict[str, int]:
    return {
        "readers": len(store.readers.list()),
        "shared": len(store.shared_terms.list()),
        "messages": len(list(store.conversations.rows())),
    }


def test_messages_are_kept_in_order_with_what_was_decided(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    assert store.conversations.add_messages(reader.id, "c1", [NewMessage("reader", "hello")]) == 1
    reply = NewMessage(
        "model",
        REPLY,
        outcome="held",
        cause="between",
        score=0.5,
        scores={"TOXICITY": 0.5},
        model="linear.v1",
        policy_version=3,
        upstream_model="small",
        held_id="0" * 16,
    )
    assert store.conversations.add_messages(reader.id, "c1", [reply, NewMessage("reader", "again")]) == 2
    assert store.conversations.add_messages(reader.id, "c0", [NewMessage("reader", "elsewhere")]) == 1
    rows = list(store.conversations.rows())
    told = [(row.conversation, row.number, row.side, row.content) for row in rows]
    assert told == [
        ("c0", 1, "reader", "elsewhere"),
        ("c1", 1, "reader", "hello"),
        ("c1", 2, "model", REPLY),
        ("c1", 3, "reader", "again"),
    ]
    assert rows[2] == Message(
        id=rows[2].id,
        reader_id=reader.id,
        community="forum",
        conversation="c1",
        number=2,
        at=clock.now,
        side="model",
        content=REPLY,
        outcome="held",
        cause="between",
        score=0.5,
        scores={"TOXICITY": 0.5},
        model="linear.v1",
        policy_version=3,
        upstream_model="small",
        held_id="0" * 16,
    )
    assert "goose" not in repr(rows) + repr(reply) + repr(list(store.ledger.entries()))


def test_messages_are_read_by_community_and_by_reader(store: Store, reader: Reader) -> None:
    ben = store.readers.find_or_create("chat", "ben")
    store.readers.agree(ben.id, True)
    for one in (reader, ben):
        store.conversations.add_messages(one.id, "c1", [NewMessage("reader", one.name)])
    assert [row.content for row in store.conversations.rows(community="chat")] == ["ben"]
    assert [row.content for row in store.conversations.rows(reader_id=reader.id)] == ["ana"]
    assert list(store.conversations.rows(reader_id="\x00")) == []


def test_without_agreement_nothing_is_recorded(store: Store) -> None:
    ben = store.readers.find_or_create("forum", "ben")
    assert store.conversations.add_messages(ben.id, "c1", [NewMessage("reader", "hello")]) == 0
    assert list(store.conversations.rows()) == []
    assert store.ledger.head().seq == 0
    with pytest.raises(BadInput, match="There is no reader"):
        store.conversations.add_messages("nobody", "c1", [NewMessage("reader", "hello")])


def test_taking_the_agreement_back_erases_the_records_and_leaves_the_words(
    store: Store, reader: Reader
) -> None:
    fill(store, reader)
    store.readers.agree(reader.id, False)
    assert list(store.conversations.rows()) == []
    assert [term.text for term in store.terms.list(reader.id)] == ["silly"]
    verification = store.ledger.verify()
    assert (verification.texts, verification.erased, verification.problem) == (6, 2, None)


def test_records_whose_erasure_failed_are_erased_by_the_next_try(
    store: Store, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store, reader)

    def fail(*_: Any, **__: Any) -> None:
        raise StoreBusy("The database is busy.")

    with monkeypatch.context() as patch:
        patch.setattr("sayso.storage.ledger.texts.Texts.erase_with", fail)
        with pytest.raises(StoreBusy):
            store.readers.agree(reader.id, False)
    assert len(list(store.conversations.rows())) == 2
    assert store.readers.agree(reader.id, False).agreed_at is None
    assert list(store.conversations.rows()) == []
    head = store.ledger.head()
    store.readers.agree(reader.id, False)
    assert store.ledger.head() == head


def test_deleting_a_reader_deletes_everything_of_theirs_and_nothing_else(
    store: Store, reader: Reader
) -> None:
    ben = store.readers.find_or_create("forum", "ben")
    store.readers.agree(ben.id, True)
    for one in (reader, ben):
        fill(store, one)
    assert store.readers.delete(reader.id) == 6  # one proposal for both: the first one's
    assert count_rows(store) == {"readers": 1, "shared": 0, "messages": 2}
    assert store.readers.get(reader.id) is None
    assert store.terms.list(reader.id) == store.held.list(reader.id) == store.terms.over_time(reader.id) == []
    assert len(store.terms.list(ben.id)) == len(store.held.list(ben.id)) == 1
    entry = list(store.ledger.entries())[-1]
    assert (entry.kind, entry.subject, entry.body) == ("reader.deleted", reader.id, {"erased": 6})
    verification = store.ledger.verify()
    assert (verification.texts, verification.erased, verification.problem) == (11, 6, None)
    assert store.readers.find_or_create("forum", "ana").id != reader.id


def test_words_the_community_approved_stay_when_their_reader_goes(store: Store, reader: Reader) -> None:
    ben = store.readers.find_or_create("forum", "ben")
    store.readers.set_joins_list(ben.id, True)
    shared = store.shared_terms.propose(reader.id, Term("silly", "permit"))
    store.shared_terms.approve(shared.id)
    store.texts.erase_person("ana")
    assert [term.text for term in store.terms.list(ben.id)] == ["silly"]
    assert [term.text for term in store.shared_terms.list()] == ["silly"]
    assert store.ledger.verify().problem is None


def test_erasing_a_person_erases_them_as_a_reader_too(store: Store, reader: Reader) -> None:
    elsewhere = store.readers.find_or_create("chat", "ana")
    fill(store, reader)
    with store.transaction() as transaction:
        objection = NewObjection("missed", "a text", 0, 0, {}, "m.v1", community="forum", person="ana")
        store.objections.add(transaction, objection)
    entry = store.texts.erase_person("ana", community="forum")
    assert entry.body == {"erased": 7}
    assert store.readers.list() == [elsewhere]
    assert count_rows(store) == {"readers": 1, "shared": 0, "messages": 0}
    store.texts.erase_person("ana")
    assert store.readers.list() == []
    verification = store.ledger.verify()
    assert (verification.erased, verification.problem) == (7, None)


def test_a_very_long_name_is_erased_too(store: Store) -> None:
    reader = store.readers.find_or_create("forum", "x" * 3000)
    store.terms.rule(reader.id, [Term("silly", "permit")])
    assert store.texts.erase_person("x" * 3000).body == {"erased": 1}
    assert store.readers.list() == []


def test_retention_covers_records_and_replies_but_not_words_in_force(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    fill(store, reader)
    approved = store.shared_terms.propose(reader.id, Term("damn", "permit"))
    store.shared_terms.approve(approved.id)
    store.terms.rule(reader.id, [Term("rubbish", "block")])
    store.terms.remove(reader.id, [store.terms.list(reader.id)[-1].id])
    store.communities.set_retention("forum", 30)
    clock.advance(days=30, seconds=1)
    # Of nine: not "silly" in the word bank and not "damn" on the list, but both proposals and "rubbish".
    assert store.retention.apply() == [RetentionRun("forum", 30, 7)]
    assert [term.text for term in store.terms.list(reader.id)] == ["silly"]
    assert [row.content for row in store.conversations.rows()] == [None, None]
    assert [(held.content, held.state) for held in store.held.list(reader.id)] == [(None, "expired")]
    assert [term.text for term in store.shared_terms.list(state="approved")] == ["damn"]
    assert [term.text for term in store.shared_terms.list(state="proposed")] == [None]
    with pytest.raises(BadInput, match="are erased"):
        store.shared_terms.approve(store.shared_terms.list(state="proposed")[0].id)
    assert store.ledger.verify().problem is None


def test_a_reply_whose_text_went_early_cannot_be_answered(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    new = NewFilteredReply(reader.id, "forum", "c1", "held", "between", REPLY, 0.5, "m.v1", 0)
    held = store.held.add(new, lasts=timedelta(days=90))
    store.communities.set_retention("forum", 1)
    clock.advance(days=2)
    store.retention.apply()
    found = store.held.get(reader.id, held.id)
    assert found is not None
    assert (found.state, found.content) == ("expired", None)


def test_everything_on_record_is_exported_in_rows(store: Store, reader: Reader) -> None:
    fill(store, reader)
    store.terms.undo(reader.id)
    rows = list(export_rows(store, reader))
    assert {tuple(row) for row in rows} == {COLUMNS}

    def pick(row: dict[str, Any], *names: str) -> tuple[Any, ...]:
        return tuple(row[name] for name in names)

    assert {row["reader"] for row in rows} == {reader.id}
    assert [pick(row, "kind", "text") for row in rows] == [
        ("message", "hello"),
        ("message", REPLY),
        ("filtered", "silly goose"),
        ("words", "silly"),
        ("words", f"change {rows[3]['number']}"),
    ]
    assert pick(rows[1], "side", "outcome", "cause", "score", "number") == (
        "model",
        "held",
        "between",
        0.5,
        2,
    )
    assert pick(rows[2], "state", "view", "future") == ("waiting", None, None)
    assert pick(rows[3], "act", "ruling", "scope", "source") == ("ruled", "permit", "always", "hand")
    assert rows[4]["act"] == "undone"


def test_nothing_is_exported_of_who_did_not_agree(store: Store) -> None:
    ben = store.readers.find_or_create("forum", "ben")
    store.terms.rule(ben.id, [Term("silly", "permit")])
    assert list(export_rows(store, ben)) == []


def test_words_that_retention_took_are_not_brought_back_by_undo(
    store: Store, reader: Reader, clock: FakeClock
) -> None:
    store.terms.rule(reader.id, [Term("silly", "permit"), Term("goose", "permit")])
    store.communities.set_retention("forum", 1)
    clock.advance(days=2)
    store.terms.remove(reader.id, [store.terms.list(reader.id)[0].id])
    store.retention.apply()
    assert store.terms.undo(reader.id) is not None
    assert [term.text for term in store.terms.list(reader.id)] == ["goose"]
    assert [len(change.terms) for change in store.terms.over_time(reader.id)] == [1, 0, 0]
    store.retention.apply()
    assert store.ledger.verify().problem is None


def test_joining_the_list_twice_is_joining_once(store: Store, reader: Reader) -> None:
    for _ in range(2):
        assert store.readers.set_joins_list(reader.id, True).joins_list
    assert len(list(store.ledger.entries(kinds=["reader.joined"]))) == 1
    assert not store.readers.set_joins_list(reader.id, False).joins_list


def test_a_reader_deleted_by_two_at_once_is_deleted_once(store: Store, reader: Reader) -> None:
    with ThreadPoolExecutor(2) as pool:
        with store.transaction():  # both have seen the reader and wait for their turn
            tries = [pool.submit(store.readers.delete, reader.id) for _ in range(2)]
            time.sleep(0.3)
        assert [one.result(timeout=30) for one in tries] == [0, 0]
    assert len(list(store.ledger.entries(kinds=["reader.deleted"]))) == 1
