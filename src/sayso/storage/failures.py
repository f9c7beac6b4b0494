"""Turns what a database driver raises into errors with a sentence and a next step."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError, TimeoutError

from sayso.core.errors import StoreBusy, StoreError

LOCK_NOT_AVAILABLE = "55P03"
BUSY_WORDS = ("database is locked", "database table is locked", "database schema is locked")


DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


@contextmanager
def plain_failures(*, path: str = "") -> Generator[None]:
    """Only the driver's first line is passed on: later lines may quote values. `path` is SQLite's file."""
    try:
        yield
    except TimeoutError as error:
        raise busy() from error
    except DBAPIError as error:
        raise translate(error, path=path) from error


def translate(error: DBAPIError, *, path: str) -> StoreError:
    line = str(error.orig).split("\n", 1)[0]
    if is_busy(error, line):
        return busy()
    if is_damaged(error):
        return StoreError(
            f"The database file{' ' * bool(path)}{path} is damaged or is none: {line}.",
            hint="Move it away, with the files that begin with its name. Then restore a backup:"
            " sayso db restore FILE",
        )
    if isinstance(error, OperationalError):
        return StoreError(
            f"The database did not answer: {line}.",
            hint="Check SAYSO_DATABASE_URL, that the server runs and that the disk is writable and not full.",
        )
    return StoreError(
        f"The database refused: {line}.", hint="Check that SAYSO_DATABASE_URL names a database of Sayso."
    )


def is_busy(error: DBAPIError, line: str) -> bool:
    state: object = getattr(error.orig, "sqlstate", None)
    return state == LOCK_NOT_AVAILABLE or any(words in line for words in BUSY_WORDS)


def is_damaged(error: DBAPIError) -> bool:
    code: object = getattr(error.orig, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in DAMAGED  # the higher bits say in what way


def busy() -> StoreBusy:
    return StoreBusy("Somebody else is writing to the database, for too long to wait.", hint="Try again.")
