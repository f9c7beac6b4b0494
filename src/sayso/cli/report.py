"""`sayso report`: transparency reports under the Digital Services Act."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import groupby
from pathlib import Path

import click

from sayso.cli.shared.columns import make_printable
from sayso.cli.shared.output import open_output
from sayso.core.errors import BadInput
from sayso.moderator.dsa.checking import Check, check_report
from sayso.moderator.dsa.parts import PARTS
from sayso.moderator.dsa.sheet import Finding
from sayso.moderator.dsa.template import Provider

PROVIDER = click.option(
    "--provider",
    type=click.Choice([str(one) for one in Provider]),
    default=str(Provider.PLATFORM),
    show_default=True,
    help="What the service is; it decides which rows are owed.",
)


@click.group("report")
def command() -> None:
    """Write and check transparency reports under the EU's Digital Services Act."""


@command.command("check")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@PROVIDER
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("--every", is_flag=True, help="Print every finding, not the first twenty of each file.")
@click.pass_context
def check(
    context: click.Context, *, paths: tuple[Path, ...], provider: str, as_json: bool, every: bool
) -> None:
    """Hold the CSV files of a report, anybody's, against the Commission's instructions (Annex II).

    FILE is a part of the report or a folder with all of them. Faults end with status 1; what is only for a
    person to look at does not.
    """
    found = check_report(paths, Provider(provider))
    if as_json:
        click.echo(json.dumps({**asdict(found), "faults": found.faults}, indent=2, ensure_ascii=False))
    else:
        for line in describe(found, limit=None if every else 20):
            click.echo(make_printable(line))
    context.exit(1 if found.faults else 0)


def describe(found: Check, *, limit: int | None) -> Iterator[str]:
    for file, group in groupby(found.findings, key=lambda finding: finding.file):
        alike: dict[tuple[str, ...], list[Finding]] = {}
        for finding in group:
            alike.setdefault((finding.level, finding.column, finding.message, finding.hint), []).append(
                finding
            )
        yield file
        for findings in list(alike.values())[:limit]:
            first = findings[0]
            level = "" if first.level == "fault" else "look at this: "
            yield f"  {_locate(findings)}{level}{first.message} {first.hint}"
        if limit is not None and len(alike) > limit:
            yield f"  … and {len(alike) - limit:,} more (--every prints all)"
    doubts = len(found.findings) - found.faults
    yield f"{found.files} files, {found.cells:,} cells: {found.faults:,} faults, {doubts:,} to look at."
    if found.missing:
        yield f"Not among the files: {', '.join(found.missing)}. A report without them is incomplete."


def _locate(findings: Sequence[Finding]) -> str:
    numbers = [str(finding.line) for finding in findings if finding.line]
    more = f" and {len(numbers) - 5} more" if len(numbers) > 5 else ""
    lines = f"line{'s' * (len(numbers) > 1)} {', '.join(numbers[:5])}{more}" if numbers else ""
    return "".join(f"{place}: " for place in (lines, findings[0].column) if place)


@command.command("template")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--service", required=True, help="Name of the service, as it stands in every row.")
@click.option(
    "--from", "begin", required=True, type=click.DateTime(["%Y-%m-%d"]), help="First day of the period."
)
@click.option("--to", "end", required=True, type=click.DateTime(["%Y-%m-%d"]), help="Last day of the period.")
@PROVIDER
def template(*, folder: Path, service: str, begin: datetime, end: datetime, provider: str) -> None:
    """Write the eleven parts as empty CSV files with service and period filled in, into FOLDER."""
    if begin > end:
        raise BadInput("The period ends before it begins.", hint="Swap --from and --to.")
    folder.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        rows = list(part.lay_out(service, begin.date(), end.date(), provider=Provider(provider)))
        path = folder / f"part_{part.number}_{part.name}.csv"
        if path.exists():
            raise BadInput(
                f"{path.name} is there already.", hint="Name another folder, or move the file away."
            )
        if len(rows) > 1:
            text = io.StringIO(newline="")
            csv.writer(text).writerows(rows)
            with open_output(str(path)) as stream:
                stream.write(text.getvalue().encode())
            click.echo(f"{path}: {len(rows) - 1} rows")
