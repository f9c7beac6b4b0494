"""`sayso completion`: what a shell needs to complete commands, options and choices."""

from collections.abc import Mapping

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

SHELLS: Mapping[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command(
    "completion",
    epilog="For bash: sayso completion bash > ~/.local/share/bash-completion/completions/sayso",
)
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def command(context: click.Context, *, shell: str) -> None:
    """Print the completion script of SHELL, to be kept where the shell looks for such scripts."""
    completion = SHELLS[shell](context.find_root().command, {}, "sayso", "_SAYSO_COMPLETE")
    click.echo(completion.source(), nl=False)
