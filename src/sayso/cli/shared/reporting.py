"""How a measurement is reported: the options that commands share which hold something against people."""

from collections.abc import Callable
from typing import Any, Literal, TypeVar

import click

ReportFormat = Literal["table", "json", "markdown"]
_Function = TypeVar("_Function", bound=Callable[..., Any])

format_option = click.option(
    "--format",
    "output_format",
    type=click.Choice(["table", "json", "markdown"]),
    default="table",
    show_default=True,
)
out_option = click.option("--out", metavar="FILE", help="Write the report to FILE.")
resamples_option = click.option(
    "--resamples",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    help="Draws of a bootstrap interval.",
)
_SHARED = (
    format_option,
    out_option,
    resamples_option,
    click.option("--seed", default=0, show_default=True, help="Seed of what is drawn and of the intervals."),
)


def report_options(function: _Function) -> _Function:
    """Format, file, resamples and seed."""
    for option in reversed(_SHARED):
        function = option(function)
    return function
