"""Spans: whatever the text, a span cuts its sentence out of the text's UTF-16 units."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sayso.web.perspective.analyze import Piece, cut_sentences, cut_whole

any_text = st.text(
    st.characters() | st.sampled_from(" .!?\n\U0001f600\U0001f9d1e\u0301\ud83e\udebf\u202e"), min_size=1
)


def cut(text: str, piece: Piece) -> str:
    units = text.encode("utf-16-le", "surrogatepass")
    return units[2 * piece.place.begin : 2 * piece.place.end].decode("utf-16-le", "surrogatepass")


def as_units(text: str) -> str:
    """Two lone halves side by side are one pair on the wire."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


@given(any_text)
def test_a_span_cuts_out_exactly_its_content(text: str) -> None:
    for piece in [*cut_sentences(text), *cut_whole(text)]:
        assert cut(text, piece) == as_units(piece.content)


@given(any_text)
def test_spans_are_in_order_and_do_not_overlap(text: str) -> None:
    places = [piece.place for piece in cut_sentences(text)]
    assert all(before.end <= after.begin for before, after in pairwise(places))


@given(any_text)
def test_there_is_always_a_span(text: str) -> None:
    assert cut_sentences(text)


def test_the_example_of_the_specification() -> None:
    # 31 units, a space, 23 units.
    text = "This is the first sentence, ok. And this is the second."
    assert [(piece.place.begin, piece.place.end) for piece in cut_sentences(text)] == [(0, 31), (32, 55)]
