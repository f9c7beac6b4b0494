import inspect
import re

import pytest

from sayso.core import errors
from sayso.core.errors import LimitReached, MissingExtra, SaysoError, UnknownName

CLASSES = [
    member
    for _, member in inspect.getmembers(errors, inspect.isclass)
    if issubclass(member, SaysoError) and member.__module__ == errors.__name__
]


def test_the_tree_drawn_at_the_top_is_the_tree_of_the_classes() -> None:
    drawn = re.findall(r"^(?:[│├└─ ]+|(?=SaysoError))([A-Z]\w+)", errors.__doc__ or "", flags=re.MULTILINE)
    assert {cls.__name__ for cls in CLASSES} == set(drawn)


def test_every_class_has_a_slug_of_its_own() -> None:
    slugs = [cls.slug for cls in CLASSES]
    assert len(set(slugs)) == len(slugs)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", slug) for slug in slugs)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("linaer", "Unknown scorer 'linaer'. Known: blocklist, linear. Did you mean 'linear'?"),
        ("zzz", "Unknown scorer 'zzz'. Known: blocklist, linear."),
    ],
)
def test_an_unknown_name_lists_what_is_known_and_the_nearest(name: str, message: str) -> None:
    assert str(UnknownName("scorer", name, ["linear", "blocklist"])) == message


def test_an_unknown_name_says_when_nothing_is_known() -> None:
    assert str(UnknownName("model", "a", [])) == "Unknown model 'a'. Known: none."


def test_a_missing_extra_carries_the_command() -> None:
    error = MissingExtra("PostgreSQL", "postgres")
    assert error.message == "PostgreSQL needs the extra 'postgres', which is not installed."
    assert error.hint == "Run: pip install 'sayso[postgres]'"


def test_a_limit_says_when_to_come_back() -> None:
    assert LimitReached("Too many requests.", retry_after_s=7).retry_after_s == 7
