"""`sayso retention`: how long texts are kept."""

import json

import click

from sayso.cli.shared.columns import print_columns
from sayso.settings import Settings
from sayso.wiring import open_existing_store, open_store

FOREVER = "forever"
NOTHING_SET = "Texts are kept until somebody erases them. Limit it: sayso retention set default 90"


@click.group("retention")
def command() -> None:
    """Say how long a community keeps texts."""


def read_days(_context: click.Context, _parameter: click.Parameter, value: str) -> int | None:
    if value.lower() == FOREVER:
        return None
    try:
        return int(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is neither a number of days nor {FOREVER!r}.") from None


@command.command("set")
@click.argument("community")
@click.argument("days", callback=read_days, metavar="DAYS|forever")
def set_command(*, community: str, days: int | None) -> None:
    """Keep the texts of COMMUNITY for DAYS days, or forever."""
    with open_store(Settings()) as store:
        store.communities.set_retention(community, days)
    if days is None:
        click.echo(f"Texts of {community!r} are kept until somebody erases them.")
        return
    click.echo(
        f"Texts of {community!r} are kept for {days} days. Older ones go with each: sayso retention apply"
    )


@command.command("show")
@click.option("--json", "as_json", is_flag=True, help="An object a line; null days: for good.")
def show_command(*, as_json: bool) -> None:
    """Show how long each community keeps texts."""
    with open_existing_store(Settings()) as store:
        communities = store.communities.list()
    if as_json:
        for one in communities:
            click.echo(json.dumps({"community": one.name, "days": one.retention_days}))
        return
    rows = [
        (one.name, FOREVER if one.retention_days is None else str(one.retention_days)) for one in communities
    ]
    print_columns(("COMMUNITY", "DAYS"), rows, nothing=NOTHING_SET)


@command.command("apply")
def apply_command() -> None:
    """Erase the texts that are older than their community wants. Run it every day."""
    with open_existing_store(Settings()) as store:
        store.held.expire()
        store.terms.forget()
        runs = store.retention.apply()
    rows = [(run.community, str(run.days), str(run.erased)) for run in runs]
    print_columns(("COMMUNITY", "DAYS", "ERASED"), rows, nothing=NOTHING_SET)
