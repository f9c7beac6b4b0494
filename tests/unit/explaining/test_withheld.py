"""Words that are never offered."""

import pytest

from sayso.explaining.candidates import is_withheld


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        ("White", True),
        ("hateful person", True),
        ("RACIST", True),
        ("odd", False),
        ("whiten", False),
        ("", False),
    ],
)
def test_groups_and_accusations_are_withheld(wording: str, expected: bool) -> None:
    assert is_withheld(wording) is expected
