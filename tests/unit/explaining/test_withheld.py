"""Words that are never offered."""

import pytest

from sayso.explaining.protected import is_left_alone, is_protected, is_withheld


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        ("White", True),
        ("hateful person", True),
        ("RACIST", True),
        ("good", True),  # the opposite of what was said
        ("punch", True),
        ("brain", True),
        ("Germans", True),
        ("odd", False),
        ("whiten", False),
        ("", False),
    ],
)
def test_groups_and_accusations_are_withheld(wording: str, expected: bool) -> None:
    assert is_withheld(wording) is expected


@pytest.mark.parametrize(
    ("word", "names", "alone"),
    [
        ("queer", True, True),
        ("Israel", True, True),
        ("kick", False, True),
        ("legs", False, True),
        ("daft", False, False),
    ],
)
def test_who_is_meant_is_never_said_otherwise_and_harm_never_renamed(
    word: str, names: bool, alone: bool
) -> None:
    assert (is_protected(word), is_left_alone(word)) == (names, alone)
