import pytest

from sayso_lab.data.wording import is_profane, names_group, takes_back


@pytest.mark.parametrize(
    ("text", "expected"),
    [("oh Damn", True), ("f*** it", True), ("what the f**k", True), ("a class in Essex", False), ("", False)],
)
def test_profane_words_are_found_whole(text: str, expected: bool) -> None:
    assert is_profane(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("All Immigrants", True), ("women and men", False), ("a whiteboard", False)]
)
def test_groups_other_than_women_are_found(text: str, expected: bool) -> None:
    assert names_group(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("we Queers vote", True), ("two trannies", True), ("a hoedown", False), ("", False)],
)
def test_words_that_people_take_back_are_found_whole(text: str, expected: bool) -> None:
    assert takes_back(text) is expected
