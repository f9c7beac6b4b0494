"""The families of disguise."""

import pytest

from sayso.audit.blinding.families import Family, list_families

FAMILIES = list_families()
TEXT = "You silly old goose, go home"


def test_there_are_at_least_sixty_with_names_of_their_own() -> None:
    assert len(FAMILIES) >= 60
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_each_changes_the_text_and_always_in_the_same_way(family: Family) -> None:
    assert family.apply(TEXT) != TEXT
    assert family.apply(TEXT) == family.apply(TEXT)
    assert family.apply("") in ("", "\u202e\u202c", "\u202e")


@pytest.mark.parametrize(
    ("name", "plain", "disguised"),
    [
        ("unassigned U+2065, in each word", "goose", "g\u2065oose"),
        ("Hangul filler, for spaces", "a b", "a\u3164b"),
        ("Cyrillic lookalikes", "goose", "gооѕе"),
        ("decimal references", "go", "&#103;&#111;"),
        ("right-to-left override", "goose", "\u202eesoog\u202c"),
        ("a star for a vowel", "goose", "g*ose"),
        ("letters swapped", "gander", "gnader"),
        ("words cut in two", "goose", "go ose"),
    ],
)
def test_some_by_hand(name: str, plain: str, disguised: str) -> None:
    family = next(each for each in FAMILIES if each.name == name)
    assert family.apply(plain) == disguised
