"""Many calls in one body and back: `multipart/mixed`, each part an HTTP message of its own.

A part that cannot be read is refused by itself; only a body that is no multipart at all is refused whole.
"""

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from http import HTTPStatus
from itertools import islice, takewhile
from urllib.parse import parse_qsl, urlsplit

from sayso.web.perspective.calls import Call, Method, find_method
from sayso.web.perspective.errors import Refusal, refuse_path
from sayso.web.perspective.names import shorten

MOST_PARTS = 1000
JSON_TYPE = "application/json; charset=UTF-8"
LARGEST_HEAD = 16_384
FIRST_PART = 65_536
"""So much of a batch is read before its first part has to say who calls."""
FOLD = re.compile(rb"\r?\n(?=[ \t])")
BLANK_LINE = re.compile(rb"\r?\n\r?\n")
REQUEST_LINE = re.compile(rb"(?P<verb>[A-Z]+) (?P<target>[!-~]+)(?: HTTP/1\.[01])?[ \t]*\r?(?:\n|$)")


@dataclass(frozen=True, slots=True)
class Part:
    """What one part asks, or why it cannot be asked, and the name its answer must carry."""

    content_id: str
    call: tuple[Method, Call] | Refusal


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """What one part is told."""

    content_id: str
    status: int
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


def read_parts(content_type: str, body: bytes) -> list[Part]:
    """The calls of a batch, in order."""
    header = Message()
    header["Content-Type"] = content_type
    boundary = header.get_boundary()
    if header.get_content_type() != "multipart/mixed" or not boundary:
        raise Refusal("A batch needs the content type multipart/mixed, with a boundary.")
    pieces = _split_body(boundary.encode("latin-1", "replace"), body)
    if not pieces:
        raise Refusal("The batch has no parts between its boundaries.")
    return [_read_part(piece) for piece in pieces]


def find_secret(content_type: str, begun: bytes) -> str | None:
    """The key of the first part, in a batch that has begun to come."""
    call = read_parts(content_type, begun)[0].call
    return None if isinstance(call, Refusal) else call[1].secret


def write_answers(answers: Iterable[PartAnswer]) -> tuple[str, bytes]:
    """The content type and the body of a batch's answer."""
    boundary = f"batch_{secrets.token_hex(16)}"
    chunks = [_write_answer(boundary, each) for each in answers]
    return f"multipart/mixed; boundary={boundary}", b"".join(chunks) + f"--{boundary}--\r\n".encode()


def _split_body(boundary: bytes, body: bytes) -> list[bytes]:
    """What stands between the boundaries; the one that closes the batch may be missing."""
    delimiter = re.compile(b"--" + re.escape(boundary) + rb"(?P<closing>--)?[ \t]*(?=\r?\n|\Z)")
    found = (
        mark
        for mark in delimiter.finditer(body)
        if body[max(mark.start() - 1, 0) : mark.start()] in (b"", b"\n")
    )
    marks = list(islice(found, MOST_PARTS + 2))
    opening = list(takewhile(lambda mark: not mark["closing"], marks))
    if len(opening) > MOST_PARTS:
        raise Refusal(f"The batch has more than {MOST_PARTS} parts, which is the most accepted.")
    ends = [mark.start() for mark in marks[1:]] + [len(body)]
    return [body[mark.end() : end] for mark, end in zip(opening, ends, strict=False)]


def _read_part(piece: bytes) -> Part:
    try:
        head, payload = _split_head(piece)
    except Refusal as refusal:
        return Part("", refusal)
    content_id = _read_headers(head).get("content-id", "")
    try:
        return Part(content_id, _read_call(payload.lstrip(b"\r\n")))
    except Refusal as refusal:
        return Part(content_id, refusal)


def _read_call(payload: bytes) -> tuple[Method, Call]:
    head, body = _split_head(payload)
    line = REQUEST_LINE.match(head)
    if line is None:
        raise Refusal(
            "The part does not begin with a request line such as: POST /v1alpha1/comments:analyze HTTP/1.1"
        )
    path, query = _split_target(line["target"].decode("ascii"))
    method = find_method(path)
    if method is None or line["verb"] != b"POST":
        raise refuse_path(shorten(path))
    return method, Call(dict(parse_qsl(query)), _read_headers(head[line.end() :]), body)


def _split_head(message: bytes) -> tuple[bytes, bytes]:
    """The headers of a message and what follows the blank line after them."""
    blank = BLANK_LINE.search(message, 0, LARGEST_HEAD)
    if blank is None and len(message) > LARGEST_HEAD:
        raise Refusal(f"The headers of the part are longer than {LARGEST_HEAD} bytes.")
    return (message[: blank.start()], message[blank.end() :]) if blank else (message, b"")


def _read_headers(head: bytes) -> dict[str, str]:
    """By name in lower case; a value folded over several lines becomes one line again."""
    lines = FOLD.sub(b"", head).decode("latin-1").splitlines()
    named = (line.partition(":") for line in lines)
    return {name.strip().lower(): value.strip() for name, colon, value in named if colon}


def _split_target(target: str) -> tuple[str, str]:
    try:
        split = urlsplit(target)
    except ValueError:
        raise Refusal("The request line of the part has no readable address.") from None
    return split.path, split.query


def _write_answer(boundary: str, answer: PartAnswer) -> bytes:
    outer = [f"--{boundary}", "Content-Type: application/http"]
    if answer.content_id:
        bracket = "<" if answer.content_id.startswith("<") else ""
        outer.append(f"Content-ID: {bracket}response-{answer.content_id.removeprefix('<')}")
    inner = [f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}", f"Content-Type: {JSON_TYPE}"]
    inner += [f"{name}: {value}" for name, value in answer.headers.items()]
    inner.append(f"Content-Length: {len(answer.body)}")
    return "\r\n".join([*outer, "", *inner, "", ""]).encode("utf-8", "replace") + answer.body + b"\r\n"
