import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.reader.guard.upstream import read_frames


def read(*pieces: bytes) -> list[str]:
    async def send() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def collect() -> list[str]:
        return [frame async for frame in read_frames(send())]

    return asyncio.run(collect())


STREAM = (
    b'\xef\xbb\xbf: hello\r\n\r\ndata: {"a": "caf\xc3\xa9 \xf0\x9f\x99\x82"}\r\n\r\n'
    b'event: x\ndata:{"b": 1}\n\n:waiting\n\n'
    b'id: 7\ndata: {"c":\ndata:  2}\n\ndata: \xe2\x80\xa8\n\ndata: [DONE]\n\ndata: late\n\n'
)
FRAMES = ['{"a": "café 🙂"}', '{"b": 1}', '{"c":\n 2}', "\u2028", "[DONE]"]


def test_comments_breaks_and_missing_spaces_are_understood() -> None:
    assert read(STREAM) == FRAMES


@given(st.sets(st.integers(0, len(STREAM)), max_size=40))
def test_where_the_bytes_are_cut_makes_no_difference(cuts: set[int]) -> None:
    at = sorted(cuts)
    pieces = [STREAM[begin:end] for begin, end in zip([0, *at], [*at, len(STREAM)], strict=True)]
    assert read(*pieces) == FRAMES


def test_every_byte_on_its_own_is_the_same() -> None:
    assert read(*(STREAM[at : at + 1] for at in range(len(STREAM)))) == FRAMES


@pytest.mark.parametrize(
    ("pieces", "frames"),
    [
        ([b'data: {"a": 1}'], ['{"a": 1}']),
        ([b'data: {"a": 1}\n'], ['{"a": 1}']),
        ([b'data: {"a": 1}\n\ndata: {"b'], ['{"a": 1}', '{"b']),
        ([b"data: caf\xc3"], ["caf\ufffd"]),
        ([b""], []),
        ([], []),
        ([b"hello"], []),
        ([b"<html>oops</html>"], []),
        ([b"data:\n\ndata\n\n"], []),
    ],
)
def test_an_end_in_the_middle_gives_what_there_is(pieces: Sequence[bytes], frames: list[str]) -> None:
    assert read(*pieces) == frames
