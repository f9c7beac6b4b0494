"""Sentences with exact offsets. The rules are the library's (sentencex); why it: docs/decisions/0002."""

import re
from collections.abc import Callable, Iterator
from typing import TypedDict, cast

import sentencex

from sayso.core import Span

# What Unicode calls a mandatory line break.
_LINE = re.compile("[^\n\r\v\f\x85\u2028\u2029]+")
BLOCK = 2_000
"""Characters of a line that are looked at together."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Boundary(TypedDict):
    start_index: int
    end_index: int


# The library has no type hints, and a star import hides its names from the checker.
_find_boundaries = cast(
    "Callable[[str, str], list[_Boundary]]",
    sentencex.get_sentence_boundaries,  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
)


def split_sentences(text: str) -> list[Span]:
    """The sentences of `text`, in order, without the white space around them.

    A line break always ends a sentence. Everything that is not white space lies in one.
    """
    # The library takes no lone surrogates; a character of the same length stands in for them.
    readable = text if text.isascii() else _SURROGATE.sub("\ufffd", text)
    sentences: list[Span] = []
    for line in _LINE.finditer(readable):
        start = begin = line.start()
        short = len(line[0]) <= BLOCK
        for one in _find_boundaries("en", line[0]) if short else _find_in_blocks(line[0]):
            end = start + one["end_index"]
            if span := _trim(text, begin, end):
                sentences.append(span)
            begin = end
        if span := _trim(text, begin, line.end()):
            sentences.append(span)
    return sentences


def _find_in_blocks(line: str) -> Iterator[_Boundary]:
    """In blocks: the library's time grows with the square of what it is given.

    The last sentence of a block may go on behind it, so the next block begins with it; one that fills a block
    goes on as the first of the next.
    """
    begin = block = 0
    while block < len(line):
        end = block + BLOCK
        found = _find_boundaries("en", line[block:end])
        if end < len(line) and len(found) > 1:
            end = block + found.pop()["start_index"]
        for one in found:
            if one is found[-1] and end < len(line) and len(found) == 1 and end - begin >= BLOCK:
                break
            yield _Boundary(start_index=begin, end_index=block + one["end_index"])
            begin = block + one["end_index"]
        block = end


def _trim(text: str, begin: int, end: int) -> Span | None:
    """The span without white space at its ends, or nothing if there is nothing else."""
    sentence = text[begin:end]
    stripped = sentence.lstrip()
    if not stripped:
        return None
    begin += len(sentence) - len(stripped)
    return Span(begin, begin + len(stripped.rstrip()))
