"""`--format`, and `--json`, which asks for JSON in every command that has something to list or to report."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import click

_ASKED = "sayso.json"
_Function = TypeVar("_Function", bound=Callable[..., Any])


def format_options(
    choices: Sequence[str],
    *,
    json: str = "json",
    default: str | None = None,
    name: str = "output_format",
    help: str | None = None,
) -> Callable[[_Function], _Function]:
    """Both options, as one argument `name`. `json` is which of the `choices` `--json` means."""

    def decorate(function: _Function) -> _Function:
        asked = click.option(
            "--json",
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_note,
            help=f"The same as --format {json}.",
        )
        chosen = click.option(
            "--format",
            name,
            type=click.Choice(choices),
            default=default,
            show_default=default is not None,
            callback=partial(_choose, json),
            help=help,
        )
        return chosen(asked(function))

    return decorate


def _note(context: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    context.meta[_ASKED] = is_asked


def _choose(json: str, context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    if not context.meta.get(_ASKED):
        return value
    is_given = context.get_parameter_source(option.name or "") is click.core.ParameterSource.COMMANDLINE
    if is_given and value != json:
        raise click.UsageError(f"--json and --format {value} ask for different things. Leave one out.")
    return json
