"""`sayso ledger`: is the record whole, and what is in it."""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any, Literal

import click

from sayso.cli.shared.formats import format_options
from sayso.cli.shared.output import open_output
from sayso.cli.shared.progress import show_steps
from sayso.settings import Settings
from sayso.storage import Entry, Head, KeptText, Store
from sayso.storage.columns import format_moment
from sayso.wiring import open_store_to_look

ANCHOR = re.compile(r"(\d+):([0-9a-f]{64})")
FIELDS = ("seq", "at", "kind", "community", "actor", "subject", "body", "previous", "hash")


@click.group("ledger")
def command() -> None:
    """Verify and export the ledger."""


def read_anchor(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Head | None:
    if value is None:
        return None
    found = ANCHOR.fullmatch(value.strip().lower())
    if found is None:
        raise click.BadParameter("give SEQ:HASH, as an earlier `sayso ledger verify` printed it.")
    return Head(int(found[1]), found[2])


@command.command("verify")
@click.option(
    "--expect",
    callback=read_anchor,
    metavar="SEQ:HASH",
    help="A head that was printed earlier and kept elsewhere.",
)
@click.option("--json", "as_json", is_flag=True, help="One object, once all is well.")
def verify_command(*, expect: Head | None, as_json: bool) -> None:
    """Find an entry that was changed, left out, put in or moved, and a text, key, policy or words altered."""
    with open_store_to_look(Settings()) as store, show_steps("Verifying") as progress:
        verification = store.ledger.verify(expect=expect, progress=progress)
    verification.require_intact()
    if as_json:
        found = {"entries": verification.entries, "texts": verification.texts, "erased": verification.erased}
        click.echo(json.dumps(found | {"head": str(verification.head) if verification.entries else None}))
        return
    if not verification.entries:
        click.echo("The ledger is empty. It fills as keys are created and feedback arrives.")
        return
    click.echo(
        f"The ledger is whole: {verification.entries:,} entries,"
        f" {verification.texts:,} texts, {verification.erased:,} of them erased."
    )
    click.echo(f"Head: {verification.head}")
    click.echo(
        "Keep the head elsewhere; --expect then also finds a ledger that was rewritten whole.", err=True
    )


@command.command("export")
@format_options(["jsonl", "csv"], json="jsonl", default="jsonl")
@click.option("--out", metavar="FILE", help="File to write; left out: standard output.")
@click.option(
    "--with-texts",
    is_flag=True,
    help="Add what people wrote, where it is not erased. Only you can read the file.",
)
def export_command(*, output_format: Literal["jsonl", "csv"], out: str | None, with_texts: bool) -> None:
    """Write every entry, oldest first."""
    encode = encode_json if output_format == "jsonl" else encode_csv
    count = 0
    with open_store_to_look(Settings()) as store, open_output(out, private=with_texts) as file:
        if output_format == "csv":
            file.write(encode_cells([*FIELDS, *(["texts"] if with_texts else [])]))
        for row in read_rows(store, with_texts=with_texts):
            file.write(encode(row))
            count += 1
    click.echo(f"Exported {count:,} entries." if count else "The ledger is empty.", err=True)


def read_rows(store: Store, *, with_texts: bool) -> Iterator[dict[str, Any]]:
    for page in store.ledger.pages():
        texts = (
            store.texts.get([name["id"] for entry in page for name in entry.body.get("texts", [])])
            if with_texts
            else {}
        )
        for entry in page:
            row = describe(entry)
            if with_texts:
                row["texts"] = [describe_text(texts[name["id"]]) for name in entry.body.get("texts", [])]
            yield row


def describe(entry: Entry) -> dict[str, Any]:
    """The fields that the hash is made of, written as they were hashed."""
    return {**{name: getattr(entry, name) for name in FIELDS}, "at": format_moment(entry.at)}


def describe_text(text: KeptText) -> dict[str, Any]:
    return {
        "id": text.id,
        "commitment": text.commitment,
        "content": text.content,
        "salt": None if text.salt is None else text.salt.hex(),
        "person": text.person,
        "reference": text.reference,
    }


def encode_json(row: dict[str, Any]) -> bytes:
    return json.dumps(row).encode("ascii") + b"\n"


def encode_csv(row: dict[str, Any]) -> bytes:
    return encode_cells(
        [json.dumps(value) if isinstance(value, dict | list) else value for value in row.values()]
    )


def encode_cells(cells: list[Any]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue().encode("utf-8", "backslashreplace")
