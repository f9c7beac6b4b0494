"""One backup for both databases, restored whole or not at all."""

import gzip
import hashlib
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO, Any

import pytest

from sayso.cli.shared.output import open_output
from sayso.core import Attribute, Policy, Say, Term
from sayso.core.errors import BadFile, StoreError, StoreOutdated
from sayso.storage import NewFilteredReply, NewMessage, NewText, Store, Window, back_up, restore
from sayso.testing.fake_clock import FakeClock

Run = Callable[..., None]
ODD = "nul \x00, lone \ud800, \N{GRINNING FACE}"


def fill(store: Store, clock: FakeClock) -> str:
    """One row of everything. Returns the secret of the key."""
    _, secret = store.keys.create("my site", per_day=5)
    store.pins.set("linear", "linear.v1")
    store.communities.set_retention("forum", 30)
    with store.transaction() as transaction:
        texts = [NewText(ODD, person=ODD), NewText("plain", person="me", reference="5")]
        store.ledger.append(transaction, Say("test.done", subject=ODD, body={"x": 0.1}), texts=texts)
        store.usage.add(transaction, {("k", Window.day(clock.now)): 7})
    store.texts.erase_person("me")
    fill_readers(store)
    return secret


def fill_readers(store: Store) -> None:
    """What a reader has, in every table of theirs."""
    store.policies.set(Policy("forum", hard_limit=0.8))
    reader = store.readers.find_or_create("forum", ODD)
    store.readers.set_limits(reader.id, {Attribute.INSULT: 0.1})
    store.readers.agree(reader.id, True)
    store.readers.set_joins_list(reader.id, True)
    store.terms.rule(reader.id, [Term("silly goose", "permit"), Term("rubbish", "block", ODD)])
    shared = store.shared_terms.propose(reader.id, Term("damn", "permit"))
    store.shared_terms.approve(shared.id)
    new = NewFilteredReply(reader.id, "forum", ODD, "held", "between", ODD, 0.5, "m.v1", 1, named=("silly",))
    store.held.add(new)
    store.conversations.add_messages(reader.id, ODD, [NewMessage("reader", ODD, scores={"INSULT": 0.25})])
    store.secrets.get_or_create("reader-links")


def snapshot_readers(store: Store) -> list[Any]:
    (reader,) = store.readers.list()
    return [
        reader,
        store.policies.history("forum"),
        store.readers.limits(reader.id),
        store.terms.list(reader.id),
        store.terms.over_time(reader.id),
        store.shared_terms.list(),
        store.held.list(reader.id),
        list(store.conversations.rows()),
        store.secrets.get_or_create("reader-links"),
    ]


def to(path: Path) -> AbstractContextManager[IO[bytes]]:
    """The file as `sayso db backup` opens it."""
    return open_output(str(path), private=True)


def snapshot(store: Store) -> list[Any]:
    entries = list(store.ledger.entries())
    ids = [text["id"] for entry in entries for text in entry.body.get("texts", [])]
    rest = [store.keys.list(), store.communities.list(), store.pins.current(), *snapshot_readers(store)]
    return [entries, store.texts.get(ids), *rest]


@pytest.fixture(params=["sqlite", "postgresql"])
def target_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a backup goes: of the other kind than its source or a second one of the same."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'target' / 'sayso.db'}"
    return request.getfixturevalue("postgresql_url")


def test_a_backup_restores_everything_into_either_database(
    store: Store, clock: FakeClock, database_url: str, target_url: str, tmp_path: Path
) -> None:
    secret = fill(store, clock)
    before = snapshot(store)
    written = back_up(database_url, to(tmp_path / "backup.gz"))
    read = restore(target_url, tmp_path / "backup.gz", clock=clock)
    assert read == written
    with Store.open(target_url, clock=clock) as target:
        after = snapshot(target)
        restored = after[0].pop()
        assert after == before
        assert (restored.kind, restored.actor, restored.body["sha256"]) == (
            "store.restored",
            "cli",
            written.sha256,
        )
        assert target.ledger.verify().problem is None
        assert target.keys.find(secret) is not None
        assert target.usage.totals("k", [Window.day(clock.now)]) == {Window.day(clock.now): 7}


def test_a_restored_ledger_goes_on_and_is_guarded(
    store: Store, clock: FakeClock, database_url: str, tmp_path: Path, run_sql: Run
) -> None:
    fill(store, clock)
    back_up(database_url, to(tmp_path / "backup.gz"))
    restore(database_url, tmp_path / "backup.gz", replace=True)
    with Store.open(database_url) as again:
        with again.transaction() as transaction:
            again.ledger.append(transaction, Say("test.after"))
        assert again.ledger.verify().problem is None
    with pytest.raises(Exception, match="append-only"):
        run_sql("DELETE FROM ledger")


def test_a_database_in_use_is_not_replaced_unasked(
    store: Store, clock: FakeClock, database_url: str, tmp_path: Path
) -> None:
    fill(store, clock)
    back_up(database_url, to(tmp_path / "backup.gz"))
    before = snapshot(store)
    with pytest.raises(StoreError, match="not empty"):
        restore(database_url, tmp_path / "backup.gz")
    assert snapshot(store) == before


def test_progress_is_told_and_ends_at_the_total(
    store: Store, clock: FakeClock, database_url: str, tmp_path: Path
) -> None:
    fill(store, clock)
    told: list[tuple[int, int]] = []
    written = back_up(
        database_url, to(tmp_path / "b.gz"), progress=lambda done, total: told.append((done, total))
    )
    restore(
        database_url, tmp_path / "b.gz", replace=True, progress=lambda done, total: told.append((done, total))
    )
    assert written.rows == {
        "communities": 1,
        "held": 1,
        "held_texts": 2,
        "keys": 1,
        "ledger": 15,
        "ledger_head": 1,
        "messages": 1,
        "objection_entries": 0,
        "objections": 0,
        "outbox": 0,
        "policies": 1,
        "readers": 1,
        "secrets": 1,
        "shared_terms": 1,
        "term_changes": 1,
        "terms": 2,
        "texts": 9,
        "usage": 1,
    }
    total = sum(written.rows.values())
    assert told[-1] == (total, total)
    assert len(told) == 2 * 15  # each way, once for every table that has rows


def test_a_backup_is_readable_by_its_owner_alone_and_leaves_nothing_else(
    store: Store, clock: FakeClock, database_url: str, tmp_path: Path
) -> None:
    fill(store, clock)
    folder = tmp_path / "backups"
    folder.mkdir()
    back_up(database_url, to(folder / "backup.gz"))
    assert [(path.name, path.stat().st_mode & 0o777) for path in folder.iterdir()] == [("backup.gz", 0o600)]


def test_a_backup_that_fails_half_way_leaves_the_last_one_and_nothing_else(
    store: Store, clock: FakeClock, database_url: str, tmp_path: Path
) -> None:
    def interrupt(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    fill(store, clock)
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "backup.gz").write_bytes(b"the last one")
    with pytest.raises(KeyboardInterrupt):
        back_up(database_url, to(folder / "backup.gz"), progress=interrupt)
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [("backup.gz", b"the last one")]


def test_tables_larger_than_one_batch_are_restored_whole(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    with store.transaction() as transaction:
        for number in range(2500):
            store.ledger.append(transaction, Say("test.done", subject=str(number)))
    back_up(database_url, to(tmp_path / "b.gz"))
    restore(database_url, tmp_path / "b.gz", replace=True)
    with Store.open(database_url) as again:
        assert [entry.seq for entry in again.ledger.entries()] == list(range(1, 2502))


Change = Callable[[list[Any]], list[Any]]


def rewrite(path: Path, change: Change) -> None:
    """Change the lines of a backup and close it again with a right checksum."""
    lines = change([json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()[:-1]])
    plain = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    end = json.dumps({"end": hashlib.sha256(plain).hexdigest()}).encode() + b"\n"
    path.write_bytes(gzip.compress(plain + end))


def change_head(**values: object) -> Change:
    return lambda lines: [{**lines[0], **values}, *lines[1:]]


DAMAGES: dict[str, tuple[Change, str]] = {
    "a row fewer": (lambda lines: lines[:-1], "fewer or more rows"),
    "another format": (change_head(sayso_backup=2), "its format is 2"),
    "no header": (lambda lines: [{"hello": 1}, *lines[1:]], "does not begin like a backup"),
    "a list for a header": (lambda lines: lines[2:], "does not begin like a backup"),
    "a strange table": (
        lambda lines: [lines[0], {"table": "strangers", "columns": ["id"]}, *lines[2:]],
        "names the table 'strangers'",
    ),
    "strange columns": (
        lambda lines: [lines[0], {**lines[1], "columns": ["name", "colour"]}, *lines[2:]],
        "columns of its table 'communities' are other ones",
    ),
    "a short row": (lambda lines: [*lines[:2], ["forum"], *lines[3:]], "a row does not fit"),
    "a row without a table": (lambda lines: [lines[0], ["forum", 1], *lines[1:]], "a row does not fit"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_backup_changes_nothing(
    store: Store, clock: FakeClock, database_url: str, tmp_path: Path, damage: str
) -> None:
    fill(store, clock)
    before = snapshot(store)
    path = tmp_path / "backup.gz"
    back_up(database_url, to(path))
    change, message = DAMAGES[damage]
    rewrite(path, change)
    with pytest.raises(BadFile, match=message):
        restore(database_url, path, replace=True)
    assert snapshot(store) == before


def test_a_backup_with_a_changed_ledger_changes_nothing(
    store: Store, clock: FakeClock, database_url: str, tmp_path: Path
) -> None:
    fill(store, clock)
    before = snapshot(store)
    path = tmp_path / "backup.gz"
    back_up(database_url, to(path))
    rewrite(path, lambda lines: json.loads(json.dumps(lines).replace("pin.set", "pin.sat")))
    with pytest.raises(BadFile) as caught:
        restore(database_url, path, replace=True)
    assert caught.value.message == (
        f"{path} cannot be restored: its ledger is broken at entry 2"
        " (its contents do not match its hash; it was changed)."
    )
    assert caught.value.hint == "Nothing was changed. Try another backup."
    assert snapshot(store) == before


def test_a_backup_of_a_newer_version_is_refused(
    store: Store, clock: FakeClock, database_url: str, tmp_path: Path
) -> None:
    fill(store, clock)
    path = tmp_path / "backup.gz"
    back_up(database_url, to(path))
    rewrite(path, change_head(schema="9999"))
    with pytest.raises(StoreOutdated, match="revision 9999, newer"):
        restore(database_url, path, replace=True)


@pytest.mark.parametrize(
    "kept", [0, 100, -10, -1], ids=["nothing", "the beginning", "most", "all but a byte"]
)
def test_a_backup_that_is_cut_off_is_refused(
    store: Store, clock: FakeClock, database_url: str, tmp_path: Path, kept: int
) -> None:
    fill(store, clock)
    before = snapshot(store)
    path = tmp_path / "backup.gz"
    back_up(database_url, to(path))
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(BadFile, match="cut off"):
        restore(database_url, path, replace=True)
    assert snapshot(store) == before


def test_a_flipped_bit_is_found_by_the_checksum(sqlite_url: str, tmp_path: Path) -> None:
    with Store.open(sqlite_url) as store:
        store.keys.create("my site")
    path = tmp_path / "backup.gz"
    back_up(sqlite_url, to(path))
    plain = gzip.decompress(path.read_bytes()).replace(b"my site", b"my-site")
    path.write_bytes(gzip.compress(plain))
    with pytest.raises(BadFile, match="checksum"):
        restore(sqlite_url, path, replace=True)


def test_a_file_that_is_no_backup_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello")
    with pytest.raises(BadFile, match="is not a backup"):
        restore(sqlite_url, path)
    with pytest.raises(BadFile, match="No such file"):
        restore(sqlite_url, tmp_path / "missing.gz")


def test_there_is_nothing_to_back_up_before_the_first_use(
    sqlite_url: str, postgresql_url: str, tmp_path: Path
) -> None:
    with pytest.raises(StoreError, match="no database at"):
        back_up(sqlite_url, to(tmp_path / "b.gz"))
    with pytest.raises(StoreError, match="is empty"):
        back_up(postgresql_url, to(tmp_path / "b.gz"))


def test_a_backup_to_a_folder_that_does_not_exist_is_refused(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    with pytest.raises(BadFile, match="There is no folder"):
        back_up(database_url, to(tmp_path / "missing" / "b.gz"))
    assert store.ledger.head().seq == 0


def test_a_pipe_is_written_to_and_stays_a_pipe(sqlite_url: str, tmp_path: Path) -> None:
    with Store.open(sqlite_url) as store:
        store.keys.create("my site")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        reading = pool.submit(pipe.read_bytes)
        written = back_up(sqlite_url, to(pipe))
        (tmp_path / "copy.gz").write_bytes(reading.result(timeout=30))
    assert pipe.is_fifo()
    assert restore(sqlite_url, tmp_path / "copy.gz", replace=True) == written


def test_a_link_stays_and_what_it_names_becomes_the_backup(sqlite_url: str, tmp_path: Path) -> None:
    with Store.open(sqlite_url) as store:
        store.keys.create("my site")
    (tmp_path / "disk").mkdir()
    link, real = tmp_path / "link.gz", tmp_path / "disk" / "real.gz"
    link.symlink_to(real)
    back_up(sqlite_url, to(link))
    assert link.is_symlink()
    assert gzip.decompress(real.read_bytes()).startswith(b'{"sayso_backup":1')


def test_nothing_is_opened_where_there_is_nothing_to_back_up(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no database at"):
        back_up(sqlite_url, to(tmp_path / "b.gz"))
    assert list(tmp_path.iterdir()) == []
