"""L10: what stands beside the ledger is held against its entries: keys, policies, words."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.core import Policy, Term
from sayso.storage import Store

Run = Callable[..., None]


def fill(store: Store) -> str:
    """A key, a revoked one, two versions of a policy, words of a reader, two shared ones; the key's id."""
    key, _ = store.keys.create("site", per_minute=5)
    store.keys.revoke(store.keys.create("old")[0].id)
    for limit in (0.9, 0.8):
        store.policies.set(Policy(community="forum", hard_limit=limit))
    reader = store.readers.find_or_create("forum", "ana")
    terms = [Term("badger", "block"), Term("goose", "permit"), Term("newt", "block")]
    kept = store.terms.rule(reader.id, terms)
    store.terms.rule(reader.id, [Term("badger", "permit")])
    store.terms.undo(reader.id)
    store.terms.remove(reader.id, [kept[2].id or ""])
    shared = [store.shared_terms.propose(reader.id, term) for term in terms[:2]]
    store.shared_terms.approve(shared[0].id)
    store.shared_terms.reject(shared[1].id)
    return key.id


def find_problem(store: Store) -> str:
    problem = store.ledger.verify().problem
    assert problem is not None
    return problem.what


def test_what_was_written_by_the_store_is_whole(store: Store) -> None:
    fill(store)
    assert store.ledger.verify().problem is None


@pytest.mark.parametrize(
    "change",
    [
        "role = 'admin'",
        "community = 'other'",
        "per_minute = NULL",
        f"secret_hash = '{'a' * 64}'",
        "created_at = 'nonsense'",
        "revoked_at = created_at",
    ],
)
def test_a_key_that_was_changed_is_named(store: Store, run_sql: Run, change: str) -> None:
    key = fill(store)
    run_sql(f"UPDATE keys SET {change} WHERE id = :id", id=key)
    assert find_problem(store) == f"the key {key} is not as its entry says"


def test_a_key_that_came_back_a_forged_one_and_a_lost_one_are_named(store: Store, run_sql: Run) -> None:
    key = fill(store)
    run_sql("UPDATE keys SET revoked_at = NULL")
    assert find_problem(store).endswith("is not as its entry says")
    run_sql("DELETE FROM keys WHERE id != :id", id=key)
    assert "is missing" in find_problem(store)
    run_sql(
        "INSERT INTO keys SELECT 'f0f0f0f0f0f0', name, role, community, scale, per_minute, per_day,"
        " secret_hash, created_at, revoked_at FROM keys"
    )
    assert find_problem(store) == "the key f0f0f0f0f0f0 has no entry that made it"


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE policies SET version = 3 WHERE version = 1", "the policy of 'forum', version 3, is not as"),
        ("UPDATE policies SET community = 'other'", "the policy of 'other', version 1, is not as"),
        ("INSERT INTO policies VALUES ('forum', 3, 1)", "the policy of 'forum', version 3, has no entry"),
        ("DELETE FROM policies WHERE version = 2", "the policy that it set is missing"),
    ],
)
def test_a_forged_policy_is_named(store: Store, run_sql: Run, statement: str, what: str) -> None:
    fill(store)
    run_sql(statement)
    assert find_problem(store).startswith(what)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE terms SET ruling = 'permit' WHERE ruling = 'block'",
        "UPDATE terms SET reader_id = 'somebody'",
        "UPDATE terms SET place = place + 1",
        "UPDATE terms SET ended_seq = 1 WHERE ended_seq IS NULL",
        "UPDATE terms SET ended_seq = NULL",
        "UPDATE shared_terms SET state = 'approved'",
        "UPDATE shared_terms SET ruling = 'permit'",
        "UPDATE shared_terms SET state = 'proposed', decided_seq = NULL WHERE state = 'approved'",
        "UPDATE shared_terms SET community = 'other'",
    ],
)
def test_words_that_were_changed_are_named(store: Store, run_sql: Run, statement: str) -> None:
    fill(store)
    run_sql(statement)
    assert find_problem(store).startswith(("the words ", "the shared words "))


def test_words_of_a_reader_who_is_gone_are_missed_by_nobody(store: Store) -> None:
    fill(store)
    store.readers.delete(store.readers.find_or_create("forum", "ana").id)
    assert store.ledger.verify().problem is None


@pytest.fixture
def read_only_copy(tmp_path: Path, copied_sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder that nobody may write to; whoever runs tests as root is refused by what we ask, not by it."""
    with Store.open(copied_sqlite_url) as store:
        fill(store)
    folder = tmp_path / "copy"
    folder.mkdir()
    path = folder / "sayso.db"
    shutil.copy(copied_sqlite_url.removeprefix("sqlite:///"), path)
    path.chmod(0o444)
    folder.chmod(0o555)
    may = os.access

    def may_but_write(path: str | Path, mode: int) -> bool:
        return mode != os.W_OK and may(path, mode)

    monkeypatch.setattr(os, "access", may_but_write)
    return f"sqlite:///{path}"


def test_a_ledger_on_a_read_only_medium_is_verified_and_nothing_is_put_beside_it(read_only_copy: str) -> None:
    with Store.open(read_only_copy, create=False, looks_only=True) as store:
        assert store.ledger.verify().entries > 0
    folder = Path(read_only_copy.removeprefix("sqlite:///")).parent
    assert [path.name for path in folder.iterdir()] == ["sayso.db"]
