"""`sayso db`: the tables of the database, and copies of everything in it."""

from pathlib import Path

import click

from sayso.cli.shared.output import is_standard, is_terminal, open_output
from sayso.cli.shared.progress import show_steps
from sayso.settings import Settings
from sayso.storage import back_up, restore, upgrade_database

STOP_FIRST = (
    "Note: what a running service writes meanwhile is replaced too, and it goes on with the keys and models"
    " that it has read. Stop it before, and start it again after."
)


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
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
def backup_command(*, file: str) -> None:
    """Write everything to FILE (gzip), or to standard output for -. It holds texts and is for you alone.

    The service may go on; the backup is the state of one moment. FILE fits SQLite and PostgreSQL alike.
    """
    if is_terminal(file):
        raise click.UsageError("A backup is no text for a terminal. Name a file, or send it on with a pipe.")
    with show_steps("Backing up") as progress:
        output = open_output(file, private=True)
        backup = back_up(Settings().effective_database_url, output, progress=progress)
    place = "standard output" if is_standard(file) else file
    click.echo(
        f"Wrote {backup.total:,} rows to {place}. SHA-256 of the contents: {backup.sha256}",
        err=is_standard(file)
        or not Path(file).is_file(),  # a pipe may be our standard output by another name
    )


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Put the backup in place of what the database holds now.")
def restore_command(*, file: Path, replace: bool) -> None:
    """Fill an empty database from FILE, and verify its ledger. Stop the service first.

    Everything is restored, or nothing is changed.
    """
    if replace:
        click.echo(STOP_FIRST, err=True)
    with show_steps("Restoring") as progress:
        backup = restore(Settings().effective_database_url, file, replace=replace, progress=progress)
    click.echo(f"Restored {backup.total:,} rows from {file}. The ledger is whole.")
