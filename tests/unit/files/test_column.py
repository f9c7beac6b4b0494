import pytest

from sayso.core.errors import BadFile, BadInput, UnknownName
from sayso.files.source import choose_column


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        (["id", "text"], "text"),
        (["body", "comment_text"], "comment_text"),
        (["ID", " Comment "], " Comment "),
        (["content", "x"], "content"),
    ],
)
def test_a_usual_name_is_found_in_any_case(names: list[str], chosen: str) -> None:
    assert choose_column(names, wanted=None, source="it") == chosen


def test_the_column_asked_for_is_taken_before_a_usual_one() -> None:
    assert choose_column(["text", "title"], wanted="title", source="it") == "title"


def test_an_unknown_column_is_answered_with_the_columns_there_are() -> None:
    with pytest.raises(
        UnknownName, match=r"Unknown column 'titel'. Known: id, title. Did you mean 'title'\?"
    ):
        choose_column(["id", "title"], wanted="titel", source="it")


def test_without_a_usual_name_the_columns_are_listed() -> None:
    with pytest.raises(
        BadInput, match=r"No column of 'a.csv' has a usual name for the text. Columns: id, said."
    ) as caught:
        choose_column(["id", "said"], wanted=None, source="'a.csv'")
    assert caught.value.hint == "Choose one: --column NAME"


def test_a_missing_header_does_not_print_whole_texts() -> None:
    with pytest.raises(BadInput) as caught:
        choose_column(["word " * 100, *map(str, range(30))], wanted=None, source="it")
    assert "word word word word word word…, 0" in caught.value.message
    assert caught.value.message.endswith("18, ….")


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(BadFile, match="two columns called 'text'"):
        choose_column(["text", "id", "text"], wanted=None, source="it")
