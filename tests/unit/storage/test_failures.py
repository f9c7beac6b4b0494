"""What a driver raises, in a sentence."""

import sqlite3

import pytest
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, TimeoutError

from sayso.core.errors import StoreBusy, StoreError
from sayso.storage.failures import plain_failures


class LockNotAvailable(Exception):
    """As PostgreSQL's driver says it."""

    sqlstate = "55P03"


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("BEGIN", {}, sqlite3.OperationalError("database is locked")),
        OperationalError("SELECT", {}, LockNotAvailable("canceling statement due to lock timeout")),
        TimeoutError("no connection is free"),
    ],
)
def test_waiting_for_too_long_is_being_busy(error: Exception) -> None:
    with pytest.raises(StoreBusy), plain_failures():
        raise error


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error")),
            "The database did not answer: disk I/O error.",
        ),
        (
            IntegrityError("INSERT", {}, sqlite3.IntegrityError("no\nDETAIL: the text of somebody")),
            "The database refused: no.",
        ),
    ],
)
def test_only_the_first_line_of_a_driver_is_passed_on(error: Exception, message: str) -> None:
    with pytest.raises(StoreError) as caught, plain_failures():
        raise error
    assert caught.value.message == message
    assert caught.value.hint


def make_damage(message: str, code: int) -> DatabaseError:
    error = sqlite3.DatabaseError(message)
    error.sqlite_errorcode = code
    return DatabaseError("SELECT", {}, error)


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("file is not a database", sqlite3.SQLITE_NOTADB),
        ("database disk image is malformed", sqlite3.SQLITE_CORRUPT),
        ("database disk image is malformed", sqlite3.SQLITE_CORRUPT_INDEX),
    ],
)
def test_a_damaged_file_is_named_and_a_backup_recommended(message: str, code: int) -> None:
    with pytest.raises(StoreError) as caught, plain_failures(path="/srv/sayso.db"):
        raise make_damage(message, code)
    assert caught.value.message == f"The database file /srv/sayso.db is damaged or is none: {message}."
    assert caught.value.hint.endswith("Then restore a backup: sayso db restore FILE")


def test_other_errors_pass_unchanged() -> None:
    with pytest.raises(KeyError), plain_failures():
        raise KeyError("mine")
