import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.errors import BadFile
from sayso.files import byte_lines
from sayso.files.byte_lines import read_blocks, read_line
from sayso.files.source import Line


class Drip:
    """A stream that gives a few bytes at a time, as a slow pipe does."""

    def __init__(self, content: bytes, *, step: int) -> None:
        self._stream = io.BytesIO(content)
        self._step = step

    def read1(self, size: int = -1, /) -> bytes:
        return self._stream.read(self._step)


def read(content: bytes, *, step: int = 1024) -> list[Line]:
    return [read_line(raw) for block in read_blocks(Drip(content, step=step), name="it") for raw in block]


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\ntwo", ["one", "two"]),
        (b"one\r\ntwo\r\n", ["one", "two"]),
        (b"one\rtwo\n", ["one\rtwo"]),
        (b"\xef\xbb\xbfone\n", ["one"]),
        ("a\u2028b\u0085c\n".encode(), ["a\u2028b\u0085c"]),
        (b"one\n\ntwo\n", ["one", "", "two"]),
    ],
)
@pytest.mark.parametrize("step", [1, 2, 1024])
def test_only_a_line_feed_ends_a_line(content: bytes, texts: list[str], step: int) -> None:
    assert [line.text for line in read(content, step=step)] == texts


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r\ufeff"))), st.integers(1, 20))
def test_every_line_comes_back_whatever_the_blocks(texts: list[str], step: int) -> None:
    content = "".join(text + "\n" for text in texts).encode()
    assert [line.text for line in read(content, step=step)] == texts


@given(
    st.binary().filter(lambda content: not content.startswith(tuple(byte_lines.OPENINGS))), st.integers(1, 9)
)
def test_any_bytes_give_one_line_per_line_feed(content: bytes, step: int) -> None:
    expected = content.count(b"\n") + (not content.endswith(b"\n") and content != b"")
    assert len(read(content, step=step)) == expected


def test_bytes_that_are_not_utf8_are_the_problem_of_their_line() -> None:
    good, bad, last = read(b"good\nb\xe4d\nlast\n")
    assert (good.problem, last.problem) == (None, None)
    assert bad.text == "b\ufffdd"
    assert bad.problem is not None
    assert (bad.problem.cause, bad.problem.message) == ("not UTF-8", "Byte 2 of the line is not UTF-8.")


@pytest.mark.parametrize("text", ["", " ", "\t \u3000"])
def test_white_space_alone_is_an_empty_text(text: str) -> None:
    (line,) = read(text.encode() + b"\n")
    assert line.problem is not None
    assert line.problem.cause == "empty"


@pytest.mark.parametrize("step", [1, 3, 7, 1024])
def test_a_line_too_long_to_hold_is_skipped_and_the_next_is_whole(
    monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr(byte_lines, "LONGEST_LINE_BYTES", 10)
    first, long, last = read(b"first\n" + b"x" * 50 + b"\nlast\n", step=step)
    assert (first.text, long.text, last.text) == ("first", "", "last")
    assert long.problem is not None
    assert long.problem.cause == "too long"


def test_a_last_line_too_long_to_hold_is_still_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(byte_lines, "LONGEST_LINE_BYTES", 10)
    (line,) = read(b"x" * 50, step=7)
    assert line.problem is not None
    assert line.problem.cause == "too long"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("hello\n".encode("utf-16"), "UTF-16"),
        (b"PK\x03\x04rest", "a ZIP archive or a spreadsheet"),
        (b"\x1f\x8b\x08rest", "compressed with gzip"),
        (b"PAR1rest", "a Parquet file"),
    ],
)
def test_a_file_of_another_kind_is_refused_as_a_whole(content: bytes, what: str) -> None:
    with pytest.raises(BadFile, match=f"^it is not UTF-8 text: it looks like {what}.$") as caught:
        read(content)
    assert caught.value.hint
