"""A word bank as a file, out and in again, as JSON or CSV. A file that is broken anywhere changes nothing.

What is wrong is told by its place. The words themselves are never quoted: they are the reader's own.
"""

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, cast, get_args

from sayso.core import Ruling, Term
from sayso.core.errors import BadFile, BadInput
from sayso.files import writing
from sayso.files.csv_file import NO_ROW, read_rows
from sayso.storage import Scope, Store
from sayso.storage.reader.terms import MOST_TERMS
from sayso.text.terms import normalise_term

WordsFormat = Literal["json", "csv"]
FORMAT = "sayso-words"
VERSION = 1
COLUMNS = ("text", "ruling", "scope")
RULINGS: tuple[Ruling, ...] = get_args(Ruling)
SCOPES: tuple[Scope, ...] = get_args(Scope)
NOTHING_CHANGED = "Nothing was changed. Mend the file and import it again."

Row = Mapping[str, object]
Place = str
"""Where in a file something stands, such as "Row 3"."""


def export_words(
    store: Store, reader_id: str, *, file_format: WordsFormat, conversation: str | None = None
) -> bytes:
    """What a reader has ruled for good, and with a conversation also what holds in it alone."""
    terms = store.terms.list(reader_id, conversation=conversation or "")
    return WRITERS[file_format]([describe(term) for term in terms if term.source != "community"])


def import_words(
    store: Store,
    reader_id: str,
    content: bytes,
    *,
    file_format: WordsFormat,
    conversation: str | None = None,
) -> list[Term]:
    """Take every ruling of a file into a word bank, or none. Of the same words, the last one counts."""
    return store.terms.rule(reader_id, read_words(content, file_format, conversation=conversation))


def read_words(content: bytes, file_format: WordsFormat, *, conversation: str | None = None) -> list[Term]:
    """The terms of a file; whatever is wrong with it is told with its place."""
    rows = list(READERS[file_format](decode(content)))
    if len(rows) > MOST_TERMS:
        raise BadInput(
            f"The file has {len(rows):,} entries; a word bank holds at most {MOST_TERMS:,}.",
            hint=NOTHING_CHANGED,
        )
    return [read_row(row, place, conversation=conversation) for place, row in rows]


def describe(term: Term) -> dict[str, str]:
    scope: Scope = "always" if term.conversation is None else "conversation"
    return {"text": term.text, "ruling": term.ruling, "scope": scope}


def write_json(words: Sequence[Mapping[str, str]]) -> bytes:
    document = {"format": FORMAT, "version": VERSION, "words": list(words)}
    return json.dumps(document, indent=1).encode("ascii") + b"\n"


def write_csv(words: Sequence[Mapping[str, str]]) -> bytes:
    stream = io.BytesIO()
    writing.write_csv(stream, COLUMNS, words)
    return stream.getvalue()


def decode(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"The file is not UTF-8 text: its byte {error.start + 1:,} cannot be read.",
            hint="Save it as UTF-8 and import it again. Nothing was changed.",
        ) from None


def read_json(text: str) -> Iterator[tuple[Place, Row]]:
    try:
        document: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(
            f"The file is not whole JSON: it breaks at line {error.lineno}, column {error.colno}.",
            hint=NOTHING_CHANGED,
        ) from None
    except (RecursionError, ValueError):  # what no file of words has
        raise BadInput(
            "The file is nested too deeply for a list of words, or has a number of thousands of digits.",
            hint=NOTHING_CHANGED,
        ) from None
    for number, word in enumerate(find_words(document), start=1):
        place = f"Entry {number:,}"
        if not isinstance(word, dict):
            raise complain(place, "it is no object with text, ruling and scope")
        yield place, cast("Row", word)


def find_words(document: object) -> list[object]:
    """The list in a document of our format and version."""
    values = cast("dict[str, Any]", document) if isinstance(document, dict) else {}
    if values.get("format") != FORMAT or not isinstance(values.get("words"), list):
        raise BadInput(
            "The file is no word bank of Sayso.",
            hint=f'It begins with {{"format": "{FORMAT}", "version": {VERSION}, "words": [...]}}.'
            " For a table, choose CSV with the columns text, ruling, scope.",
        )
    if values.get("version") != VERSION:
        raise BadInput(
            f"The word bank is not of version {VERSION}, the one that this service reads.",
            hint="Export it again from the service it came from, or import it as CSV.",
        )
    return values["words"]


def read_csv(text: str) -> Iterator[tuple[Place, Row]]:
    """Rows are counted as a table shows them: the heading is row 1."""
    rows = read_rows(io.StringIO(text, newline=""), name="The file", is_strict=True)
    number = 1
    try:
        names = [name.strip().lower() for name in next(rows, NO_ROW).cells]
        check_heading(names)
        for row in rows:
            number += 1
            if row.cells:
                yield f"Row {number:,}", dict(zip(names, row.cells, strict=False))
    except BadFile:
        place = f"Row {number + 1:,}" if "\n" in text else "Row 1"
        raise complain(place, "it cannot be read; a quotation mark may be missing") from None


def check_heading(names: Sequence[str]) -> None:
    missing = [name for name in COLUMNS[:2] if name not in names]
    if missing:
        raise BadInput(
            f"The heading, row 1, has no column {missing[0]!r}.",
            hint=f"The first row names the columns: {','.join(COLUMNS)}",
        )


def read_row(row: Row, place: Place, *, conversation: str | None) -> Term:
    text = row.get("text")
    if not isinstance(text, str) or not text.strip():
        raise complain(place, "column text: there are no words")
    try:
        normalise_term(text)
    except BadInput as error:
        raise complain(
            place, f"column text: {error.message[:1].lower()}{error.message[1:].rstrip('.')}"
        ) from None
    ruling = read_choice(row.get("ruling"), RULINGS, place=place, column="ruling")
    scope = read_choice(row.get("scope") or "always", SCOPES, place=place, column="scope")
    if scope == "conversation" and conversation is None:
        raise complain(
            place, "column scope: it is for one conversation, and the import names none; write always"
        )
    where = conversation if scope == "conversation" else None
    return Term(text.strip(), cast("Ruling", ruling), conversation=where, source="import")


def read_choice(value: object, known: Sequence[str], *, place: Place, column: str) -> str:
    """The value itself is not repeated: in a file whose columns are mixed up, it is somebody's words."""
    if value is None:
        raise complain(place, f"it ends before the column {column}")
    plain = value.strip().lower() if isinstance(value, str) else ""
    if plain in known:
        return plain
    nearest = get_close_matches(plain, known, n=1)
    guess = f"; did you mean {nearest[0]}?" if nearest else ""
    raise complain(place, f"column {column}: it is none of {', '.join(known)}{guess}")


def complain(place: Place, what: str) -> BadInput:
    return BadInput(f"{place}: {what}{'' if what.endswith('?') else '.'}", hint=NOTHING_CHANGED)


WRITERS: Mapping[WordsFormat, Callable[[Sequence[Mapping[str, str]]], bytes]] = {
    "json": write_json,
    "csv": write_csv,
}
READERS: Mapping[WordsFormat, Callable[[str], Iterator[tuple[Place, Row]]]] = {
    "json": read_json,
    "csv": read_csv,
}
