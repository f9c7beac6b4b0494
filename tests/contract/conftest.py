"""Fixtures for the suites that every implementation of a role must pass: SQLite and a real PostgreSQL."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text
from tests.databases import MakeDatabase, copy_database

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


@pytest.fixture
def postgresql_url(make_postgresql: MakeDatabase) -> str:
    """An empty database."""
    return make_postgresql("empty")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """An empty database."""
    return f"sqlite:///{tmp_path / 'data' / 'sayso.db'}"


@pytest.fixture
def copied_postgresql_url(make_postgresql: MakeDatabase, migrated_postgresql: str) -> str:
    return make_postgresql("copied", template=migrated_postgresql)


@pytest.fixture
def copied_sqlite_url(sqlite_url: str, migrated_file: Path) -> str:
    copy_database(migrated_file, Path(sqlite_url.removeprefix("sqlite:///")))
    return sqlite_url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A database of each kind with all tables and nothing in them."""
    return request.getfixturevalue(f"copied_{request.param}_url")


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
