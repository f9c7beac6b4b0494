import io
import os

from sayso.files.opening import make_seekable


def test_what_comes_from_a_pipe_can_be_read_from_its_end() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"0123456789")
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe, make_seekable(pipe) as stream:
        stream.seek(-3, os.SEEK_END)
        assert stream.read() == b"789"


def test_what_can_be_read_from_its_end_is_not_copied() -> None:
    stream = io.BytesIO(b"abc")
    assert make_seekable(stream) is stream
