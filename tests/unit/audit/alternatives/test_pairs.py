from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sayso.audit.alternatives.pairs import Change, find_changes, make_pair, normalise, read_pairs
from sayso.core import Span
from sayso.core.errors import BadFile
from sayso.files.labelled import Row, Table
from sayso.text.partition import is_held_out_pair

SENTENCES = [f"this is a dumb idea {number}" for number in range(60)]
HELD_OUT = [text for text in SENTENCES if is_held_out_pair(text)]


def make_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    numbered = tuple(Row("pairs.csv", number, cells) for number, cells in enumerate(rows, start=1))
    return Table("pairs.csv", tuple(rows[0]), numbered)


@pytest.mark.parametrize(
    ("text", "rewrite", "changes"),
    [
        # a word for a word, whatever case and marks do
        ("dont be dumb , do some .", "Dont be naive, do some.", [("dumb", "naive", "word")]),
        # left out
        ("its the economy , stupid .", "its the economy.", [("stupid", "", "omission")]),
        # a few words for one
        ("what crap", "what bad things", [("crap", "bad things", "phrase")]),
        # two words for two, or two left out: who stands for whom is not known
        ("you dumb fool go", "you nice person go", []),
        ("you dumb fool go", "you go", []),
        # something added is no change to a word
        ("this is bad", "this is really bad", []),
        # another sentence
        ("crap", "i do not like it", []),
        (
            "the crap is a mess",
            "the stuff is a chaos",
            [("crap", "stuff", "word"), ("mess", "chaos", "word")],
        ),
        ("same words", "Same words!", []),
    ],
)
def test_changes_to_single_words_are_found(
    text: str, rewrite: str, changes: list[tuple[str, str, str]]
) -> None:
    found = list(find_changes(text, rewrite))
    assert [(text[one.span.begin : one.span.end], one.wording, one.kind) for one in found] == changes


def test_the_same_change_by_two_people_counts_once() -> None:
    pair = make_pair("be dumb", ["be naive", "Be naive.", "be silly"])
    assert pair.changes == (Change(Span(3, 7), "naive"), Change(Span(3, 7), "silly"))
    assert pair.rewrites == ("be naive", "Be naive.", "be silly")


def test_only_held_out_sentences_are_read_and_each_once() -> None:
    assert 1 <= len(HELD_OUT) < 20
    rows = [
        {"toxic": text, "neutral1": text.replace("dumb", "bad"), "neutral2": None, "neutral3": ""}
        for text in SENTENCES
    ]
    again = {"toxic": HELD_OUT[0], "neutral1": HELD_OUT[0].replace("dumb", "poor")}
    pairs = read_pairs(make_table([*rows, {**again, "neutral2": None, "neutral3": None}]))
    assert [pair.text for pair in pairs] == HELD_OUT
    assert [change.wording for change in pairs[0].changes] == ["bad", "poor"]


def test_a_file_may_lack_the_further_rewrites() -> None:
    (pair,) = read_pairs(make_table([{"toxic": HELD_OUT[0], "neutral1": "this is an idea"}]))
    assert pair.rewrites == ("this is an idea",)


def test_a_file_without_held_out_sentences_is_refused() -> None:
    learned = next(text for text in SENTENCES if text not in HELD_OUT)
    with pytest.raises(BadFile, match=r"pairs\.csv holds no sentence that was held out"):
        read_pairs(make_table([{"toxic": learned, "neutral1": "x"}]))


def test_a_file_without_the_column_is_refused() -> None:
    with pytest.raises(BadFile, match="no column 'toxic'"):
        read_pairs(make_table([{"text": "x", "neutral1": "y"}]))


def test_a_cell_that_is_no_text_is_named() -> None:
    with pytest.raises(BadFile, match=r"row 1, column 'neutral1'"):
        read_pairs(make_table([{"toxic": HELD_OUT[0], "neutral1": 3}]))


def test_wordings_are_compared_by_their_words() -> None:
    assert normalise("  Rather NAIVE!") == "rather naive"
    assert normalise("") == ""
