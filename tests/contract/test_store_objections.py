"""What authors object to, on each database: kept, found by its link, answered, withdrawn, erased."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from sayso.cli.shared.output import open_output
from sayso.core.errors import BadInput
from sayso.storage import (
    Answer,
    NewObjection,
    Objection,
    Receipt,
    RetentionRun,
    Store,
    back_up,
    restore,
    tables,
)
from sayso.testing.fake_clock import FakeClock

TEXT = "you silly goose"


def say(content: str = TEXT, **more: Any) -> NewObjection:
    values: dict[str, Any] = {
        "kind": "false_alarm",
        "begin": 4,
        "end": 9,
        "scores": {"TOXICITY": 0.75},
        "model": "linear.v1",
        "comment": "we are friends",
        "community": "forum",
        "actor": "key 1",
        "person": "session 1",
    }
    return NewObjection(content=content, **(values | more))


def add(
    store: Store, new: NewObjection | None = None, *, client: str = "", root: str | None = None
) -> Receipt:
    with store.transaction() as transaction:
        return store.objections.add(transaction, new or say(), client=client, root=root)


def find(store: Store, receipt: Receipt) -> Objection:
    found = store.objections.find(receipt.token)
    assert found is not None
    return found


def test_an_objection_is_found_by_its_link_with_all_that_was_said(store: Store, clock: FakeClock) -> None:
    receipt = add(store)
    assert store.objections.find(receipt.token) == Objection(
        id=receipt.id,
        token=receipt.token,
        at=clock.now,
        community="forum",
        actor="key 1",
        kind="false_alarm",
        begin=4,
        end=9,
        scores={"TOXICITY": 0.75},
        model="linear.v1",
        content=TEXT,
        comment="we are friends",
        person="session 1",
        erased_at=None,
        withdrawn_at=None,
        answers=(),
    )
    assert store.objections.get(receipt.id) == store.objections.find(receipt.token)


def test_a_link_cannot_be_guessed_from_another(store: Store) -> None:
    tokens = {add(store, say(f"text {number}")).token for number in range(20)}
    assert len(tokens) == 20
    assert {len(token) for token in tokens} == {43}  # 256 bits, six to a letter


@pytest.mark.parametrize(
    "token", ["", "x", "x" * 43, "\x00", "\ud800", "a" * 10_000, "é" * 43, "../" * 14 + "a"]
)
def test_nothing_is_found_under_another_link(store: Store, token: str) -> None:
    add(store)
    assert store.objections.find(token) is None
    assert store.objections.get(token) is None
    assert store.objections.withdraw(token) is None


def test_the_ledger_holds_neither_the_words_nor_whose_they_are(store: Store) -> None:
    receipt = add(store)
    store.objections.answer(receipt.id, verdict="agreed", content="quite right, friends may")
    told = repr(list(store.ledger.entries()))
    for secret in ("goose", "friends", "session 1", receipt.token):
        assert secret not in told
    added, answered = store.ledger.entries()
    assert (added.kind, added.subject, added.actor) == ("objection.added", receipt.id, "key 1")
    assert {name: added.body[name] for name in ("kind", "begin", "end", "model", "scores")} == {
        "kind": "false_alarm",
        "begin": 4,
        "end": 9,
        "model": "linear.v1",
        "scores": {"TOXICITY": 0.75},
    }
    assert (answered.kind, answered.subject) == ("objection.answered", receipt.id)
    assert store.ledger.verify().texts == 3


def test_the_words_are_not_in_the_representation(store: Store) -> None:
    receipt = add(store)
    store.objections.answer(receipt.id, verdict="agreed", content="quite right, friends may")
    shown = repr(find(store, receipt)) + repr(receipt) + repr(say())
    assert not [secret for secret in ("goose", "friends", "session 1", receipt.token) if secret in shown]


@pytest.mark.parametrize("content", ["nul \x00", "lone \ud83d", "\N{GRINNING FACE} \u202e", "x" * 20_000])
def test_any_words_come_back_exactly(store: Store, content: str) -> None:
    found = find(store, add(store, say(content, comment=content[:10], begin=0, end=0)))
    assert (found.content, found.comment) == (content, content[:10])
    assert found.is_about_all
    assert store.ledger.verify().problem is None


def test_an_objection_without_a_comment_keeps_one_text(store: Store) -> None:
    assert find(store, add(store, say(comment=""))).comment == ""
    assert store.ledger.verify().texts == 1


@pytest.mark.parametrize(
    ("begin", "end", "is_about_all"), [(0, 0, True), (0, 15, True), (0, 14, False), (4, 9, False)]
)
def test_a_span_over_all_of_the_text_means_all_of_it(
    store: Store, begin: int, end: int, is_about_all: bool
) -> None:
    assert find(store, add(store, say(begin=begin, end=end))).is_about_all is is_about_all


def test_the_same_from_the_same_client_within_a_minute_is_one_objection(
    store: Store, clock: FakeClock
) -> None:
    first = add(store, client="192.0.2.1")
    clock.advance(seconds=59)
    second = add(store, client="192.0.2.1")
    assert (second.id, second.token) == (first.id, first.token)
    assert (first.is_new, second.is_new) == (True, False)
    assert len(list(store.objections.rows())) == 1
    assert store.ledger.verify().texts == 2


@pytest.mark.parametrize(
    "other",
    [
        {"content": "another text"},
        {"begin": 5},
        {"end": 8},
        {"kind": "biased"},
        {"comment": "something else"},
        {"person": "session 2"},
        {"actor": "key 2"},
    ],
)
def test_whatever_differs_is_another_objection(store: Store, other: dict[str, Any]) -> None:
    assert add(store).id != add(store, replace(say(), **other)).id


def test_another_client_or_another_minute_is_another_objection(store: Store, clock: FakeClock) -> None:
    receipts = [add(store, client="192.0.2.1"), add(store, client="192.0.2.2")]
    clock.advance(seconds=60)
    receipts.append(add(store, client="192.0.2.1"))
    assert len({receipt.id for receipt in receipts}) == 3


def read_fingerprints(store: Store) -> list[str]:
    column = tables.objections.c.fingerprint
    with store.transaction() as transaction:
        return list(transaction.connection.execute(select(column).where(column.is_not(None))).scalars())


def test_who_sent_it_is_forgotten_after_a_minute(store: Store, clock: FakeClock) -> None:
    add(store, client="192.0.2.1")
    clock.advance(seconds=30)
    add(store, client="192.0.2.2")
    clock.advance(seconds=30)
    with store.transaction() as transaction:
        store.objections.forget_clients(transaction)
    assert len(read_fingerprints(store)) == 1
    with store.transaction() as transaction:
        store.objections.forget_clients(transaction, after=timedelta(0))
    assert read_fingerprints(store) == []


def test_objections_are_listed_oldest_first_by_community(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sayso.storage.author.objections.PAGE", 2)
    receipts = [add(store, say(f"text {n}", community=("forum", "chat")[n % 2])) for n in range(5)]
    assert [one.id for one in store.objections.rows()] == [receipt.id for receipt in receipts]
    assert [one.content for one in store.objections.rows(community="chat")] == ["text 1", "text 3"]
    assert list(store.objections.rows(community="nobody")) == []


def test_an_answer_is_kept_with_who_and_when(store: Store, clock: FakeClock) -> None:
    receipt = add(store)
    assert find(store, receipt).state == "open"
    clock.advance(days=1)
    answered = store.objections.answer(
        receipt.id, verdict="agreed", content="you are right", labels={"TOXICITY": 0}, actor="ana"
    )
    assert answered == find(store, receipt)
    assert answered.state == "answered"
    assert answered.answers == (Answer(clock.now, "ana", "agreed", {"TOXICITY": 0.0}, "you are right"),)


def test_a_second_answer_is_refused_unless_it_is_meant_to_be_one(store: Store) -> None:
    receipt = add(store)
    store.objections.answer(receipt.id, verdict="agreed", content="right", actor="ana")
    with pytest.raises(BadInput) as caught:
        store.objections.answer(receipt.id, verdict="disagreed", content="wrong", actor="ben")
    assert caught.value.message == (
        f"Feedback {receipt.id} was answered on 2026-03-01 12:00 UTC by ana: agreed."
    )
    assert "--again" in caught.value.hint
    store.objections.answer(receipt.id, verdict="disagreed", content="wrong", actor="ben", again=True)
    told = [(answer.actor, answer.verdict, answer.content) for answer in find(store, receipt).answers]
    assert told == [("ana", "agreed", "right"), ("ben", "disagreed", "wrong")]


def test_of_two_who_answer_at_once_the_second_is_told(store: Store) -> None:
    receipt = add(store)
    with ThreadPoolExecutor(1) as pool:
        with store.transaction():  # holds the place of whoever answers first
            second = pool.submit(
                store.objections.answer, receipt.id, verdict="disagreed", content="no", actor="ben"
            )
            time.sleep(0.2)  # it is waiting by now
        second.result(timeout=30)
        with pytest.raises(BadInput, match="by ben: disagreed"):
            store.objections.answer(receipt.id, verdict="agreed", content="yes", actor="ana")
    with ThreadPoolExecutor(4) as pool:
        other = add(store, say("another"))
        tries = [
            pool.submit(store.objections.answer, other.id, verdict="agreed", content=f"{n}") for n in range(4)
        ]
        failures = [one.exception() for one in tries]
    assert sum(failure is None for failure in failures) == 1
    assert all(isinstance(failure, BadInput) for failure in failures if failure)
    assert len(find(store, other).answers) == 1


@pytest.mark.parametrize("objection_id", ["", "nothing", "0" * 16, "\x00"])
def test_an_unknown_objection_cannot_be_answered(store: Store, objection_id: str) -> None:
    with pytest.raises(BadInput, match="There is no objection"):
        store.objections.answer(objection_id, verdict="agreed", content="x")


def test_an_empty_answer_is_refused(store: Store) -> None:
    receipt = add(store)
    with pytest.raises(BadInput, match="The answer is empty"):
        store.objections.answer(receipt.id, verdict="agreed", content=" \n")
    assert find(store, receipt).state == "open"


def test_a_withdrawn_objection_leaves_only_that_there_was_one(store: Store, clock: FakeClock) -> None:
    receipt = add(store, client="192.0.2.1", root="https://example.org")
    store.objections.answer(receipt.id, verdict="agreed", content="you wrote silly goose")
    clock.advance(hours=1)
    gone = store.objections.withdraw(receipt.token)
    assert gone is not None
    assert (gone.state, gone.content, gone.comment, gone.person) == ("withdrawn", None, None, "")
    assert (gone.withdrawn_at, gone.erased_at) == (clock.now, clock.now)
    assert [answer.content for answer in gone.answers] == [None]
    assert (gone.kind, gone.model, gone.scores) == ("false_alarm", "linear.v1", {"TOXICITY": 0.75})
    kinds = [(entry.kind, entry.actor) for entry in store.ledger.entries()]
    assert kinds[2:] == [("objection.withdrawn", "author"), *[("text.erased", "author")] * 3]
    verification = store.ledger.verify()
    assert (verification.texts, verification.erased, verification.problem) == (3, 3, None)
    assert read_fingerprints(store) == []
    assert store.outbox.wait_s() is None


def test_withdrawing_twice_changes_nothing(store: Store, clock: FakeClock) -> None:
    receipt = add(store)
    store.objections.withdraw(receipt.token)
    head = store.ledger.head()
    clock.advance(hours=1)
    again = store.objections.withdraw(receipt.token)
    assert again is not None
    assert again.withdrawn_at == clock.now - timedelta(hours=1)
    assert store.ledger.head() == head


def test_a_withdrawn_objection_cannot_be_answered(store: Store) -> None:
    receipt = add(store)
    store.objections.withdraw(receipt.token)
    with pytest.raises(BadInput, match=f"The author withdrew feedback {receipt.id} on 2026-03-01 12:00 UTC"):
        store.objections.answer(receipt.id, verdict="agreed", content="x")


def test_withdrawn_words_are_in_no_file_any_more(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        receipt = add(store, say("needle" * 3000, comment="thorn" * 300))
        store.objections.withdraw(receipt.token)
        files = [path.read_bytes() for path in Path(sqlite_url.removeprefix("sqlite:///")).parent.iterdir()]
    assert not any(b"needleneedle" in content or b"thornthorn" in content for content in files)


def test_erasing_a_person_takes_objection_comment_and_answer(store: Store) -> None:
    receipt, other = add(store), add(store, say("theirs", person="session 2"))
    store.objections.answer(receipt.id, verdict="agreed", content="you wrote silly goose")
    assert store.texts.count(person="session 1") == 3
    assert store.texts.erase_person("session 1").body == {"erased": 3}
    found = find(store, receipt)
    assert (found.content, found.comment, found.answers[0].content, found.person) == (None, None, None, "")
    assert (found.state, found.withdrawn_at) == ("answered", None)
    assert found.erased_at is not None
    assert find(store, other).content == "theirs"
    assert store.ledger.verify().problem is None


def test_retention_takes_the_words_of_an_objection(store: Store, clock: FakeClock) -> None:
    receipt = add(store)
    store.communities.set_retention("forum", 30)
    clock.advance(days=31)
    assert store.retention.apply() == [RetentionRun("forum", 30, 2)]
    found = find(store, receipt)
    assert (found.content, found.comment, found.state) == (None, None, "open")
    assert store.ledger.verify().problem is None


def test_a_work_that_fails_leaves_no_objection(store: Store) -> None:
    def fail(transaction: Any) -> None:
        store.objections.add(transaction, say(), root="https://example.org")
        raise BadInput("no")

    with pytest.raises(BadInput, match="no"):
        store.submit(fail).result(timeout=30)
    assert list(store.objections.rows()) == []
    assert (store.outbox.wait_s(), store.ledger.head().seq) == (None, 0)


def test_a_backup_holds_objections_and_what_waits_to_be_told(
    store: Store, database_url: str, tmp_path: Path, clock: FakeClock
) -> None:
    receipt = add(store, root="https://example.org")
    store.objections.answer(receipt.id, verdict="agreed", content="right")
    before = find(store, receipt)
    back_up(database_url, open_output(str(tmp_path / "backup.gz")))
    store.objections.withdraw(receipt.token)
    restore(database_url, tmp_path / "backup.gz", replace=True, clock=clock)
    assert find(store, receipt) == before
    assert store.outbox.wait_s() == 0
    assert store.ledger.verify().problem is None
