import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Span
from sayso.text.windows import split_windows

ANY_TEXT = st.text(st.characters(exclude_categories=()) | st.sampled_from("ab \n"), max_size=300)


@given(ANY_TEXT, st.integers(1, 40), st.data())
def test_windows_fit_and_cover_the_text_without_gaps(text: str, size: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, size - 1))
    windows = split_windows(text, size=size, overlap=overlap)
    assert windows[0].begin == 0
    assert windows[-1].end == len(text)
    assert all(len(window) <= size for window in windows)
    for before, after in itertools.pairwise(windows):
        assert before.begin < after.begin <= before.end < after.end
        assert before.end - after.begin <= overlap


def test_a_text_that_fits_is_one_window() -> None:
    assert split_windows("abc", size=3, overlap=1) == [Span(0, 3)]
    assert split_windows("", size=3, overlap=1) == [Span(0, 0)]


def test_cuts_fall_after_white_space() -> None:
    #       0   4    9   13
    text = "the cat sat on the mat"
    windows = split_windows(text, size=12, overlap=5)
    assert [text[window.begin : window.end] for window in windows] == [
        "the cat sat ",
        "sat on the ",
        "the mat",
    ]


def test_a_text_without_white_space_is_cut_by_length() -> None:
    assert split_windows("abcdefgh", size=4, overlap=1) == [Span(0, 4), Span(3, 7), Span(6, 8)]


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (4, 4), (4, -1)])
def test_windows_that_would_never_end_are_refused(size: int, overlap: int) -> None:
    with pytest.raises(ValueError, match=f"overlap {overlap} and size {size}"):
        split_windows("abcdefgh", size=size, overlap=overlap)
