"""From a database URL to a SQLAlchemy engine that is set up for a ledger."""

import contextlib
import os
import sqlite3
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError

from sayso.core.errors import BadInput, MissingExtra, StoreError, UnknownName

PATIENCE_S = 5.0
"""How long a writer waits for another one before it says that the database is busy."""

CONNECT_TIMEOUT_S = 5

WRITES = "sayso_writes"
"""Execution option of a connection that will write: SQLite then takes its write lock at once."""

WHERE_TO_LOOK = (
    "Set SAYSO_DATA_DIR or SAYSO_DATABASE_URL to the one you mean. A new one is made by: sayso serve,"
    " sayso key create"
)

POSTGRESQL_NAMES = frozenset({"postgres", "postgresql", "postgresql+psycopg"})


def open_engine(url: str, *, patience_s: float = PATIENCE_S, looks_only: bool = False) -> Engine:
    """An engine for `sqlite:///FILE` or `postgresql://...`. Nothing is connected yet.

    Whoever `looks_only` can do so where nothing may be written, such as a copy on a read-only medium.
    """
    parsed = parse_url(url)
    if parsed.drivername == "sqlite":
        path = Path(str(parsed.database)).absolute()
        if looks_only and path.exists() and not is_writable(path):
            return open_read_only(parsed, path)
        return open_sqlite(parsed, patience_s=patience_s)
    return open_postgresql(parsed, patience_s=patience_s)


def parse_url(url: str) -> URL:
    """The URL with the driver we use. It is never repeated in a message: it may hold a password."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise BadInput(
            "The database URL cannot be read.",
            hint="Write sqlite:///FILE or postgresql://NAME:PASSWORD@HOST/DATABASE.",
        ) from None
    if parsed.drivername in POSTGRESQL_NAMES:
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername != "sqlite":
        raise UnknownName("database", parsed.drivername, ["postgresql", "sqlite"])
    return parsed


def require_database(url: str) -> None:
    """Refuse a SQLite file that does not exist: whoever only looks must not find a new, empty ledger."""
    parsed = parse_url(url)
    if parsed.drivername == "sqlite" and not Path(parsed.database or "").exists():
        raise StoreError(f"There is no database at {parsed.database} yet.", hint=WHERE_TO_LOOK)


def open_sqlite(url: URL, *, patience_s: float) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise BadInput("A ledger in memory would be lost.", hint="Give a file: sqlite:///sayso.db")
    path = Path(str(url.database)).absolute()
    create_file(path)
    guard = FileGuard(path)
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": patience_s})
    event.listen(engine, "do_connect", guard.check)  # SQLite would make a new file in place of a lost one
    event.listen(engine, "connect", set_up_sqlite)
    event.listen(engine, "begin", guard.check)
    event.listen(engine, "begin", begin_sqlite)
    return engine


def is_writable(path: Path) -> bool:
    """SQLite puts two files beside the one it reads, so that the folder counts as well."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def open_read_only(url: URL, path: Path) -> Engine:
    """Nothing is written, not even beside the file. A log that was not written back yet is read too."""
    log = path.with_name(f"{path.name}-wal")
    has_log = log.exists() and log.stat().st_size > 0
    target = f"file:{quote(str(path))}?mode=ro{'' if has_log else '&immutable=1'}"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(target, uri=True, isolation_level=None, check_same_thread=False)

    engine = create_engine(url, hide_parameters=True, creator=connect)
    event.listen(engine, "begin", begin_sqlite)
    return engine


class FileGuard:
    """Knows whether a path still names the file it named at the beginning.

    Whoever has a file open that was deleted or replaced can still write to it, and all of that is lost.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity = self._identify()

    def check(self, *_told: object) -> None:
        if self._identify() != self._identity:
            raise StoreError(
                f"The database file {self._path} was deleted or replaced while Sayso had it open.",
                hint="Put it back, or restore a backup; then start Sayso again.",
            )

    def _identify(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


def create_file(path: Path) -> None:
    """The file and its folder, readable by their owner alone; SQLite gives its side files the same mode."""
    try:
        if not path.parent.exists():
            path.parent.mkdir(parents=True, mode=0o700)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise StoreError(
            f"Cannot create the database file {path}: {error.strerror}.",
            hint="Set SAYSO_DATA_DIR to a folder you may write to.",
        ) from error


def set_up_sqlite(connection: DBAPIConnection, _record: object) -> None:
    # The driver must not begin transactions by itself: `begin_sqlite` does, with the lock the work needs.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    # Erased texts are overwritten with zeros, not only unlinked.
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.execute("PRAGMA journal_mode")
    if cursor.fetchone() != ("wal",):
        cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()


def begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def open_postgresql(url: URL, *, patience_s: float) -> Engine:
    require_driver()
    arguments: dict[str, Any] = {"connect_timeout": CONNECT_TIMEOUT_S}
    if "options" not in url.query:
        arguments["options"] = f"-c lock_timeout={patience_s * 1000:.0f}ms"
    return create_engine(url, hide_parameters=True, pool_pre_ping=True, connect_args=arguments)


def require_driver(*, find: Callable[[str], object] = find_spec) -> None:
    if find("psycopg") is None:
        raise MissingExtra("PostgreSQL", "postgres")
