"""The ledger: what it keeps, and that nothing can be changed in it unseen."""

import json
from collections.abc import Callable

import pytest
from sqlalchemy.exc import DBAPIError

from sayso.core import Say
from sayso.core.errors import BadInput, LedgerBroken, StoreError
from sayso.storage import Head, NewText, Store, Verification
from sayso.storage.columns import format_moment
from sayso.storage.ledger import verification
from sayso.storage.ledger.chain import FIRST_HASH, canonical, hash_entry
from sayso.testing.fake_clock import FakeClock

Run = Callable[..., None]
PUT_IN = (
    "INSERT INTO ledger SELECT {seq}, at, kind, community, actor, subject, body, hash, hash"
    " FROM ledger WHERE seq = 5"
)
ODD = "a\x00b \ud800 \\0041 'quoted' \N{GRINNING FACE}"


def fill(store: Store, count: int = 5) -> None:
    with store.transaction() as transaction:
        for number in range(1, count + 1):
            text = NewText(f"text {number}", person=f"person {number}")
            store.ledger.append(
                transaction, Say("test.done", actor="tester", subject=str(number)), texts=[text]
            )


def find_problem(store: Store) -> tuple[int | None, str]:
    problem = store.ledger.verify().problem
    assert problem is not None
    return problem.seq, problem.what


def test_an_entry_comes_back_as_it_was_written(store: Store, clock: FakeClock) -> None:
    say = Say(
        "test.done", community=ODD, actor=ODD, subject=ODD, body={"odd": ODD, "list": [1, 0.1, None, True]}
    )
    with store.transaction() as transaction:
        written = store.ledger.append(transaction, say)
    (read,) = store.ledger.entries()
    assert read == written
    assert (read.community, read.actor, read.subject, read.at) == (ODD, ODD, ODD, clock.now)
    assert read.body == {"odd": ODD, "list": [1, 0.1, None, True]}
    assert store.ledger.verify().problem is None


def test_each_entry_holds_the_hash_of_the_one_before(store: Store) -> None:
    fill(store, 3)
    entries = list(store.ledger.entries())
    assert [entry.previous for entry in entries] == [FIRST_HASH, entries[0].hash, entries[1].hash]
    assert store.ledger.head() == Head(3, entries[2].hash)


def test_the_hash_can_be_made_again_from_the_entry(store: Store) -> None:
    fill(store, 1)
    (entry,) = store.ledger.entries()
    body = json.dumps(entry.body, sort_keys=True, separators=(",", ":"))
    assert entry.hash == hash_entry(
        seq=1,
        at=format_moment(entry.at),
        kind="test.done",
        community="default",
        actor="tester",
        subject="1",
        body=body,
        previous=FIRST_HASH,
    )


def test_entries_can_be_chosen_by_kind_community_and_time(store: Store, clock: FakeClock) -> None:
    for kind, community in [("a", "x"), ("b", "x"), ("a", "y")]:
        with store.transaction() as transaction:
            store.ledger.append(transaction, Say(kind, community=community))
        clock.advance(hours=1)
    later = clock.now.replace(hour=13)
    assert [entry.seq for entry in store.ledger.entries(kinds=["a"])] == [1, 3]
    assert [entry.seq for entry in store.ledger.entries(community="x")] == [1, 2]
    assert [entry.seq for entry in store.ledger.entries(since=later)] == [2, 3]
    assert [entry.seq for entry in store.ledger.entries(kinds=["a", "b"], community="x", since=later)] == [2]


def test_more_entries_than_a_page_are_all_read_and_verified(store: Store) -> None:
    fill(store, 2105)
    assert [entry.seq for entry in store.ledger.entries()] == list(range(1, 2106))
    assert store.ledger.verify() == Verification(2105, 2105, 0, store.ledger.head(), None)


def test_progress_is_told_page_by_page(store: Store) -> None:
    fill(store, 1500)
    told: list[tuple[int, int]] = []
    store.ledger.verify(progress=lambda done, total: told.append((done, total)))
    assert told == [(1000, 1500), (1500, 1500)]


def test_a_body_that_json_cannot_hold_is_refused_before_anything_is_written(store: Store) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"), store.transaction() as transaction:
        store.ledger.append(transaction, Say("test.done", body={"score": float("nan")}))
    assert store.ledger.head().seq == 0


def test_the_key_of_the_texts_cannot_be_taken(store: Store) -> None:
    with pytest.raises(ValueError, match="texts"), store.transaction() as transaction:
        store.ledger.append(transaction, Say("test.done", body={"texts": []}))


def test_a_community_with_a_very_long_name_is_refused(store: Store) -> None:
    with pytest.raises(BadInput, match="at most 200"), store.transaction() as transaction:
        store.ledger.append(transaction, Say("test.done", community="c" * 201))


@pytest.mark.parametrize(
    "statement",
    ["UPDATE ledger SET actor = 'other'", "DELETE FROM ledger", "DELETE FROM ledger WHERE seq = 5"],
)
def test_the_database_refuses_to_change_the_ledger(store: Store, run_sql: Run, statement: str) -> None:
    fill(store)
    with pytest.raises(DBAPIError, match="append-only"):
        run_sql(statement)
    assert store.ledger.verify().problem is None


def test_postgresql_refuses_to_empty_the_ledger(postgresql_url: str) -> None:
    with Store.open(postgresql_url) as store:
        fill(store)
        with pytest.raises(StoreError, match="append-only"), store.transaction() as transaction:
            transaction.connection.exec_driver_sql("TRUNCATE ledger")


def test_sqlite_refuses_to_replace_an_entry(sqlite_url: str) -> None:
    replace = "INSERT OR REPLACE INTO ledger SELECT * FROM ledger WHERE seq = 2"
    with Store.open(sqlite_url) as store:
        fill(store)
        with pytest.raises(StoreError, match="append-only"), store.transaction() as transaction:
            transaction.connection.exec_driver_sql(replace)


@pytest.mark.parametrize(
    "column", ["at", "kind", "community", "actor", "subject", "body", "previous", "hash"]
)
def test_a_changed_column_is_found(unguarded: Store, run_sql: Run, column: str) -> None:
    fill(unguarded)
    run_sql(f"UPDATE ledger SET {column} = 'other' WHERE seq = 3")
    assert find_problem(unguarded) == (3, "its contents do not match its hash; it was changed")


def test_sqlite_values_of_another_type_are_found(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        fill(store)
        with store.transaction() as transaction:
            transaction.connection.exec_driver_sql("DROP TRIGGER ledger_refuses_update")
            transaction.connection.exec_driver_sql("UPDATE ledger SET body = x'00ff' WHERE seq = 2")
        assert find_problem(store) == (2, "its contents do not match its hash; it was changed")


def test_a_changed_entry_with_a_new_hash_is_found_at_the_next_one(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    entry = list(unguarded.ledger.entries())[2]
    forged = hash_entry(
        seq=3,
        at=format_moment(entry.at),
        kind=entry.kind,
        community=entry.community,
        actor="somebody else",
        subject=entry.subject,
        body=canonical(entry.body),
        previous=entry.previous,
    )
    run_sql("UPDATE ledger SET actor = 'somebody else', hash = :forged WHERE seq = 3", forged=forged)
    assert find_problem(unguarded)[0] == 4


def test_a_missing_entry_is_found(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql("DELETE FROM ledger WHERE seq = 2")
    assert find_problem(unguarded) == (2, "it is missing")


def test_a_missing_first_entry_is_found(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql("DELETE FROM ledger WHERE seq = 1")
    assert find_problem(unguarded) == (1, "it is missing")


def test_a_missing_entry_whose_gap_was_closed_is_found(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql(
        "DELETE FROM ledger WHERE seq = 2",
        *(f"UPDATE ledger SET seq = {n - 1} WHERE seq = {n}" for n in (3, 4, 5)),
    )
    assert find_problem(unguarded) == (2, "entry 3 stands in its place, moved or copied")


def test_two_entries_in_the_other_order_are_found(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql(*(f"UPDATE ledger SET seq = {new} WHERE seq = {old}" for old, new in [(2, 99), (3, 2), (99, 3)]))
    assert find_problem(unguarded) == (2, "it was moved; it stands as entry 3 now")


def test_an_entry_moved_to_the_end_is_not_called_missing(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql("UPDATE ledger SET seq = 99 WHERE seq = 2")
    assert find_problem(unguarded) == (2, "it was moved; it stands as entry 99 now")


def test_a_copy_of_an_entry_is_not_called_changed(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql(PUT_IN.format(seq=6).replace("hash, hash", "previous, hash"))
    assert find_problem(unguarded) == (6, "entry 5 stands in its place, moved or copied")


def test_a_forged_head_does_not_make_the_search_endless(
    unguarded: Store, run_sql: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(unguarded)
    monkeypatch.setattr(verification, "SEARCHED", 1000)
    run_sql(
        "UPDATE ledger SET actor = 'other' WHERE seq = 3", "UPDATE ledger_head SET seq = 1000000000000000"
    )
    assert find_problem(unguarded) == (3, "its contents do not match its hash; it was changed")


def test_an_entry_put_in_at_the_end_is_found(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql(PUT_IN.format(seq=6))
    assert find_problem(unguarded)[0] == 6


def test_an_entry_put_in_before_the_first_is_found(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql(PUT_IN.format(seq=0))
    assert find_problem(unguarded) == (0, "it stands before the first entry")


def test_a_well_made_entry_that_the_head_does_not_know_is_found(store: Store, run_sql: Run) -> None:
    fill(store, 4)
    before = store.ledger.head()
    fill(store, 1)
    run_sql("UPDATE ledger_head SET seq = :seq, hash = :hash", seq=before.seq, hash=before.hash)
    assert find_problem(store) == (5, "it is not the entry that the head of the ledger names")


def test_a_cut_tail_is_found(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql("DELETE FROM ledger WHERE seq > 3")
    assert find_problem(unguarded) == (4, "it is missing; the head of the ledger says there are 5 entries")


def test_a_missing_head_is_found_and_nothing_more_is_written(store: Store, run_sql: Run) -> None:
    fill(store)
    run_sql("DELETE FROM ledger_head")
    assert find_problem(store) == (None, "its head is missing")
    with pytest.raises(StoreError, match="lost its head"):
        fill(store)


def test_a_cut_tail_with_a_moved_head_is_found_by_an_anchor_kept_elsewhere(
    unguarded: Store, run_sql: Run
) -> None:
    fill(unguarded)
    anchor = unguarded.ledger.head()
    entries = list(unguarded.ledger.entries())
    texts = [entry.body["texts"][0]["id"] for entry in entries[3:]]
    run_sql("DELETE FROM ledger WHERE seq > 3", *(f"DELETE FROM texts WHERE id = '{text}'" for text in texts))
    run_sql("UPDATE ledger_head SET seq = 3, hash = :hash", hash=entries[2].hash)
    assert unguarded.ledger.verify().problem is None
    problem = unguarded.ledger.verify(expect=anchor).problem
    assert problem is not None
    assert (problem.seq, problem.what) == (4, "it is missing; the ledger ends before the expected entry 5")


def test_a_rewritten_ledger_is_found_by_an_anchor_kept_elsewhere(store: Store) -> None:
    fill(store)
    problem = store.ledger.verify(expect=Head(2, "f" * 64)).problem
    assert problem is not None
    assert (problem.seq, problem.what) == (2, "its hash is not the expected one; the ledger was rewritten")
    assert store.ledger.verify(expect=store.ledger.head()).problem is None


def test_a_changed_text_is_found(store: Store, run_sql: Run) -> None:
    fill(store)
    run_sql("UPDATE texts SET content = :content WHERE person = 'person 4'", content=b"other")
    assert find_problem(store) == (4, "its text was changed")


def test_a_text_that_vanished_is_found(store: Store, run_sql: Run) -> None:
    fill(store)
    run_sql("DELETE FROM texts WHERE person = 'person 2'")
    assert find_problem(store) == (2, "its text is missing")


def test_a_text_removed_without_an_entry_is_found(store: Store, run_sql: Run) -> None:
    fill(store)
    run_sql("UPDATE texts SET content = NULL, salt = NULL, erased_seq = 1 WHERE person = 'person 2'")
    assert find_problem(store) == (2, "its text was removed without an entry that says so")


def test_an_erased_text_that_came_back_is_found(store: Store, run_sql: Run) -> None:
    fill(store)
    (entry,) = [entry for entry in store.ledger.entries() if entry.subject == "2"]
    text_id = entry.body["texts"][0]["id"]
    text = store.texts.get([text_id])[text_id]
    store.texts.erase_person("person 2")
    bring_back = "UPDATE texts SET content = :content, salt = :salt, erased_seq = NULL WHERE id = :id"
    run_sql(bring_back, content=b"text 2", salt=text.salt, id=text_id)
    assert find_problem(store) == (6, "the text that it erased is back")


def test_a_text_that_no_entry_names_is_found(store: Store, run_sql: Run) -> None:
    fill(store)
    run_sql("INSERT INTO texts (id, community, commitment, created_at) VALUES ('stray', 'c', 'x', 'y')")
    assert find_problem(store) == (None, "1 of the texts kept beside it are named by no entry")


def test_a_broken_ledger_is_told_in_a_sentence_that_names_the_entry(unguarded: Store, run_sql: Run) -> None:
    fill(unguarded)
    run_sql("DELETE FROM ledger WHERE seq = 2")
    with pytest.raises(LedgerBroken) as caught:
        unguarded.ledger.verify().require_intact()
    assert caught.value.message == "The ledger is broken at entry 2: it is missing."
