"""`sayso erase`: deletes what is kept of a person, as they may ask for."""

import sys

import click

from sayso.settings import Settings
from sayso.storage import Store
from sayso.wiring import open_existing_store


@click.command("erase")
@click.argument("person")
@click.option("--community", help="Only in this community; left out: in all.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
def command(*, person: str, community: str | None, yes: bool) -> None:
    """Erase every text kept under the id PERSON, as the platform sent it (such as sessionId).

    A reader of that name is deleted too, with limits, words, replies and records.
    The ledger stays whole: it holds no text, only that one was kept and was erased.
    """
    with open_existing_store(Settings()) as store:
        count = store.texts.count(person=person, community=community)
        if not count and not store.readers.find(person, community=community):
            click.echo("No texts of this person are kept.")
            return
        if not yes:
            ask(count, is_terminal=sys.stdin.isatty())
        erase(store, person, community=community)


def ask(count: int, *, is_terminal: bool) -> None:
    if not is_terminal:
        raise click.UsageError(f"{name_texts(count)} would be erased, for good. Add --yes to do it.")
    click.confirm(f"Erase {name_texts(count)} of this person? This cannot be undone.", abort=True)


def erase(store: Store, person: str, *, community: str | None) -> None:
    entry = store.texts.erase_person(person, community=community)
    click.echo(f"Erased {name_texts(entry.body['erased'])}; recorded in the ledger as entry {entry.seq}.")
    click.echo("Backups made before still hold them: make a new one and delete the old.", err=True)


def name_texts(count: int) -> str:
    return "1 text" if count == 1 else f"{count:,} texts"
