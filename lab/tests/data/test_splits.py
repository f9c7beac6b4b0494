from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso_lab.data.rows import Own, Row, make_row
from sayso_lab.data.splits import Part, choose_parts, make_keys

LONG = (
    "This sentence is long enough that its beginning alone would mark another text as a copy of it, "
    "and so would its end."
)


def make(text: str, *, source: str = "jigsaw", own: Own = "", link: str = "") -> Row:
    return make_row(source, text, {}, own=own, link=link)


@pytest.mark.parametrize(
    "copy",
    [
        "You are LATE!",
        "you  are...late",
        "RT @somebody: you are late https://example.org/x",
        "you are &amp;quot;late&amp;quot;",
        "ｙｏｕ are late",
    ],
)
def test_copies_share_their_letters(copy: str) -> None:
    assert make_keys(copy)[0] == make_keys("you are late")[0] == "ayouarelate"


def test_texts_of_the_same_five_words_are_near_copies() -> None:
    assert make_keys("one two three four five")[1] == make_keys("five four three two one one")[1]
    assert len(make_keys("one two three four")) == 1


def test_long_texts_with_one_beginning_or_end_are_near_copies() -> None:
    keys = set(make_keys(LONG))
    assert keys & set(make_keys(f"{LONG} And then some more."))
    assert keys & set(make_keys(f"Well: {LONG}"))


def test_a_text_without_letters_is_its_own_key() -> None:
    assert make_keys("🚌🚌") == ["a🚌🚌"]


def test_a_chain_of_near_copies_goes_to_one_part() -> None:
    """Two texts that share nothing are joined by a third, and by a link."""
    for number in range(40):
        begin, end = f"{number} {LONG}", f"{LONG[::-1]} {number}"
        rows = [make(begin, link="x"), make(begin + end), make(end), make(str(number), link="x")]
        assert len(set(choose_parts(rows))) == 1


def test_a_copy_of_a_text_kept_apart_is_kept_apart() -> None:
    kept = [make(f"text {number}", source="hatexplain", own="val") for number in range(50)]
    copies = [make(f"Text {number}!", source="davidson") for number in range(50)]
    assert set(choose_parts([*kept, *copies])) == {Part.HELD_OUT}


def test_the_trial_is_kept_apart() -> None:
    assert choose_parts([make("a", source="toxic_spans_trial", own="held")]) == [Part.HELD_OUT]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("jigsaw", {Part.HELD_OUT: 0.07, Part.DEV: 0.02, Part.TRAIN: 0.91}),
        ("hatexplain", {Part.DEV: 0.025, Part.TRAIN: 0.975}),
        ("perspective_scores", {Part.HELD_OUT: 0.35, Part.DEV: 0.15, Part.TRAIN: 0.5}),
        ("perspective_fragments", {Part.HELD_OUT: 0.04, Part.DEV: 0.05, Part.TRAIN: 0.91}),
    ],
)
def test_each_kind_of_set_is_split_in_its_own_way(source: str, expected: dict[Part, float]) -> None:
    parts = Counter(choose_parts([make(f"text {number}", source=source) for number in range(10_000)]))
    assert {part: count / 10_000 for part, count in parts.items()} == pytest.approx(expected, abs=0.015)


@given(st.lists(st.text(max_size=12), max_size=12), st.integers(0, 9))
def test_the_order_of_the_rows_does_not_matter(texts: list[str], seed: int) -> None:
    rows = [make(text) for text in texts]
    parts = dict(zip(texts, choose_parts(rows), strict=True))
    Random(seed).shuffle(rows)
    assert [parts[row.text] for row in rows] == choose_parts(rows)
