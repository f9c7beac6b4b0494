"""A or an."""

import pytest

from sayso.text.article import fit_articles, takes_an


@pytest.mark.parametrize(
    ("word", "expected"),
    [("odd", True), ("hour", True), ("user", False), ("one", False), ("person", False), ("unwise", True)],
)
def test_the_sound_decides(word: str, expected: bool) -> None:
    assert takes_an(word) is expected


def test_only_what_changed_is_mended() -> None:
    assert (
        fit_articles("an person took plan a or b", before="an idiot took plan a or b")
        == "a person took plan a or b"
    )
    assert fit_articles("a odd way", before="a odd way") == "a odd way"
