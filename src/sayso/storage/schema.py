"""Which tables a database has, and how it gets the ones this version of Sayso needs."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from sayso.core.errors import StoreError, StoreOutdated
from sayso.core.installation import explain_repair
from sayso.storage import tables
from sayso.storage.database import Database
from sayso.storage.engine import WHERE_TO_LOOK, open_engine

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"
VERSION_TABLE = "sayso_version"
CREATION_LOCK = 0x5A1500
"""PostgreSQL's advisory lock that makes several processes create the tables one after another."""

ALEMBIC_LOCK = Lock()
"""Alembic keeps its context in a module, so that two threads would see each other's."""


@dataclass(frozen=True)
class Migrations:
    """The steps that lead to the newest tables. A test may add a folder with a step of the future."""

    head: str
    folders: tuple[Path, ...] = (FOLDER / "versions",)

    @cached_property
    def known(self) -> frozenset[str]:
        """Every revision there ever was; whatever else a database names is newer than this code."""
        from alembic.script import ScriptDirectory

        script = ScriptDirectory.from_config(self.configure())
        return frozenset(step.revision for step in script.walk_revisions())

    def configure(self) -> "Config":
        from alembic.config import Config

        folders = "\n".join(str(folder) for folder in self.folders)
        config = Config()
        for name, value in {
            "script_location": str(FOLDER),
            "path_separator": "newline",
            "version_locations": folders,
        }.items():
            config.set_main_option(name, value.replace("%", "%%"))
        return config

    def run(self, connection: Connection, *, target: str) -> None:
        """Bring the tables to `target`, inside the connection's transaction."""
        from alembic import command

        config = self.configure()
        config.attributes["connection"] = connection
        with ALEMBIC_LOCK:
            command.upgrade(config, target)


MIGRATIONS = Migrations(head="0003")


def prepare(database: Database, *, migrations: Migrations = MIGRATIONS, create: bool = True) -> None:
    """Create the tables of an empty database; refuse one whose tables are older or newer."""
    with database.reading() as connection:
        found = read_revision(connection)
    if found is not None:
        require_head(found, migrations=migrations)
    elif create:
        create_tables(database, migrations=migrations)
    else:
        raise StoreError("The database is empty: Sayso has not been used with it yet.", hint=WHERE_TO_LOOK)


def create_tables(database: Database, *, migrations: Migrations = MIGRATIONS) -> None:
    with database.writing() as connection:
        lock_creation(connection)
        found = read_revision(connection)
        if found is None:
            refuse_strangers(connection)
            migrations.run(connection, target=migrations.head)
        else:
            require_head(found, migrations=migrations)


def upgrade_database(url: str, *, migrations: Migrations = MIGRATIONS) -> tuple[str | None, str]:
    """Bring the tables at `url` to this version. Returns the revision before (None: empty) and after."""
    database = Database(open_engine(url))
    try:
        with database.writing() as connection:
            lock_creation(connection)
            found = read_revision(connection)
            if found is None:
                refuse_strangers(connection)
            else:
                refuse_newer(found, migrations=migrations)
            migrations.run(connection, target=migrations.head)
    finally:
        database.engine.dispose()
    return found, migrations.head


def read_revision(connection: Connection) -> str | None:
    """The revision a database says it has; None for one without our tables."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 (a constant)


def require_head(found: str, *, migrations: Migrations) -> None:
    if found == migrations.head:
        return
    refuse_newer(found, migrations=migrations)
    raise StoreOutdated(
        f"The database has the tables of revision {found}; this version of Sayso needs {migrations.head}.",
        hint="Make a backup (sayso db backup FILE), then run: sayso db upgrade",
    )


def refuse_newer(found: str, *, migrations: Migrations) -> None:
    if found not in migrations.known:
        raise StoreOutdated(
            f"The tables of the database are of revision {found}, newer than this version of Sayso.",
            hint=explain_repair(installed="--upgrade sayso", clone="git pull"),
        )


def refuse_strangers(connection: Connection) -> None:
    taken = sorted(set(inspect(connection).get_table_names()) & set(tables.metadata.tables))
    if taken:
        raise StoreError(
            f"The database already has tables of somebody else: {', '.join(taken)}.",
            hint="Give Sayso a database of its own.",
        )


def lock_creation(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": CREATION_LOCK})
