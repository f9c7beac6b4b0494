import numpy as np
import pytest

from sayso.scoring.folding import DROPPED, SPACE, TABLE_SIZE, FoldTable

FOLDS = FoldTable.build()


@pytest.mark.parametrize(
    ("character", "value"),
    [
        ("A", ord("a")),
        ("z", ord("z")),
        ("é", ord("e")),
        ("а", ord("a")),
        ("7", ord("0")),
        ("*", ord("*")),
        ("'", DROPPED),
        ("’", DROPPED),
        ("\u200d", DROPPED),
        ("\u0301", DROPPED),
        (".", SPACE),
        ("-", SPACE),
        ("\n", SPACE),
        ("\ud800", SPACE),
        ("👍", ord("👍")),
        ("\U0001f3fd", DROPPED),
        ("\U0010ffff", SPACE),
    ],
)
def test_each_kind_of_character_has_its_place(character: str, value: int) -> None:
    assert FOLDS.apply(np.array([ord(character)], np.uint32)).tolist() == [value]


def test_letters_are_what_becomes_a_to_z() -> None:
    assert [bool(FOLDS.letters[ord(character)]) for character in "aQé9*ж"] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def test_codes_beyond_the_table_do_not_change_their_neighbours() -> None:
    codes = np.array([ord("B"), TABLE_SIZE, ord("B")], np.uint32)
    assert FOLDS.apply(codes).tolist() == [ord("b"), SPACE, ord("b")]
