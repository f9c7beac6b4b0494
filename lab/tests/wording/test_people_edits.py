"""What people did with rude passages, counted."""

import json
from pathlib import Path

import pytest

from sayso_lab.wording.people_edits import Edit, find_edits, find_rude_words, make_edit_table


@pytest.mark.parametrize(
    ("rude", "rewrite", "expected"),
    [
        ("this is crap", "this is bad", [Edit("crap", "is", None, "bad")]),
        ("This is CRAP!", "this is not good!", [Edit("crap", "is", "!", "not good")]),
        ("damn this here", "this here", [Edit("damn", None, "this", "")]),
        ("who the hell came", "who came", [Edit("the hell", "who", "came", "")]),
        ("a realy long day", "a really long day", []),  # spelt otherwise
        ("same here", "Same here.", []),
    ],
)
def test_passages_that_were_changed_are_found_between_their_neighbours(
    rude: str, rewrite: str, expected: list[Edit]
) -> None:
    assert list(find_edits(rude, rewrite)) == expected


def test_a_word_is_rude_if_people_mostly_did_away_with_it() -> None:
    pairs = [("what crap today", "what weather today")] * 3 + [("crap again today", "crap again today")]
    assert find_rude_words(pairs) == {"crap"}  # gone in three of four; "today" never


def test_what_several_wrote_is_kept_with_its_counts_by_context(tmp_path: Path) -> None:
    pairs = [("take this crap", "take this")] * 3 + [("take this crap", "take this stuff")] * 2
    pairs += [("take this crap", "take this odd thing")]
    assert make_edit_table(pairs, tmp_path / "people.json", record={"pairs": 6}) == 1
    kept = json.loads((tmp_path / "people.json").read_text())
    counts = [["", 3], ["stuff", 2]]
    assert kept["record"] == {"pairs": 6}
    assert kept["edits"] == {"crap": dict.fromkeys(["", "det *", "* end", "det end"], counts)}
