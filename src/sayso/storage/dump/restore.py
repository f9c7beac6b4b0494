"""`sayso db restore`: a backup into an empty database of either kind, all or nothing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, TableClause, column, func, insert, inspect, select, table, text

from sayso.core import Clock, Say
from sayso.core.errors import StoreError
from sayso.storage.columns import utc_now
from sayso.storage.database import Database
from sayso.storage.dump.backup import BATCH, Backup, Progress, own_tables
from sayso.storage.dump.lines import DumpReader, Header, Line, unpack_row
from sayso.storage.engine import open_engine
from sayso.storage.ledger.verification import verify_ledger
from sayso.storage.schema import (
    MIGRATIONS,
    VERSION_TABLE,
    Migrations,
    lock_creation,
    read_revision,
    refuse_newer,
    refuse_strangers,
)
from sayso.storage.transaction import Transaction

HEAD_TABLE = "ledger_head"


@dataclass(slots=True)
class Load:
    """How far a restore has come."""

    total: int
    progress: Progress | None
    counts: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, name: str, count: int) -> None:
        self.counts[name] = self.counts.get(name, 0) + count
        if self.progress:
            self.progress(sum(self.counts.values()), self.total)


def restore(
    url: str,
    path: Path,
    *,
    replace: bool = False,
    actor: str = "cli",
    clock: Clock = utc_now,
    migrations: Migrations = MIGRATIONS,
    progress: Progress | None = None,
) -> Backup:
    """Fill the database at `url` from `path`, verify its ledger, and record that it was restored.

    The tables are made as they were when the backup was written and then upgraded, in the same transaction.
    """
    reader = DumpReader(path)
    lines = reader.lines()
    header = reader.read_header(next(lines))
    refuse_newer(header.schema, migrations=migrations)
    database = Database(open_engine(url), clock=clock)
    try:
        with database.writing() as connection:
            make_room(connection, replace=replace)
            migrations.run(connection, target=header.schema)
            load(connection, reader, lines, header=header, progress=progress)
            migrations.run(connection, target=migrations.head)
            require_whole(connection, reader)
            record(connection, header, sha256=reader.sha256, actor=actor, clock=clock)
    finally:
        database.engine.dispose()
    return Backup(header.rows, header.schema, reader.sha256)


def make_room(connection: Connection, *, replace: bool) -> None:
    """Leave no table of ours. The ledger refuses that its rows be deleted, so the tables go and come back."""
    lock_creation(connection)
    if read_revision(connection) is None:
        refuse_strangers(connection)
        return
    names = sorted(own_tables(connection))
    if not replace and not is_empty(connection, names):
        raise StoreError(
            "The database is not empty.",
            hint="Back it up first, then add --replace to put the backup in its place.",
        )
    for name in [*names, VERSION_TABLE]:
        connection.execute(text(f"DROP TABLE {name}"))
    if connection.dialect.name == "postgresql":
        connection.execute(text("DROP FUNCTION ledger_refuses()"))


def is_empty(connection: Connection, names: Iterable[str]) -> bool:
    counted = (select(func.count()).select_from(table(name)) for name in names if name != HEAD_TABLE)
    return all(connection.execute(query).scalar_one() == 0 for query in counted)


def load(
    connection: Connection,
    reader: DumpReader,
    lines: Iterator[Line],
    *,
    header: Header,
    progress: Progress | None,
) -> None:
    """Insert every row, then compare the counts with the header's."""
    target: TableClause | None = None
    loading, batch = Load(sum(header.rows.values()), progress), list[list[Any]]()
    for line in lines:
        if isinstance(line, dict):
            insert_rows(connection, target, batch, loading)
            target = open_table(connection, reader, line)
        elif target is None or len(line) != len(target.columns):
            raise reader.damaged("a row does not fit its table")
        else:
            batch.append(unpack_row(line))
        if len(batch) >= BATCH:
            insert_rows(connection, target, batch, loading)
    insert_rows(connection, target, batch, loading)
    if any(loading.counts.get(name, 0) != count for name, count in header.rows.items()):
        raise reader.damaged("it holds fewer or more rows than it says")


def open_table(connection: Connection, reader: DumpReader, line: Mapping[str, Any]) -> TableClause:
    """The table that the next rows belong to; it must be ours and have these columns."""
    name, columns = line.get("table"), cast(Sequence[str], line.get("columns", ()))
    if name not in own_tables(connection):
        raise reader.damaged(f"it names the table {name!r}, which does not exist")
    if {found["name"] for found in inspect(connection).get_columns(str(name))} != set(columns):
        raise reader.damaged(f"the columns of its table {name!r} are other ones")
    if name == HEAD_TABLE:  # a new ledger has a head already
        connection.execute(text(f"DELETE FROM {HEAD_TABLE}"))  # noqa: S608 (a constant)
    return table(str(name), *map(column, columns))


def insert_rows(
    connection: Connection, target: TableClause | None, batch: list[list[Any]], loading: Load
) -> None:
    if target is None or not batch:
        return
    names = [found.name for found in target.columns]
    connection.execute(insert(target), [dict(zip(names, row, strict=True)) for row in batch])
    loading.add(target.name, len(batch))
    batch.clear()


def require_whole(connection: Connection, reader: DumpReader) -> None:
    problem = verify_ledger(connection).problem
    if problem:
        place = "" if problem.seq is None else f" at entry {problem.seq}"
        raise reader.damaged(f"its ledger is broken{place} ({problem.what})")


def record(connection: Connection, header: Header, *, sha256: str, actor: str, clock: Clock) -> None:
    body = {"sha256": sha256, "created_at": header.created_at, "rows": dict(header.rows)}
    transaction = Transaction(connection, clock=clock)
    transaction.record(Say("store.restored", actor=actor, body=body))
    transaction.finish()
