import json
from typing import Any

import pytest

from sayso.reader.guard.replies import ToolCall, is_readable, list_texts, rewrite_arguments, walk_strings


@pytest.mark.parametrize(
    ("value", "strings"),
    [
        ("a", ["a"]),
        ({"a": "b", "c": ["d", {"e": "f"}], "g": 1}, ["a", "b", "c", "d", "e", "f", "g"]),
        ([1, None, True], []),
    ],
)
def test_every_string_is_found_keys_too(value: Any, strings: list[str]) -> None:
    assert list(walk_strings(value)) == strings


def test_a_call_is_its_name_and_its_strings_each_alone_and_together() -> None:
    call = ToolCall(name="send", arguments='{"to": "Ann", "text": "you\\u0020there"}')
    assert list_texts([call]) == ["send", "to", "Ann", "text", "you there", "send\nto\nAnn\ntext\nyou there"]


def test_arguments_that_are_no_json_are_one_text() -> None:
    assert list_texts([ToolCall(arguments='{"to": "Ann')]) == ['{"to": "Ann']
    assert list_texts([ToolCall(is_custom=True, name="sh", arguments='{"a": "b"}')]) == [
        "sh",
        '{"a": "b"}',
        'sh\n{"a": "b"}',
    ]


def test_no_calls_have_no_texts() -> None:
    assert list_texts([]) == []
    assert list_texts([ToolCall(arguments="")]) == []


def test_of_a_key_that_comes_twice_only_what_was_judged_leaves() -> None:
    call = ToolCall(name="send", arguments='{"text": "you idiot", "text": "hello"}')
    assert "you idiot" not in list_texts([call])
    assert json.loads(rewrite_arguments(call)) == {"text": "hello"}
    assert "idiot" not in rewrite_arguments(call)


def test_text_arguments_leave_as_they_were_judged() -> None:
    assert rewrite_arguments(ToolCall(arguments='{"to": "Ann')) == '{"to": "Ann'
    assert rewrite_arguments(ToolCall(arguments='{"é": 1.5}')) == '{"é": 1.5}'


@pytest.mark.parametrize(
    ("arguments", "is_known"),
    [
        ('{"to": "Ann"}', True),
        ("null", True),
        ("", True),
        (" \n", True),
        ('{"to": "\\u0041nn"', False),
        ("Ann", False),
        ("[" * 100_000, False),
    ],
)
def test_of_arguments_that_are_no_json_the_strings_are_not_known(arguments: str, is_known: bool) -> None:
    assert is_readable(ToolCall(name="send", arguments=arguments)) is is_known
    assert is_readable(ToolCall(is_custom=True, arguments=arguments))


def test_arguments_that_are_nothing_leave_as_nothing() -> None:
    assert list_texts([ToolCall(name="send", arguments="null")]) == ["send"]
    assert rewrite_arguments(ToolCall(arguments="null")) == "null"


def test_lone_halves_of_characters_in_escapes_are_judged_and_leave_as_unknown() -> None:
    call = ToolCall(name="send", arguments='{"a": "\\ud835", "b": "\\udc22", "c": "\\ud835\\udc22"}')
    assert list_texts([call])[:-1] == ["send", "a", "\ufffd", "b", "c", "\U0001d422"]
    assert json.loads(rewrite_arguments(call)) == {"a": "\ufffd", "b": "\ufffd", "c": "\U0001d422"}


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_numbers_that_json_does_not_have_leave_as_null(number: str) -> None:
    call = ToolCall(name="send", arguments=f'{{"a": [{number}], "b": 1e3}}')
    assert rewrite_arguments(call) == '{"a": [null], "b": 1000.0}'
    assert is_readable(call)
