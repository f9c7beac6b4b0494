"""`sayso db backup`: one consistent view of the database, in a file that either database can restore."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import IO, Any

from sqlalchemy import Connection, column, func, inspect, select, table

from sayso import __version__
from sayso.core.errors import StoreError
from sayso.storage import tables
from sayso.storage.columns import format_moment, utc_now
from sayso.storage.database import Database
from sayso.storage.dump.lines import Header, Line, pack_row, write_lines
from sayso.storage.engine import open_engine, require_database
from sayso.storage.schema import MIGRATIONS, Migrations, read_revision, refuse_newer

BATCH = 1000
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Backup:
    """What was written or read."""

    rows: Mapping[str, int]
    schema: str
    sha256: str

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def back_up(
    url: str,
    output: AbstractContextManager[IO[bytes]],
    *,
    migrations: Migrations = MIGRATIONS,
    progress: Progress | None = None,
) -> Backup:
    """Write everything at `url` to `output`, which is entered once there is something to write.

    Older tables are taken too, so that an upgrade can be undone.
    """
    require_database(url)
    database = Database(open_engine(url))
    try:
        with database.reading() as connection:
            header = describe(connection, migrations=migrations)
            with output as file:
                digest = write_lines(file, read_lines(connection, header, progress))
    finally:
        database.engine.dispose()
    return Backup(header.rows, header.schema, digest)


def describe(connection: Connection, *, migrations: Migrations) -> Header:
    schema = read_revision(connection)
    if schema is None:
        raise StoreError(
            "The database is empty: there is nothing to back up.", hint="Check SAYSO_DATABASE_URL."
        )
    refuse_newer(schema, migrations=migrations)
    rows = {
        name: connection.execute(select(func.count()).select_from(table(name))).scalar_one()
        for name in sorted(own_tables(connection))
    }
    return Header(schema, format_moment(utc_now()), __version__, rows)


def own_tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names()) & set(tables.metadata.tables)


def read_lines(connection: Connection, header: Header, progress: Progress | None) -> Iterator[Line]:
    yield header.to_line()
    done, total = 0, sum(header.rows.values())
    for name in header.rows:
        columns = [found["name"] for found in inspect(connection).get_columns(name)]
        yield {"table": name, "columns": columns}
        for rows in read_rows(connection, name, columns):
            yield from (pack_row(row) for row in rows)
            done += len(rows)
            if progress:
                progress(done, total)


def read_rows(connection: Connection, name: str, columns: list[str]) -> Iterator[list[Any]]:
    """Rows as they are stored, without our column types: a backup changes nothing."""
    keys = inspect(connection).get_pk_constraint(name)["constrained_columns"]
    query = select(*map(column, columns)).select_from(table(name)).order_by(*map(column, keys))
    streaming = connection.execution_options(stream_results=True, yield_per=BATCH)
    for rows in streaming.execute(query).partitions():
        yield [list(row) for row in rows]
