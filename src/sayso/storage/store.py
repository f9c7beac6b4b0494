"""What every other room holds when it needs the database."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from datetime import timedelta
from types import TracebackType
from typing import Self, TypeVar

from sayso.core import Clock
from sayso.deciding.held_replies import HELD_FOR, UNDO_FOR
from sayso.storage.access.keys import Keys
from sayso.storage.access.secrets import Secrets
from sayso.storage.access.usage import Usage
from sayso.storage.author.objections import Objections
from sayso.storage.author.outbox import Outbox
from sayso.storage.author.suggested_scores import SuggestedScores
from sayso.storage.columns import utc_now
from sayso.storage.community.communities import Communities
from sayso.storage.community.pins import Pins
from sayso.storage.community.policies import Policies
from sayso.storage.community.shadows import Shadows
from sayso.storage.community.shared_terms import SharedTerms
from sayso.storage.database import Database
from sayso.storage.engine import PATIENCE_S, open_engine, require_database
from sayso.storage.ledger.entries import Ledger
from sayso.storage.ledger.retention import Retention
from sayso.storage.ledger.texts import Texts
from sayso.storage.reader.conversations import Conversations
from sayso.storage.reader.filtered_replies import FilteredReplies
from sayso.storage.reader.readers import Readers
from sayso.storage.reader.terms import Terms
from sayso.storage.schema import MIGRATIONS, Migrations, prepare
from sayso.storage.transaction import Transaction
from sayso.storage.writer import Writer

T = TypeVar("T")


class Store:
    """SQLite or PostgreSQL, by URL. Safe to share between threads; each process opens its own."""

    def __init__(
        self, database: Database, *, held_for: timedelta = HELD_FOR, undo_for: timedelta = UNDO_FOR
    ) -> None:
        self._database = database
        self._writer = Writer(database.transaction)
        self.ledger = Ledger(database)
        self.texts = Texts(database)
        self.keys = Keys(database)
        self.usage = Usage(database)
        self.suggested_scores = SuggestedScores(self.ledger, self.texts)
        self.outbox = Outbox(database)
        self.objections = Objections(database, self.outbox)
        self.shadows = Shadows(self.ledger)
        self.pins = Pins(database, self.ledger)
        self.communities = Communities(database)
        self.retention = Retention(database, self.communities, self.texts)
        self.policies = Policies(database)
        self.readers = Readers(database, self.texts)
        self.terms = Terms(database)
        self.shared_terms = SharedTerms(database)
        self.held = FilteredReplies(database, held_for=held_for, undo_for=undo_for)
        self.conversations = Conversations(database)
        self.secrets = Secrets(database)

    @classmethod
    def open(
        cls,
        url: str,
        *,
        clock: Clock = utc_now,
        patience_s: float = PATIENCE_S,
        migrations: Migrations = MIGRATIONS,
        create: bool = True,
        looks_only: bool = False,
        held_for: timedelta = HELD_FOR,
        undo_for: timedelta = UNDO_FOR,
    ) -> Self:
        """The store at `url`. An empty database gets its tables; older or newer ones raise StoreOutdated.

        With `create=False` there must be a database with our tables already; whoever besides `looks_only` may
        find it where nothing can be written. `held_for` and `undo_for` say
        how long replies wait for their readers and are kept once answered.
        """
        if not create:
            require_database(url)
        database = Database(open_engine(url, patience_s=patience_s, looks_only=looks_only), clock=clock)
        try:
            prepare(database, migrations=migrations, create=create)
        except BaseException:
            database.engine.dispose()
            raise
        return cls(database, held_for=held_for, undo_for=undo_for)

    def transaction(self) -> AbstractContextManager[Transaction]:
        """All writes of the `with` block, or none. Do not nest: writers wait for each other."""
        return self._database.transaction()

    def submit(self, work: Callable[[Transaction], T]) -> Future[T]:
        """Have `work` done together with others that wait; the future resolves once it is safe on the disk.

        A work that raises undoes only what it did itself. It should touch nothing but the transaction:
        where the database was busy, it is run again.
        """
        return self._writer.submit(work)

    def close(self) -> None:
        """Finish what `submit` accepted and let go of the database."""
        self._writer.close()
        self._database.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
