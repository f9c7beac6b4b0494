import json
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.json_text import left_out, render_json


@pytest.mark.parametrize(
    ("content", "body"),
    [
        ({"a": [1, 0.5]}, b'{"a":[1,0.5]}'),
        ({"word": "é"}, '{"word":"é"}'.encode()),
        ({"word": "\ud83d"}, b'{"word":"\\ud83d"}'),
    ],
)
def test_json_is_compact_utf8_unless_it_has_half_a_surrogate_pair(content: object, body: bytes) -> None:
    assert render_json(content) == body


@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    assert json.loads(render_json([text])) == [text]


@dataclass(frozen=True, slots=True)
class Pet:
    name: str
    age: int | None = None
    note: str | None = left_out()


def test_an_answer_is_a_dataclass_and_nested_ones_too() -> None:
    assert (
        render_json({"pets": [Pet("Rex", 3, "good")]}) == b'{"pets":[{"name":"Rex","age":3,"note":"good"}]}'
    )


def test_what_may_be_left_out_is_and_what_may_not_is_null() -> None:
    assert render_json(Pet("Rex")) == b'{"name":"Rex","age":null}'


def test_a_moment_is_text_of_fixed_width_in_utc() -> None:
    noon = datetime(2026, 1, 2, 12, tzinfo=timezone(timedelta(hours=2)))
    assert render_json([noon]) == b'["2026-01-02T10:00:00.000000Z"]'


def test_what_has_no_json_is_refused_by_its_type() -> None:
    with pytest.raises(TypeError, match=r"^object has no JSON$"):
        render_json(object())
