import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.text.rendering import read_rendered

PIECES = ["<", ">", "&", "#", ";", "[", "]", "(", ")", "^", "!", '"', "'", "/", "b", "br", "x1", " ", "\n"]
WHOLES = ["<b>", "</b>", "<br>", "&#111;", "&nbsp;", "&amp;", "](http://x)", "[", "\ud800", "é", "silly"]
soup = st.lists(st.sampled_from(PIECES + WHOLES) | st.text(max_size=3), max_size=30).map("".join)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("plain, with > and [1] and (2)", []),
        ("R&D at 1 < 2", []),
        ("g&#111;ose", ["goose"]),
        ("g&#x6F;ose", ["goose"]),
        ("g&#111ose", ["goose"]),
        ("g&#0000111;ose", ["goose"]),
        ("silly&nbsp;goose", ["silly goose"]),
        ("a <b>silly</b> goose", ["a silly goose"]),
        ("s<i>ill</i>y", ["silly", "s ill y"]),
        ("silly<br>goose", ["silly goose", "sillygoose"]),
        ("si<b></b>lly<br>goose", ["silly goose", "sillygoose", "si lly goose"]),
        ('silly <b title="a > b">goose', ["silly goose"]),
        ("silly <b title='>goose", ["silly goose"]),
        ("silly <b goose", []),
        ("&lt;b&gt;silly&lt;/b&gt; goose", ["silly goose"]),
        ("a [silly](http://x) goose", ["a silly goose"]),
        ("a [silly](http://x/a_(b)) goose", ["a silly goose"]),
        ("a [silly][1] goose", ["a silly goose"]),
        ("silly[^1] goose", ["silly goose"]),
        ("![silly](x.png) goose", ["silly goose"]),
        ("s[illy](x)", ["silly", "s illy"]),
        ("[<b>silly</b>](x) goose", ["silly goose"]),
    ],
)
def test_a_text_is_read_as_a_page_would_show_it(text: str, readings: list[str]) -> None:
    assert [folded.text for folded in read_rendered(text)] == readings


def test_every_character_knows_where_it_came_from() -> None:
    text = "a g&#111;<b>ose</b>"
    folded = read_rendered(text)[0]
    assert folded.text == "a goose"
    span = folded.original_span(2, 7)
    assert text[span.begin : span.end] == "g&#111;<b>ose"


@given(soup)
def test_whatever_is_read_maps_back_into_the_text_in_its_order(text: str) -> None:
    for folded in read_rendered(text):
        assert len(folded.text) == len(folded.begins) == len(folded.ends)
        assert list(folded.begins) == sorted(folded.begins)
        assert all(0 <= one < two <= len(text) for one, two in zip(folded.begins, folded.ends, strict=True))


@pytest.mark.parametrize("code", ["1" * 20_000, "x" + "f" * 20_000, "0" * 20_000, "x", "1114112", "xd800"])
def test_a_number_that_is_no_character_does_no_harm(code: str) -> None:
    assert all("goose" in folded.text for folded in read_rendered(f"goose &#{code}; goose"))


UNITS = [
    "<",
    "<a",
    '<a b="',
    "<a '",
    "<a>",
    "a<br>",
    "[",
    "]",
    "](",
    "]((",
    "](()",
    "][",
    "[^",
    "![",
    "&",
    "&#",
    "&#1",
]


@pytest.mark.parametrize("unit", [*UNITS, "&amp;", "&#0", "\ud800<", "<!--"])
def test_many_signs_are_gone_through_once(unit: str) -> None:
    def measure(length: int) -> float:
        begin = time.thread_time()
        read_rendered(unit * (length // len(unit)))
        return time.thread_time() - begin

    # Eight times the length: 8 where it is linear, 64 where it is quadratic; 20 ms for the clock's grain.
    assert any(measure(40_000) < 20 * measure(5_000) + 0.02 for _ in range(5))
