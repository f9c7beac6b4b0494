"""Files in another encoding than UTF-8."""

import io
from pathlib import Path

import pytest

from sayso.core.errors import BadFile, BadInput
from sayso.files.opening import open_source
from sayso.files.transcoding import TranscodedStream


def test_a_file_in_another_encoding_is_read_as_if_it_were_utf8(tmp_path: Path) -> None:
    file = tmp_path / "old.csv"
    file.write_bytes("id,text\n1,un café à Nîmes\n".encode("latin-1"))
    with open_source(str(file), input_format=None, column=None, encoding="latin-1") as source:
        (line,) = next(source.blocks)
    assert (line.text, line.problem) == ("un café à Nîmes", None)


def test_half_a_character_waits_for_the_rest() -> None:
    stream = TranscodedStream(io.BytesIO("語".encode("utf-16-le")), "utf-16-le", name="it")
    assert stream.read1(1) == "語".encode()
    assert stream.read1(1) == b""


def test_an_encoding_that_does_not_fit_or_does_not_exist_is_told() -> None:
    with pytest.raises(BadFile, match="'it' is not ascii"):
        TranscodedStream(io.BytesIO(b"\xe9"), "ascii", name="'it'").read1(9)
    with pytest.raises(BadInput, match="Unknown encoding 'latin-99'"):
        TranscodedStream(io.BytesIO(), "latin-99", name="it")


def test_parquet_has_no_encoding() -> None:
    with (
        pytest.raises(BadInput, match="no encoding"),
        open_source("x.parquet", input_format=None, column=None, encoding="latin-1"),
    ):
        pass
