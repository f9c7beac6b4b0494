import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Span
from sayso.core.errors import BadInput
from sayso.text.offsets import Utf16Offsets, utf16_length

ANY_TEXT = st.text(st.characters(exclude_categories=()) | st.sampled_from("a😀👩\u200d\ud83d\ude00\u0301\0"))


def count_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@given(ANY_TEXT)
def test_offsets_are_those_of_the_encoded_text(text: str) -> None:
    offsets = Utf16Offsets(text)
    for index in range(len(text) + 1):
        assert offsets.to_utf16(index) == count_units(text[:index])
    assert utf16_length(text) == offsets.to_utf16(len(text))


@pytest.mark.parametrize(
    ("text", "units"),
    [("", 0), ("abc", 3), ("é", 1), ("日本", 2), ("😀", 2), ("👍🏽", 4), ("a\ud83d", 2), ("\ud83d\ude00", 2)],
)
def test_length_is_counted_in_units(text: str, units: int) -> None:
    assert utf16_length(text) == units


def test_a_span_after_an_emoji_moves_by_one_unit() -> None:
    assert Utf16Offsets("😀 idiot").span(Span(2, 7)) == Span(3, 8)


def test_two_lone_surrogates_side_by_side_stay_two_characters() -> None:
    offsets = Utf16Offsets("\ud83d\ude00x")
    assert [offsets.to_utf16(index) for index in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("index", [-1, 4])
def test_an_offset_outside_the_text_is_refused_without_showing_the_text(index: int) -> None:
    expected = rf"Offset {index} lies outside the text\. Accepted: 0 to 3 code points\."
    with pytest.raises(BadInput, match=expected) as caught:
        Utf16Offsets("xyz").to_utf16(index)
    assert "xyz" not in caught.value.message
