"""Sentences with exact offsets. The rules are the library's (sentencex); why it: docs/decisions/0002."""

import re
from collections.abc import Iterator
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


def split_sentences(text: str) -> list[Span]:
    """The sentences of `text`, in order, without the white space around them.

    A line break always ends a sentence. Everything that is not white space lies in one.
    """
    # The library takes no lone surrogates; a character of the same length stands in for them.
    readable = text if text.isascii() else _SURROGATE.sub("\ufffd", text)
    return [
        span
        for line in _LINE.finditer(readable)
        for boundary in _find_boundaries(line.group())
        if (span := _trim(text, line.start() + boundary["start_index"], line.start() + boundary["end_index"]))
    ]


def _find_boundaries(line: str) -> Iterator[_Boundary]:
    """In blocks: the library's time grows with the square of what it is given.

    The last sentence of a block may go on behind it, so the next block begins with it; one that fills a block
    goes on as the first of the next.
    """
    begin = block = 0
    while block < len(line):
        end = block + BLOCK
        found = _ask_library(line[block:end])
        if end < len(line) and len(found) > 1:
            end = block + found.pop()["start_index"]
        for one in found:
            if one is found[-1] and end < len(line) and len(found) == 1 and end - begin >= BLOCK:
                break
            yield _Boundary(start_index=begin, end_index=block + one["end_index"])
            begin = block + one["end_index"]
        block = end
    if begin < len(line):
        yield _Boundary(start_index=begin, end_index=len(line))


def _ask_library(line: str) -> list[_Boundary]:
    # The library has no type hints, and a star import hides its names from the checker.
    find = sentencex.get_sentence_boundaries  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
    return cast("list[_Boundary]", find("en", line))


def _trim(text: str, begin: int, end: int) -> Span | None:
    """The span without white space at its ends, or nothing if there is nothing else."""
    sentence = text[begin:end]
    stripped = sentence.lstrip()
    if not stripped:
        return None
    begin += len(sentence) - len(stripped)
    return Span(begin, begin + len(stripped.rstrip()))
