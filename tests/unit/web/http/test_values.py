"""Numbers and yes or no in JSON bodies."""

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from sayso.web.http.values import Flag, Limit, Whole


class Body(BaseModel):
    flag: Flag = True
    whole: Whole = 0
    limit: Limit = 0.5


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("flag", False, False),
        ("whole", 4, 4),
        ("whole", 4.0, 4),
        ("limit", 0.25, 0.25),
        ("limit", 1, 1.0),
    ],
)
def test_what_the_document_describes_is_taken(name: str, value: Any, read: Any) -> None:
    assert getattr(Body.model_validate({name: value}), name) == read


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("flag", 0),
        ("flag", 0.0),
        ("flag", "yes"),
        ("whole", "4"),
        ("whole", True),
        ("whole", 4.5),
        ("whole", -1),
        ("whole", float("inf")),
        ("whole", float("nan")),
        ("limit", "0.5"),
        ("limit", True),
        ("limit", 1.01),
    ],
)
def test_what_only_looks_like_it_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValidationError):
        Body.model_validate({name: value})


def test_the_bounds_are_in_the_document() -> None:
    properties = Body.model_json_schema()["properties"]
    assert properties["whole"]["minimum"] == 0
    assert (properties["limit"]["minimum"], properties["limit"]["maximum"]) == (0, 1)
