"""`sayso db`: the tables of the database, and copies of everything in it."""

from pathlib import Path

import click

from sayso.cli._steps import show_steps
from sayso.settings import Settings
from sayso.storage import back_up, restore, upgrade_database


@click.group("db")
def command() -> None:
    """Upgrade, back up and restore the database."""


@command.command("upgrade")
def upgrade_command() -> None:
    """Bring the tables of an older database to this version of Sayso."""
    click.echo(describe_upgrade(*upgrade_database(Settings().effective_database_url)))


def describe_upgrade(before: str | None, after: str) -> str:
    if before is None:
        return f"The database was empty; it now has the tables of revision {after}."
    if before == after:
        return f"The tables are up to date (revision {after})."
    return f"Upgraded the tables from revision {before} to {after}."


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup_command(*, file: Path) -> None:
    """Write everything to FILE (gzip). It holds texts and is readable by you alone.

    The service may go on; the backup is the state of one moment. FILE fits SQLite and PostgreSQL alike.
    """
    with show_steps("Backing up") as progress:
        backup = back_up(Settings().effective_database_url, file, progress=progress)
    click.echo(f"Wrote {backup.total:,} rows to {file}. SHA-256 of the contents: {backup.sha256}")


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Put the backup in place of what the database holds now.")
def restore_command(*, file: Path, replace: bool) -> None:
    """Fill an empty database from FILE, and verify its ledger. Stop the service first.

    Everything is restored, or nothing is changed.
    """
    with show_steps("Restoring") as progress:
        backup = restore(Settings().effective_database_url, file, replace=replace, progress=progress)
    click.echo(f"Restored {backup.total:,} rows from {file}. The ledger is whole.")
