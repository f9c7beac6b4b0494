import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.web.http.responses import JsonResponse, render_json


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


def test_the_answer_names_its_type() -> None:
    response = JsonResponse({"a": 1}, 201)
    assert (response.status_code, response.headers["content-type"]) == (201, "application/json")
