"""`sayso shared-words`: words that readers want to share with their community, approved or rejected here."""

import json
from typing import Any, Literal, get_args

import click

from sayso.cli.shared.columns import make_printable, print_columns, shorten
from sayso.settings import Settings
from sayso.storage import SharedState, SharedTerm
from sayso.storage.columns import format_moment
from sayso.wiring import open_existing_store

Wanted = SharedState | Literal["all"]
STATES: tuple[Wanted, ...] = (*get_args(SharedState), "all")
HEAD = ("ID", "PROPOSED", "COMMUNITY", "RULING", "STATE", "WORDS")
WIDTH = 60
BY = click.option("--by", default="cli", show_default=True, help="Who decides; the ledger keeps it.")


@click.group("shared-words")
def command() -> None:
    """List, approve and reject words that readers share."""


@command.command("list")
@click.option("--state", type=click.Choice(STATES), default="proposed", show_default=True)
@click.option("--community", help="Only of this community.")
@click.option("--json", "as_json", is_flag=True, help="An object a line.")
def list_command(*, state: Wanted, community: str | None, as_json: bool) -> None:
    """List words that readers proposed for all, oldest first. They may be strong language."""
    chosen: SharedState | None = None if state == "all" else state
    with open_existing_store(Settings()) as store:
        terms = store.shared_terms.list(community=community, state=chosen)
    if as_json:
        for term in terms:
            click.echo(json.dumps(describe(term)))
        return
    print_columns(HEAD, [make_cells(term) for term in terms], nothing=say_none(state, community))


def say_none(state: Wanted, community: str | None) -> str:
    what = "No words are shared" if state == "all" else f"No words are {state}"
    place = "" if community is None else f" in community {community!r}"
    more = "" if state == "all" else " See all: sayso shared-words list --state all"
    return f"{what}{place}.{more}"


def make_cells(term: SharedTerm) -> tuple[str, ...]:
    return (
        term.id,
        f"{term.proposed_at:%Y-%m-%d %H:%M}",
        make_printable(term.community),
        term.ruling,
        term.state,
        "(erased)" if term.text is None else shorten(make_printable(term.text), WIDTH),
    )


def describe(term: SharedTerm) -> dict[str, Any]:
    decided = term.decided_at
    return {
        "id": term.id,
        "community": term.community,
        "text": term.text,
        "ruling": term.ruling,
        "state": term.state,
        "proposed_at": format_moment(term.proposed_at),
        "decided_at": None if decided is None else format_moment(decided),
        "decided_by": term.decided_by,
    }


@command.command("approve")
@click.argument("shared_id", metavar="ID")
@BY
def approve_command(*, shared_id: str, by: str) -> None:
    """Let the words count for every reader of the community who joins its list."""
    with open_existing_store(Settings()) as store:
        term = store.shared_terms.approve(shared_id, actor=by)
    click.echo(f"Approved {term.id} ({term.ruling}). It counts for readers of {term.community!r} who join.")


@command.command("reject")
@click.argument("shared_id", metavar="ID")
@BY
def reject_command(*, shared_id: str, by: str) -> None:
    """Do not let the words count for others; those approved before no longer do."""
    with open_existing_store(Settings()) as store:
        term = store.shared_terms.reject(shared_id, actor=by)
    click.echo(f"Rejected {term.id}. It counts only for readers who ruled so themselves.")
