"""`sayso reader`: who reads, what is on record of those who agreed, and deleting somebody."""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import click

from sayso.cli.reader.records import tables_command
from sayso.cli.reader.simulate import simulate_command
from sayso.cli.shared.columns import make_printable, print_columns, shorten
from sayso.cli.shared.formats import format_options
from sayso.cli.shared.output import open_output
from sayso.core.errors import BadInput
from sayso.files.writing import write_csv, write_jsonl
from sayso.reader.export import COLUMNS, export_rows
from sayso.settings import Settings
from sayso.storage import Reader, Store
from sayso.storage.columns import format_moment
from sayso.wiring import open_existing_store

ExportFormat = Literal["jsonl", "csv"]
HEAD = ("ID", "NAME", "COMMUNITY", "SINCE", "RECORDS")
NOBODY = "No readers yet. They come with the first request that names one, or with /chat."
WIDTH = 40
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a formula begins with."""


@click.group("reader")
def command() -> None:
    """List, export and delete readers."""


command.add_command(simulate_command)
command.add_command(tables_command)


@command.command("list")
@click.option("--community", help="Only of this community.")
@click.option("--json", "as_json", is_flag=True, help="An object a line.")
def list_command(*, community: str | None, as_json: bool) -> None:
    """List readers, oldest first, and whether they agreed to records."""
    with open_existing_store(Settings()) as store:
        readers = store.readers.list(community=community)
    if as_json:
        for reader in readers:
            click.echo(json.dumps(describe(reader)))
        return
    print_columns(HEAD, [make_cells(reader) for reader in readers], nothing=NOBODY)


def make_cells(reader: Reader) -> tuple[str, ...]:
    return (
        reader.id,
        shorten(make_printable(reader.name), WIDTH),
        make_printable(reader.community),
        f"{reader.created_at:%Y-%m-%d %H:%M}",
        "no" if reader.agreed_at is None else f"since {reader.agreed_at:%Y-%m-%d}",
    )


def describe(reader: Reader) -> dict[str, Any]:
    agreed = reader.agreed_at
    return {
        "id": reader.id,
        "name": reader.name,
        "community": reader.community,
        "created_at": format_moment(reader.created_at),
        "agreed_at": None if agreed is None else format_moment(agreed),
        "joins_list": reader.joins_list,
    }


@command.command("export")
@click.option("--out", metavar="FILE", help="File to write; left out: standard output.")
@format_options(
    ["jsonl", "csv"],
    json="jsonl",
    name="file_format",
    help="Format of FILE.  [default: by its ending: .csv; else jsonl]",
)
@click.option("--community", help="Only of this community.")
@click.option("--reader", "who", metavar="ID", help="Only of this reader.")
def export_command(
    *, out: str | None, file_format: ExportFormat | None, community: str | None, who: str | None
) -> None:
    """Write all that is on record of readers who agreed: messages, answers, word banks over time.

    Readers are named by their id here, not by what the platform calls them. Only you can read the file.
    In CSV, texts that a table program would take as formulas begin with an apostrophe; JSON Lines has all as
    it is.
    """
    chosen = file_format or ("csv" if Path(out or "").suffix.lower() == ".csv" else "jsonl")
    with open_existing_store(Settings()) as store:
        readers = choose_readers(store, community=community, who=who)
        agreed = [reader for reader in readers if reader.agreed_at is not None]
        with open_output(out, private=True) as stream:
            rows = (row for reader in agreed for row in export_rows(store, reader))
            if chosen == "csv":
                count = write_csv(stream, COLUMNS, flatten(rows))
            else:
                count = write_jsonl(stream, COLUMNS, rows)
    report(count, agreed=len(agreed), left_out=len(readers) - len(agreed))


def choose_readers(store: Store, *, community: str | None, who: str | None) -> list[Reader]:
    readers = store.readers.list(community=community)
    if who is None:
        return readers
    chosen = [reader for reader in readers if reader.id == who]
    if not chosen:
        raise BadInput(f"There is no reader {who!r}.", hint="Run: sayso reader list")
    return chosen


def flatten(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield {name: make_cell(value) for name, value in row.items()}


def make_cell(value: Any) -> Any:
    """A table program would take some texts as formulas, and run them: an apostrophe keeps them texts."""
    if isinstance(value, dict):
        return json.dumps(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def report(count: int, *, agreed: int, left_out: int) -> None:
    click.echo(f"Exported {count_of(count, 'row')} of {count_of(agreed, 'reader')}.", err=True)
    if left_out:
        click.echo(f"Left out {count_of(left_out, 'reader')} who did not agree to records.", err=True)


def count_of(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


@command.command("delete")
@click.argument("who", metavar="READER")
@click.option("--community", help="Where the name belongs to; left out: in all.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
def delete_command(*, who: str, community: str | None, yes: bool) -> None:
    """Delete READER, by id or by the platform's name: limits, words, replies, records.

    What they wrote elsewhere, such as feedback, goes with: sayso erase
    """
    with open_existing_store(Settings()) as store:
        reader = find_one(store, who, community=community)
        if not yes:
            ask(reader, is_terminal=sys.stdin.isatty())
        erased = store.readers.delete(reader.id, actor="cli")
    click.echo(f"Deleted reader {reader.id} and erased {count_of(erased, 'text')}.")
    click.echo("Backups made before still hold them: make a new one and delete the old.", err=True)


def find_one(store: Store, who: str, *, community: str | None) -> Reader:
    known = store.readers.get(who)
    found: Sequence[Reader] = [known] if known else store.readers.find(who, community=community)
    if not found:
        raise BadInput(f"There is no reader {who!r}.", hint="Run: sayso reader list")
    if len(found) > 1:
        places = ", ".join(sorted(reader.community for reader in found))
        raise BadInput(
            f"There are {len(found)} readers called {who!r}, in: {places}.",
            hint="Say which: --community NAME. To erase all of a person: sayso erase",
        )
    return found[0]


def ask(reader: Reader, *, is_terminal: bool) -> None:
    if not is_terminal:
        raise click.UsageError(f"All of reader {reader.id} would be deleted, for good. Add --yes to do it.")
    click.confirm(f"Delete all of reader {reader.id}? This cannot be undone.", abort=True)
