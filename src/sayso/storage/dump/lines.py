"""The file of a backup: gzipped JSON lines that hold any of our databases, table by table.

First a header (format, revision of the tables, rows per table), then for each table a line that names its
columns and one line per row, last a line with the SHA-256 of everything before it. Bytes are `{"b64": ...}`.
"""

import base64
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from sayso.core.errors import BadFile

FORMAT = 1
Line = dict[str, Any] | list[Any]


@dataclass(frozen=True, slots=True)
class Header:
    """What a backup says of itself."""

    schema: str
    created_at: str
    sayso: str
    rows: Mapping[str, int]

    def to_line(self) -> dict[str, Any]:
        return {
            "sayso_backup": FORMAT,
            "schema": self.schema,
            "created_at": self.created_at,
            "sayso": self.sayso,
            "rows": dict(self.rows),
        }


def write_lines(file: IO[bytes], lines: Iterable[Line]) -> str:
    """Write the lines and the closing one. Returns the SHA-256 of the lines."""
    digest = hashlib.sha256()
    with gzip.GzipFile(filename="", fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:
        for line in lines:
            encoded = json.dumps(line, separators=(",", ":")).encode("ascii") + b"\n"
            digest.update(encoded)
            packed.write(encoded)
        packed.write(json.dumps({"end": digest.hexdigest()}).encode("ascii") + b"\n")
    return digest.hexdigest()


def pack_row(row: Sequence[object]) -> list[Any]:
    return [
        {"b64": base64.b64encode(value).decode("ascii")} if isinstance(value, bytes) else value
        for value in row
    ]


def unpack_row(row: Sequence[Any]) -> list[Any]:
    return [
        base64.b64decode(cast(dict[str, str], value)["b64"]) if isinstance(value, dict) else value
        for value in row
    ]


class DumpReader:
    """Reads a backup from its beginning to its end; damage is told as `BadFile`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.sha256 = ""

    def lines(self) -> Iterator[Line]:
        """Every line before the closing one, whose checksum is compared at the end."""
        digest = hashlib.sha256()
        try:
            with gzip.open(self._path) as file:
                for encoded in file:
                    line = json.loads(encoded)
                    if isinstance(line, dict) and "end" in line:
                        self._finish(cast(dict[str, Any], line)["end"], digest.hexdigest(), rest=file.read())
                        return
                    digest.update(encoded)
                    yield line
        except (EOFError, gzip.BadGzipFile, zlib.error, ValueError) as error:
            raise self.damaged("it is cut off or is not a backup") from error
        except OSError as error:
            raise BadFile(f"Cannot read the backup {self._path}: {error.strerror}.") from error
        raise self.damaged("it is cut off")

    def read_header(self, line: Line) -> Header:
        try:
            values = cast(dict[str, Any], line)
            if values["sayso_backup"] != FORMAT:
                raise self.damaged(
                    f"its format is {values['sayso_backup']!r}, this version of Sayso reads {FORMAT}"
                )
            return Header(values["schema"], values["created_at"], values["sayso"], values["rows"])
        except (KeyError, TypeError):
            raise self.damaged("it does not begin like a backup") from None

    def damaged(self, why: str) -> BadFile:
        return BadFile(
            f"{self._path} cannot be restored: {why}.", hint="Nothing was changed. Try another backup."
        )

    def _finish(self, told: object, found: str, *, rest: bytes) -> None:
        if told != found or rest:
            raise self.damaged("its checksum does not match")
        self.sha256 = found
