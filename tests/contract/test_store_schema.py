"""Databases that are older, newer, somebody else's or out of reach."""

from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from sayso.cli.shared.output import open_output
from sayso.core.errors import StoreError, StoreOutdated
from sayso.storage import NewObjection, Store, back_up, restore, tables, upgrade_database
from sayso.storage.database import Database
from sayso.storage.engine import open_engine
from sayso.storage.schema import MIGRATIONS, VERSION_TABLE, Migrations, create_tables

Run = Callable[..., None]

NEXT_STEP = """
import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "{head}"


def upgrade() -> None:
    op.add_column("communities", sa.Column("motto", sa.Text))
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def future(tmp_path: Path) -> Migrations:
    """The steps of a version of Sayso that is one step ahead."""
    folder = tmp_path / "future steps with 100% spaces"
    folder.mkdir()
    (folder / "0004_motto.py").write_text(NEXT_STEP.format(head=MIGRATIONS.head))
    return Migrations(head="0004", folders=(*MIGRATIONS.folders, folder))


def test_the_steps_lead_to_the_tables_of_the_code(store: Store, database_url: str) -> None:
    engine = open_engine(database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, tables.metadata) == []
    engine.dispose()


def test_an_older_database_is_not_touched_until_told(database_url: str, future: Migrations) -> None:
    Store.open(database_url).close()
    with pytest.raises(StoreOutdated) as caught:
        Store.open(database_url, migrations=future)
    assert caught.value.message == (
        f"The database has the tables of revision {MIGRATIONS.head}; this version of Sayso needs 0004."
    )
    assert "sayso db upgrade" in caught.value.hint
    assert upgrade_database(database_url, migrations=future) == (MIGRATIONS.head, "0004")
    Store.open(database_url, migrations=future).close()


def test_a_newer_database_is_refused(database_url: str, future: Migrations) -> None:
    Store.open(database_url, migrations=future).close()
    with pytest.raises(StoreOutdated, match="revision 0004, newer than this version"):
        Store.open(database_url)
    with pytest.raises(StoreOutdated, match="revision 0004, newer than this version"):
        upgrade_database(database_url)


def test_tables_that_somebody_else_just_made_are_taken_as_they_are(store: Store, database_url: str) -> None:
    """Two processes may both find an empty database; the second one to get the lock has nothing to do."""
    store.keys.create("already there")
    database = Database(open_engine(database_url))
    create_tables(database)
    database.engine.dispose()
    assert len(store.keys.list()) == 1


def test_upgrading_a_current_database_changes_nothing(database_url: str) -> None:
    assert upgrade_database(database_url) == (None, MIGRATIONS.head)
    assert upgrade_database(database_url) == (MIGRATIONS.head, MIGRATIONS.head)


def test_an_older_database_can_be_backed_up_and_restored_into_a_newer_one(
    database_url: str, future: Migrations, tmp_path: Path
) -> None:
    with Store.open(database_url) as store:
        store.communities.set_retention("forum", 30)
    back_up(database_url, open_output(str(tmp_path / "old.gz")), migrations=future)
    upgrade_database(database_url, migrations=future)
    restore(database_url, tmp_path / "old.gz", replace=True, migrations=future)
    with Store.open(database_url, migrations=future) as store:
        assert store.communities.get("forum").retention_days == 30
        assert store.ledger.verify().problem is None


@pytest.fixture
def first() -> Migrations:
    """The steps of the first version of Sayso."""
    return Migrations(head="0001")


def test_a_database_of_the_first_version_keeps_all_it_has(
    database_url: str, first: Migrations, tmp_path: Path
) -> None:
    """Written by the code of today at the tables of then; its parts that were there then still suffice."""
    with Store.open(database_url, migrations=first) as store:
        key, secret = store.keys.create("my site", per_day=5)
        with store.transaction() as transaction:
            store.suggested_scores.add(
                transaction, community="forum", content="you goose", scores={"INSULT": 0.5}
            )
        head = store.ledger.head()
    back_up(database_url, open_output(str(tmp_path / "first.gz")))
    with pytest.raises(StoreOutdated, match=f"revision 0001; this version of Sayso needs {MIGRATIONS.head}"):
        Store.open(database_url)
    assert upgrade_database(database_url) == ("0001", MIGRATIONS.head)
    for _ in range(2):  # upgraded where it stood, then restored from its backup
        with Store.open(database_url) as store:
            assert store.keys.find(secret) == key
            assert [row.content for row in store.suggested_scores.rows()] == ["you goose"]
            assert list(store.objections.rows()) == []
            assert store.ledger.verify(expect=head).problem is None
            with store.transaction() as transaction:
                new = NewObjection("missed", "a text", 0, 0, {}, "linear.v1")
                store.objections.add(transaction, new, root="https://example.org")
            assert [one.content for one in store.objections.rows()] == ["a text"]
            assert store.ledger.verify().problem is None
        restore(database_url, tmp_path / "first.gz", replace=True)


def test_tables_of_somebody_else_are_left_alone(database_url: str, run_sql: Run) -> None:
    open_engine(database_url).dispose()  # SQLite's folder
    run_sql("CREATE TABLE keys (door INTEGER)", "CREATE TABLE doors (name TEXT)")
    for use in (Store.open, upgrade_database):
        with pytest.raises(StoreError, match="tables of somebody else: keys"):
            use(database_url)
    run_sql("INSERT INTO keys VALUES (1)")


def test_other_tables_beside_ours_do_no_harm(database_url: str, run_sql: Run) -> None:
    open_engine(database_url).dispose()
    run_sql("CREATE TABLE doors (name TEXT)")
    with Store.open(database_url) as store:
        assert store.ledger.head().seq == 0


def test_a_step_that_fails_leaves_the_tables_as_they_were(database_url: str, tmp_path: Path) -> None:
    Store.open(database_url).close()
    step = NEXT_STEP.format(head=MIGRATIONS.head) + '    op.execute("SELECT nothing FROM nowhere")\n'
    (tmp_path / "0004_broken.py").write_text(step)
    broken = Migrations(head="0004", folders=(*MIGRATIONS.folders, tmp_path))
    with pytest.raises(StoreError):
        upgrade_database(database_url, migrations=broken)
    with Store.open(database_url) as store:
        store.communities.set_retention("forum", 30)
    database = Database(open_engine(database_url))
    with database.reading() as connection:
        columns = connection.exec_driver_sql("SELECT * FROM communities").keys()
        assert list(columns) == ["name", "retention_days"]
    database.engine.dispose()


def test_postgres_is_accepted_as_a_name_of_postgresql(postgresql_url: str) -> None:
    with Store.open(postgresql_url.replace("postgresql://", "postgres://")) as store:
        assert store.ledger.head().seq == 0


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(StoreError) as caught:
        Store.open("postgresql://somebody:secret-word@127.0.0.1:1/sayso")
    assert "did not answer" in caught.value.message
    assert "secret-word" not in caught.value.message


def test_sqlite_keeps_its_promises(sqlite_url: str) -> None:
    """Write-ahead log, a full sync at each commit, foreign keys, zeros over what is deleted, patience."""
    Store.open(sqlite_url).close()
    engine = open_engine(sqlite_url)
    names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")
    with engine.connect() as connection:
        values = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]
    engine.dispose()
    assert values == ["wal", 2, 1, 1, 5000]


def test_sqlite_files_belong_to_their_owner_alone(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    with Store.open(sqlite_url) as store:
        store.keys.create("a")
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert modes == {"sayso.db": 0o600, "sayso.db-wal": 0o600, "sayso.db-shm": 0o600}


def test_a_file_that_is_no_database_is_told(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    path.parent.mkdir()
    path.write_text("notes " * 1000)
    with pytest.raises(StoreError, match="file is not a database"):
        Store.open(sqlite_url)
    assert path.read_text().startswith("notes")


def test_a_database_of_a_newer_version_says_how_to_get_that_version(database_url: str, run_sql: Run) -> None:
    Store.open(database_url).close()
    run_sql(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    with pytest.raises(StoreOutdated) as caught:
        Store.open(database_url)
    assert caught.value.hint.endswith(", run: git pull")


def test_whoever_only_looks_makes_no_tables(postgresql_url: str) -> None:
    with pytest.raises(StoreError, match="The database is empty"):
        Store.open(postgresql_url, create=False)
    with Store.open(postgresql_url):
        Store.open(postgresql_url, create=False).close()


def test_whoever_only_looks_makes_no_file(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"There is no database at .*sayso\.db yet") as caught:
        Store.open(sqlite_url, create=False)
    assert "SAYSO_DATA_DIR" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_named(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "sayso.db").write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError) as caught:
        Store.open(sqlite_url)
    path = tmp_path / "data" / "sayso.db"
    assert caught.value.message == (
        f"The database file {path} is damaged or is none: file is not a database."
    )
    assert "sayso db restore FILE" in caught.value.hint
