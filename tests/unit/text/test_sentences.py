import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Span
from sayso.text.sentences import split_sentences

ANY_TEXT = st.text(
    st.characters(exclude_categories=())
    | st.sampled_from("aB1 .!?。…\"'()“”\n\r\t\v\x85\u2028\0\u200b😀\ud83d\ude00\u0301")
)


@given(ANY_TEXT)
def test_sentences_are_in_order_trimmed_and_cover_all_but_white_space(text: str) -> None:
    end = 0
    for span in split_sentences(text):
        assert span.begin < span.end
        assert text[span.begin : span.end] == text[span.begin : span.end].strip()
        assert not text[end : span.begin].strip()
        assert end <= span.begin
        end = span.end
    assert not text[end:].strip()


@given(ANY_TEXT)
def test_no_sentence_goes_over_a_line_break(text: str) -> None:
    assert all("\n" not in text[span.begin : span.end] for span in split_sentences(text))


def test_spans_leave_out_the_space_between_sentences() -> None:
    text = "This sentence is 31 signs long. Twenty-three are in it."
    assert split_sentences(text) == [Span(0, 31), Span(32, 55)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Dr. Smith paid $3.50 to Mr. Jones. He left.",
            ["Dr. Smith paid $3.50 to Mr. Jones.", "He left."],
        ),
        ("He left at 5 p.m. and came back.", ["He left at 5 p.m. and came back."]),
        ("Wait... what? No!!! Really?!", ["Wait... what?", "No!!!", "Really?!"]),
        ('He said "Go away." Then he left.', ['He said "Go away."', "Then he left."]),
        ("See example.com. It is good.", ["See example.com.", "It is good."]),
        ("one\ntwo\r\n\n  three  ", ["one", "two", "three"]),
        ("これは文です。次の文です！", ["これは文です。", "次の文です！"]),
        ("Oh \ud83d no. Yes.", ["Oh \ud83d no.", "Yes."]),
        (" \n\t", []),
        ("", []),
    ],
)
def test_sentences_end_where_people_expect(text: str, expected: list[str]) -> None:
    assert [text[span.begin : span.end] for span in split_sentences(text)] == expected
