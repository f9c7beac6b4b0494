"""Secrets of this installation, made when they are first needed and shared by all its processes."""

import secrets

from sqlalchemy import Connection, delete, insert, select

from sayso.core import Say
from sayso.storage import tables
from sayso.storage.database import Database

SECRET_BYTES = 32
SIGNING = "reader-links"
"""Signs readers' tokens and links."""


class Secrets:
    def __init__(self, database: Database) -> None:
        self._database = database

    def get_or_create(self, name: str) -> bytes:
        """The same 32 random bytes for this name, whoever asks."""
        with self._database.reading() as connection:
            found = find_secret(connection, name)
        return found or self._create(name)

    def _create(self, name: str) -> bytes:
        with self._database.transaction() as transaction:
            found = find_secret(transaction.connection, name)
            if found is not None:  # another process was quicker
                return found
            value = secrets.token_bytes(SECRET_BYTES)
            row = {"name": name, "value": value, "created_at": transaction.now}
            transaction.connection.execute(insert(tables.secrets), row)
        return value

    def rotate(self, name: str, *, actor: str = "cli") -> None:
        """Put a new one in its place: nothing that the old one signed counts any more.

        A service that runs has read the old one, and keeps to it until it is started again.
        """
        with self._database.transaction() as transaction:
            transaction.record(Say("secret.rotated", actor=actor, subject=name))
            transaction.connection.execute(delete(tables.secrets).where(tables.secrets.c.name == name))
            row = {"name": name, "value": secrets.token_bytes(SECRET_BYTES), "created_at": transaction.now}
            transaction.connection.execute(insert(tables.secrets), row)


def find_secret(connection: Connection, name: str) -> bytes | None:
    value = connection.execute(select(tables.secrets.c.value).where(tables.secrets.c.name == name)).scalar()
    return None if value is None else bytes(value)
