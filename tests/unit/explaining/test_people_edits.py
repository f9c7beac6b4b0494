"""What people did with a passage, by its neighbours."""

from pathlib import Path

import pytest

from sayso.core.errors import BadWeights
from sayso.explaining.people_edits import PeopleEdits, classify, load_people_edits

TABLE = PeopleEdits(
    {"crap": {"": {"": 6, "things": 2}, "det *": {"": 4}, "not word": {}}, "fool": {"": {"person": 3, "": 1}}}
)


def test_shares_lean_on_the_neighbours_where_they_were_seen() -> None:
    anywhere = TABLE.find("crap", left="buy", right="here")
    assert anywhere == {"": pytest.approx(0.75), "things": pytest.approx(0.25)}
    # After "this", of (4 + 4 * .75) / 8 people.
    assert TABLE.find("crap", left="this", right="here")[""] == pytest.approx(0.875)


def test_nothing_is_known_of_other_passages() -> None:
    assert TABLE.find("odd", left=None, right=None) == {}
    assert not TABLE.is_known("odd")


def test_a_passage_that_was_renamed_is_a_name_of_a_thing_or_a_person() -> None:
    assert TABLE.is_name("crap")
    assert not TABLE.is_person("crap")
    assert TABLE.is_person("fool")


@pytest.mark.parametrize(
    ("token", "expected"), [("the", "det"), ("n't", "word"), ("'t", "not"), (None, "end"), ("!", "end")]
)
def test_neighbours_fall_into_classes(token: str | None, expected: str) -> None:
    assert classify(token) == expected


def test_the_shipped_table_knows_that_mere_emphasis_is_left_out() -> None:
    shares = load_people_edits().find("damn", left="the", right="door")
    assert max(shares, key=lambda one: shares[one]) == ""


@pytest.mark.parametrize("content", [None, "{", '{"edits": []}', '{"nothing": 1}'])
def test_a_lost_or_damaged_table_is_named_with_its_repair(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "people.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(BadWeights, match=r"people\.json is missing or damaged") as caught:
        load_people_edits(path)
    assert caught.value.hint
