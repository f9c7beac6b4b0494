"""The lines of a backup."""

import gzip
import io
import json
from pathlib import Path

import pytest

from sayso.core.errors import BadFile
from sayso.storage.dump.lines import DumpReader, Header, pack_row, unpack_row, write_lines


def test_rows_survive_packing_with_their_types() -> None:
    row = [1, 0.1, None, "text", b"\x00\xff", ""]
    packed = pack_row(row)
    assert packed == [1, 0.1, None, "text", {"b64": "AP8="}, ""]
    assert unpack_row(json.loads(json.dumps(packed))) == row


def test_a_header_and_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    header = Header("0001", "2026-03-01T12:00:00.000000Z", "0.1", {"keys": 1})
    file = io.BytesIO()
    digest = write_lines(file, [header.to_line(), {"table": "keys", "columns": ["id"]}, ["a"]])
    path = tmp_path / "backup.gz"
    path.write_bytes(file.getvalue())
    reader = DumpReader(path)
    lines = reader.lines()
    assert reader.read_header(next(lines)) == header
    assert list(lines) == [{"table": "keys", "columns": ["id"]}, ["a"]]
    assert reader.sha256 == digest


def test_the_same_lines_give_the_same_bytes() -> None:
    files = [io.BytesIO(), io.BytesIO()]
    for file in files:
        write_lines(file, [["a"]])
    assert files[0].getvalue() == files[1].getvalue()


def test_something_after_the_closing_line_is_refused(tmp_path: Path) -> None:
    file = io.BytesIO()
    write_lines(file, [["a"]])
    path = tmp_path / "backup.gz"
    path.write_bytes(file.getvalue() + gzip.compress(b"more"))
    with pytest.raises(BadFile, match="checksum"):
        list(DumpReader(path).lines())


def test_a_file_without_its_closing_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "backup.gz"
    path.write_bytes(gzip.compress(b'["a"]\n'))
    with pytest.raises(BadFile, match="cut off"):
        list(DumpReader(path).lines())
