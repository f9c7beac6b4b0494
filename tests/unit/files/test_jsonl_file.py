import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.errors import BadInput
from sayso.files import byte_lines
from sayso.files.jsonl_file import open_jsonl
from sayso.files.source import Line


def read(content: bytes, *, column: str | None = None) -> list[Line]:
    source = open_jsonl(io.BytesIO(content), name="it", column=column)
    return [line for block in source.blocks for line in block]


def test_the_text_is_found_in_its_usual_field() -> None:
    lines = read(b'{"id": 1, "body": "hello"}\n{"id": 2, "body": "there"}\n')
    assert [(line.text, line.columns["id"]) for line in lines] == [("hello", 1), ("there", 2)]


def test_a_line_may_be_simply_a_string() -> None:
    assert [line.text for line in read(b'"hello"\n"there"\n')] == ["hello", "there"]


@given(st.lists(st.text()))
def test_any_text_that_json_can_name_comes_back(texts: list[str]) -> None:
    content = "".join(json.dumps({"text": text}) + "\n" for text in texts)
    assert [line.text for line in read(content.encode())] == texts


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"text": ', "The line is not JSON: Expecting value at column 10."),
        (b"hello", "The line is not JSON: Expecting value at column 1."),
        (b'{"text": "open', "The line is not JSON: Unterminated string starting at column 10."),
        (b'{"text": 1' + b"0" * 5000 + b"}", "The line is not JSON that can be held."),
        (b"[" * 100_000, "The line is not JSON that can be held."),
        (b'{"text": "b\xe4d"}', "Byte 12 of the line is not UTF-8."),
        (b"[1]", "The line is a list, not an object."),
        (b"null", "The line is null, not an object."),
        (b'{"id": 1}', "The object has no field 'text'."),
        (b'{"text": null}', "The field 'text' is null, not text."),
        (b'{"text": 7}', "The field 'text' is a number, not text."),
        (b'{"text": ""}', "The text is empty."),
        (b"", "The text is empty."),
    ],
)
def test_what_is_wrong_with_a_line_is_its_own_problem(line: bytes, message: str) -> None:
    first, bad, last = read(b'{"text": "first"}\n' + line + b'\n{"text": "last"}\n')
    assert (first.problem, last.problem) == (None, None)
    assert bad.problem is not None
    assert bad.problem.message == message


def test_the_first_object_decides_the_field_even_after_broken_lines() -> None:
    lines = read(b'oops\n{"comment": "hello"}\n')
    assert [line.text for line in lines] == ["oops", "hello"]


def test_an_object_without_a_usual_field_stops_the_run_and_lists_the_fields() -> None:
    with pytest.raises(BadInput, match="Columns: id, said"):
        read(b'{"id": 1, "said": "hello"}\n')


def test_a_line_too_long_to_hold_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(byte_lines, "LONGEST_LINE_BYTES", 10)
    monkeypatch.setattr(byte_lines, "BLOCK_BYTES", 8)
    (line,) = read(b'"' + b"x" * 100 + b'"')
    assert line.problem is not None
    assert line.problem.cause == "too long"


def test_an_empty_file_has_no_lines() -> None:
    assert read(b"") == []
