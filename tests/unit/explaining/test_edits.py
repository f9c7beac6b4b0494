"""Edits written into sentences, and sentences that are none any more."""

import pytest

from sayso.core import Span
from sayso.explaining.edits import Edit, is_whole, may_go, write_edits


def edit(text: str, passage: str, wording: str) -> Edit:
    begin = text.index(passage)
    return Edit(Span(begin, begin + len(passage)), wording, 0.0)


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ("He is an idiot.", {"idiot": "person"}, "He is a person."),
        ("Stupid people drive.", {"Stupid": ""}, "People drive."),
        ("Stop it, you fool, now.", {", you fool": ""}, "Stop it, now."),
        ("Well, damn, that hurt.", {"damn": ""}, "Well, that hurt."),
        ("FIX THIS CRAP NOW", {"CRAP": "stuff"}, "FIX THIS STUFF NOW"),
        ("a silly, daft plan", {"silly, ": "", "daft": "odd"}, "an odd plan"),
        ("that is so dumb .", {"dumb": "unwise"}, "that is so unwise ."),
        ("Look around, fool.", {", fool": ""}, "Look around."),
    ],
)
def test_spaces_capitals_articles_and_marks_are_as_they_should_be(
    text: str, changes: dict[str, str], expected: str
) -> None:
    edits = [edit(text, passage, wording) for passage, wording in changes.items()]
    assert write_edits(text, Span(0, len(text)), edits) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("You are a waste of space.", "You are a of space.", False),
        ("He is a fool.", "He is a.", False),
        ("He is a fool.", "He is a person.", False),  # says nothing
        ("He is foolish.", "He is.", False),
        ("I like the silly hat.", "I like the hat.", True),
        ("Some fools left.", "Some people left.", True),
        ("a stuff", "a stuff", True),  # it was so before
        ("He has a crap.", "He has a stuff.", False),
        ("Stupid headline!", "Headline!", False),
        ("the the end", "the end", True),
        ("fool", "", False),
    ],
)
def test_nothing_hangs_that_did_not_hang_before(before: str, after: str, expected: bool) -> None:
    assert is_whole(before, after) is expected


@pytest.mark.parametrize(
    ("sentence", "word", "expected"),
    [
        ("the silly rail is late", "silly", True),
        ("so silly people left", "silly", False),
        ("the rail is silly", "silly", False),
        ("i like this crap .", "crap", True),
        ("well , damn , it hurts", "damn", True),
        ("get some serious crap .", "crap", False),
        ("as silly as that", "silly", False),
    ],
)
def test_an_ornament_may_go_and_a_part_may_not(sentence: str, word: str, expected: bool) -> None:
    words = sentence.split()
    assert may_go(words, words.index(word), words.index(word) + 1) is expected


def test_the_name_of_somebody_is_no_ornament() -> None:
    assert not may_go(["this", "fool", "thinks", "so"], 1, 2, is_name=True)
