from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso_lab.encoder.disguise import WAYS, Way, disguise

SEEDS = range(30)


def write(way: Way, seed: int, text: str = "you stupid fool") -> str:
    return disguise(text, way, Random(seed), words={"stupid"}).text


@given(st.text(max_size=60), st.sampled_from(WAYS), st.integers(0, 99))
def test_every_character_comes_from_a_place_in_the_text(text: str, way: Way, seed: int) -> None:
    hidden = disguise(text, way, Random(seed))
    assert len(hidden.begins) == len(hidden.ends) == len(hidden.text)
    assert list(hidden.begins) == sorted(hidden.begins)
    assert all(0 <= begin < len(text) for begin in hidden.begins)


@given(st.text(max_size=60), st.sampled_from(WAYS), st.integers(0, 99))
def test_the_same_seed_disguises_in_the_same_way(text: str, way: Way, seed: int) -> None:
    assert disguise(text, way, Random(seed)).text == disguise(text, way, Random(seed)).text


@pytest.mark.parametrize("way", WAYS)
def test_only_the_named_words_change(way: Way) -> None:
    for seed in SEEDS:
        found = write(way, seed).replace(" ", "")
        assert found.startswith("you")
        assert found.endswith("fool")


@pytest.mark.parametrize(
    ("way", "examples"),
    [
        (Way.SPACES, {"you s t u p i d fool"}),
        (Way.DOTTED, {"you s.t.u.p.i.d fool", "you s-t-u-p-i-d fool"}),
        (Way.DROPPED, {"you stpid fool", "you stupd fool"}),
        (Way.MASKED, {"you s****d fool", "you st*pid fool"}),
        (Way.REPEATED, {"you stuuupid fool"}),
        (Way.SWAPPED, {"you sutpid fool", "you stuipd fool"}),
        (Way.JOINED, {"youstupidfool", "you stupidfool", "youstupid fool", "you stupid fool"}),
        (Way.LEET, {"you 57up1d fool", "you $7up!d fool"}),
    ],
)
def test_each_way_writes_as_people_do(way: Way, examples: set[str]) -> None:
    written = {write(way, seed) for seed in range(400)}
    assert examples <= written


def test_other_alphabets_and_invisible_signs_keep_the_look() -> None:
    assert any("ѕ" in write(Way.HOMOGLYPH, seed) for seed in SEEDS)
    assert all(write(Way.ZERO_WIDTH, seed).isascii() for seed in SEEDS) is False


def test_a_way_back_leads_to_the_word() -> None:
    text = "you stupid fool"
    hidden = disguise(text, Way.SPACES, Random(1), words={"stupid"})
    begin = hidden.text.index("s t u p i d")
    span = hidden.original_span(begin, begin + 11)
    assert text[span.begin : span.end] == "stupid"


def test_without_the_named_words_a_longer_uncommon_one_is_changed() -> None:
    assert disguise("they would just be about fools", Way.SPACES, Random(1), words={"x"}).text == (
        "they would just be about f o o l s"
    )


def test_at_most_five_words_are_changed() -> None:
    text = " ".join(["reading"] * 60)
    assert all(disguise(text, Way.SPACES, Random(seed)).text.count("r e a d i n g") <= 5 for seed in SEEDS)


def test_short_words_that_cannot_be_swapped_stay() -> None:
    assert disguise("a fat cat", Way.SWAPPED, Random(1), words={"fat"}).text == "a fat cat"
