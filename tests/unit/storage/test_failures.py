"""What a driver raises, in a sentence."""

import sqlite3

import pytest
from sqlalchemy.exc import IntegrityError, OperationalError, TimeoutError

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


def test_other_errors_pass_unchanged() -> None:
    with pytest.raises(KeyError), plain_failures():
        raise KeyError("mine")
