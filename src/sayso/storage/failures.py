"""Turns what a database driver raises into errors with a sentence and a next step."""

from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, OperationalError, TimeoutError

from sayso.core.errors import StoreBusy, StoreError

LOCK_NOT_AVAILABLE = "55P03"
BUSY_WORDS = ("database is locked", "database table is locked", "database schema is locked")


@contextmanager
def plain_failures() -> Generator[None]:
    """Only the driver's first line is passed on: later lines may quote values."""
    try:
        yield
    except TimeoutError as error:
        raise busy() from error
    except DBAPIError as error:
        raise translate(error) from error


def translate(error: DBAPIError) -> StoreError:
    line = str(error.orig).split("\n", 1)[0]
    if is_busy(error, line):
        return busy()
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


def busy() -> StoreBusy:
    return StoreBusy("Somebody else is writing to the database, for too long to wait.", hint="Try again.")
