"""How a measurement is reported: options that commands share, and the writing of what they found."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from sayso.cli.shared.formats import format_options
from sayso.cli.shared.output import open_output
from sayso.files.reports import Paper, encode_report

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

ReportFormat = Literal["table", "json", "markdown"]
_Function = TypeVar("_Function", bound=Callable[..., Any])

format_option = format_options(["table", "json", "markdown"], default="table")
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


def gather_options(name: str, kind: "type[DataclassInstance]") -> Callable[[Callable[..., None]], Any]:
    """Hand a command the options that are fields of `kind` as one argument `name`.

    Under `@gather_options("limits", Limits)` a command with --soft and --hard gets `Limits(soft, hard)`.
    """
    names = [field.name for field in fields(kind)]

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def call(**options: Any) -> None:
            group = kind(**{one: options.pop(one) for one in names})
            function(**{name: group}, **options)

        return call

    return decorate


def write_report(
    report: "DataclassInstance",
    paper: Paper,
    output_format: ReportFormat,
    out: str | None,
    *,
    private: bool = False,
) -> None:
    """The report as JSON, or its tables."""
    if output_format == "json":
        content = encode_report(report)
    else:
        content = paper.to_markdown() if output_format == "markdown" else paper.to_table()
    with open_output(out, private=private) as stream:
        stream.write(content.encode(errors="replace"))
