from collections.abc import Callable

import pytest

from sayso.core.errors import BadFile
from sayso_lab.data.davidson import DAVIDSON
from sayso_lab.data.rows import NOTHING_WRONG, Row

Shares = Callable[[Row], dict[str, float]]


def read(text: str, *, hate: int, offensive: int, neither: int, count: int) -> Row:
    votes = {"hate_speech": [hate], "offensive_language": [offensive], "neither": [neither]}
    (row,) = DAVIDSON.read({"davidson": {"tweet": [text], "count": [count], **votes}})
    return row


def test_votes_become_shares(shares: Shares) -> None:
    """TOXICITY (1 + 0.85 * 2) / 4. Nobody was asked about profanity, and no such word is there."""
    row = read("oh dear", hate=1, offensive=2, neither=1, count=4)
    assert shares(row) == {"TOXICITY": 0.675, "IDENTITY_ATTACK": 0.25}


def test_with_a_profane_word_the_offended_found_profanity(shares: Shares) -> None:
    assert shares(read("damn", hate=1, offensive=2, neither=1, count=4))["PROFANITY"] == 0.75


def test_where_a_word_that_people_take_back_is_all_there_is_toxicity_stays_open(shares: Shares) -> None:
    assert "TOXICITY" not in shares(read("my bitches", hate=0, offensive=2, neither=1, count=3))
    assert shares(read("my bitches", hate=1, offensive=2, neither=0, count=3))["TOXICITY"] == 0.9


def test_where_all_were_content_nothing_is_wrong(shares: Shares) -> None:
    assert shares(read("hello", hate=0, offensive=0, neither=3, count=3)) == NOTHING_WRONG


def test_texts_that_were_escaped_twice_are_read_as_written() -> None:
    assert read("a &amp;gt; b", hate=0, offensive=0, neither=3, count=3).text == "a > b"


def test_votes_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(BadFile) as caught:
        read("a", hate=3, offensive=3, neither=0, count=3)
    expected = "column 'count', row 0: the sum of the votes is needed, not 3 for 3 + 3 + 0 votes."
    assert caught.value.message == f"davidson.parquet, {expected}"
