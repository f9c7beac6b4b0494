from math import isnan, nan
from typing import Any

import pytest

from sayso.core.errors import BadFile
from sayso.files.labelled import Row


def row(value: object) -> Row:
    return Row("set.csv", 7, {"cell": value})


@pytest.mark.parametrize(
    ("value", "label"), [("0", 0), ("1.0", 1), (1, 1), (0.0, 0), (True, 1), ("False", 0), (" 1 ", 1)]
)
def test_yes_and_no_are_read_however_they_are_written(value: object, label: float) -> None:
    assert row(value).yes_or_no("cell") == label


@pytest.mark.parametrize("value", [None, "", " ", nan])
def test_an_empty_cell_is_not_a_number_only_where_it_may_be_empty(value: object) -> None:
    assert isnan(row(value).yes_or_no("cell", may_be_empty=True))
    with pytest.raises(BadFile, match="an empty cell is not a known label"):
        row(value).yes_or_no("cell")


@pytest.mark.parametrize(("value", "share"), [("0.25", 0.25), (1, 1.0), ("true", 1.0), (0.5, 0.5)])
def test_shares_lie_between_no_and_yes(value: object, share: float) -> None:
    assert row(value).share("cell") == share


@pytest.mark.parametrize("value", ["1.5", -0.1, "maybe", "inf"])
def test_what_is_no_share_is_named(value: object) -> None:
    with pytest.raises(BadFile, match=rf"set.csv, row 7, column 'cell': '?{value}'? is not a label"):
        row(value).share("cell")


def test_labels_are_known_in_any_case() -> None:
    assert row("Hateful").label("cell", {"hateful": 1.0}) == 1.0


def test_an_unknown_label_is_named_with_file_row_column_and_what_is_accepted() -> None:
    with pytest.raises(BadFile) as caught:
        row("hatful").label("cell", {"hateful": 1, "non-hateful": 0})
    assert caught.value.message == "set.csv, row 7, column 'cell': 'hatful' is not a known label."
    assert caught.value.hint == "Accepted: hateful, non-hateful."


@pytest.mark.parametrize(
    ("value", "said"), [("x" * 17, "a text of 17 characters"), ([1], "a value of type list"), (5, "5")]
)
def test_what_may_be_the_text_itself_is_described_and_not_shown(value: Any, said: str) -> None:
    with pytest.raises(BadFile, match=f": {said} is not a known label"):
        row(value).label("cell", {"a": 1})


def test_bytes_that_are_not_utf8_are_found_in_their_cell() -> None:
    mixed = b"caf\xe9".decode(errors="surrogateescape")
    with pytest.raises(BadFile, match=r"row 7, column 'cell': the cell holds bytes that are not UTF-8"):
        row(mixed).text("cell")


@pytest.mark.parametrize("value", [None, 5, ["a"]])
def test_a_text_is_a_text(value: object) -> None:
    with pytest.raises(BadFile, match="is not a text"):
        row(value).text("cell")


def test_a_list_is_a_list() -> None:
    assert row([1, 2]).sequence("cell") == [1, 2]
    with pytest.raises(BadFile, match=r"'\[1, 2\]' is not a list"):
        row("[1, 2]").sequence("cell")
