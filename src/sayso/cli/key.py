"""`sayso key`: who may use the service, for which community, and how often."""

import json
from dataclasses import asdict
from typing import Literal, get_args

import click

from sayso.cli.shared.columns import print_columns
from sayso.cli.shared.formats import format_options
from sayso.core import DEFAULT_COMMUNITY, Role, Scale
from sayso.settings import Settings
from sayso.storage import Key
from sayso.storage.access.secrets import SIGNING
from sayso.storage.columns import format_moment
from sayso.wiring import open_existing_store, open_store

NO_KEYS = "No keys yet. Create one: sayso key create --name my-site"


@click.group("key")
def command() -> None:
    """Create, list and revoke API keys, and renew the one that signs."""


@command.command("create")
@click.option("--name", required=True, help="What the key is for, such as my-site.")
@click.option(
    "--role",
    type=click.Choice(get_args(Role)),
    default="service",
    show_default=True,
    help="service: a platform's back end; admin: reserved for whoever runs Sayso.",
)
@click.option(
    "--community", default=DEFAULT_COMMUNITY, show_default=True, help="Community whose rules apply."
)
@click.option(
    "--scale",
    type=click.Choice(get_args(Scale)),
    help="Scale of the scores it gets; left out: the service's own.",
)
@click.option("--per-minute", type=click.IntRange(min=1), help="Most texts a minute; left out: no limit.")
@click.option("--per-day", type=click.IntRange(min=1), help="Most texts a day; left out: no limit.")
def create_command(
    *, name: str, role: Role, community: str, scale: Scale | None, per_minute: int | None, per_day: int | None
) -> None:
    """Create a key. Its secret goes to standard output, once; it cannot be read again."""
    with open_store(Settings()) as store:
        key, secret = store.keys.create(
            name, role=role, community=community, scale=scale, per_minute=per_minute, per_day=per_day
        )
    click.echo(f"Key {key.id} for {key.name!r}: role {key.role}, community {key.community}.", err=True)
    click.echo("Keep this secret now; it is not shown again:", err=True)
    click.echo(secret)
    click.echo(
        "Use it as ?key=SECRET, or in a header: Authorization: Bearer SECRET\n"
        f"Take it back with: sayso key revoke {key.id}",
        err=True,
    )


@command.command("list")
@format_options(["table", "jsonl"], json="jsonl", default="table")
def list_command(*, output_format: Literal["table", "jsonl"]) -> None:
    """List the keys, without their secrets."""
    with open_existing_store(Settings()) as store:
        keys = store.keys.list()
    if output_format == "jsonl":
        for key in keys:
            click.echo(json.dumps(asdict(key), default=format_moment))
        return
    head = ("ID", "NAME", "ROLE", "COMMUNITY", "SCALE", "PER MINUTE", "PER DAY", "CREATED", "STATE")
    print_columns(head, [describe(key) for key in keys], nothing=NO_KEYS)


def describe(key: Key) -> tuple[str, ...]:
    state = "active" if key.revoked_at is None else f"revoked {key.revoked_at:%Y-%m-%d}"
    limits = tuple("-" if limit is None else str(limit) for limit in (key.per_minute, key.per_day))
    return (
        key.id,
        key.name,
        key.role,
        key.community,
        key.scale or "-",
        *limits,
        f"{key.created_at:%Y-%m-%d}",
        state,
    )


@command.command("revoke")
@click.argument("key_id", metavar="ID")
def revoke_command(*, key_id: str) -> None:
    """Make the key ID useless from now on."""
    with open_existing_store(Settings()) as store:
        key = store.keys.revoke(key_id)
    click.echo(f"Key {key.id} for {key.name!r} is revoked.")


@command.command("rotate-signing")
def rotate_signing_command() -> None:
    """Renew the key that signs readers' tokens and links: every one made before is refused."""
    with open_existing_store(Settings()) as store:
        store.secrets.rotate(SIGNING)
    click.echo("The signing key is new. Start the service again: until then it keeps to the old one.")
    click.echo("Every reader's token and link made before is refused from then on.", err=True)
