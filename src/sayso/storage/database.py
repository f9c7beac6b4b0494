"""One database: how it is read, and how it is written by one transaction at a time."""

from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, text

from sayso.core import Clock
from sayso.storage.columns import utc_now
from sayso.storage.engine import WRITES
from sayso.storage.failures import plain_failures
from sayso.storage.transaction import Transaction


class Database:
    """Writers queue at the head of the ledger: the chain cannot fork, and no two of them can deadlock."""

    def __init__(self, engine: Engine, *, clock: Clock = utc_now) -> None:
        self.engine = engine
        self.clock = clock
        self.is_postgresql = engine.dialect.name == "postgresql"
        self._path = "" if self.is_postgresql else engine.url.database or ""

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A consistent view: whatever is committed meanwhile stays invisible."""
        options: dict[str, object] = {}
        if self.is_postgresql:
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        with plain_failures(path=self._path), self.engine.connect() as connection:
            yield connection.execution_options(**options)

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """A write transaction without a place in the ledger: for making, filling and dropping tables."""
        with (
            plain_failures(path=self._path),
            self.engine.connect().execution_options(**{WRITES: True}) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def transaction(self) -> Generator[Transaction]:
        """All or nothing; what is recorded in the ledger is committed with what it describes."""
        with self.writing() as connection:
            transaction = Transaction(connection, clock=self.clock)
            yield transaction
            transaction.finish()

    @contextmanager
    def joining(self, transaction: Transaction | None) -> Generator[Transaction]:
        """The transaction that is under way, or else one of its own."""
        if transaction is not None:
            yield transaction
            return
        with self.transaction() as own:
            yield own

    def scrub(self) -> None:
        """Take erased contents out of the files too, as far as no reader still needs them."""
        statement = "VACUUM texts" if self.is_postgresql else "PRAGMA wal_checkpoint(TRUNCATE)"
        with plain_failures(path=self._path), self.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(text(statement))
