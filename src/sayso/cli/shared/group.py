"""A group whose commands are imported only when they are asked for.

Other packages add commands by the entry point group `sayso.commands`; `sayso train` is one of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import click

from sayso.cli.shared.errors import explain
from sayso.core.errors import MissingExtra

GROUP = "sayso.commands"


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is, as `module:attribute`, and its line in the list of commands."""

    target: str
    summary: str

    def load(self) -> click.Command:
        module, _, attribute = self.target.partition(":")
        return getattr(import_module(module), attribute)


@dataclass(frozen=True, slots=True)
class Joining:
    """A command that another package brings by an entry point, and the extra that installs this package."""

    name: str
    summary: str
    what: str
    extra: str

    def load(self) -> click.Command:
        for point in entry_points(group=GROUP, name=self.name):
            return point.load()
        raise MissingExtra(self.what, self.extra)


class LazyGroup(click.Group):
    """Lists its commands without importing them; a missing library hurts only the command that needs it."""

    def __init__(self, *args: Any, entries: Mapping[str, Entry | Joining], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        try:
            return entry.load()
        except (ImportError, MissingExtra):
            if ctx.resilient_parsing:  # completing: the name and its line are enough
                return click.Command(cmd_name, short_help=entry.summary)
            raise

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.entries and not name.startswith("-") and not ctx.resilient_parsing:
            nearest = get_close_matches(name, self.entries, n=1)
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {nearest[0]!r}?" if nearest else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's signature
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.entries.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Every error of every command passes here, also in tests."""
        with explain(debug=bool(ctx.params.get("debug"))):
            return super().invoke(ctx)
