"""What Coral's readers see of a comment."""

import time
import timeit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.text.markup import strip_markup


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("Here's a comment!", "Here's a comment!"),
        ("<b>silly</b> <i>you</i>", "silly you"),
        ("sil<b>ly</b>", "silly"),  # a tag inside a word hides nothing
        ("one<br>two<div>three</div>", "one\ntwo\nthree"),
        ("<blockquote>quoted</blockquote>mine", "quoted\nmine"),
        ("R&amp;D &lt;3 s&#105;lly", "R&D <3 silly"),
        ('<a href="https://example.org/x">a link</a>', "a link"),
        ("I <3 you and 1 < 2", "I <3 you and 1 < 2"),
        ("  much \t space  \n\n here ", "much space\nhere"),
        ("", ""),
    ],
)
def test_tags_go_and_the_text_stays(markup: str, text: str) -> None:
    assert strip_markup(markup) == text


@pytest.mark.parametrize(
    "markup",
    [
        "<silly you>",
        "<silly",
        "</silly>",
        "<!-- silly -->",
        "<!silly>",
        "<![silly[x]]>",
        "<?silly>",
        "&silly",
    ],
)
def test_what_is_no_tag_is_judged_too(markup: str) -> None:
    """Else one could hide words from the model that a page may show."""
    assert "silly" in strip_markup(markup)


@given(st.text())
def test_any_text_comes_through(markup: str) -> None:
    assert "\n\n" not in strip_markup(markup)


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ('stup<i title=">">id', "stupid"),
        ("<a href = 'x>' >link</a>", "link"),
        ('<b "> silly', "silly"),  # no value, so this is no quote
        ('<a =">silly', "silly"),
        ('<a x=y="> silly', "silly"),
        ("<a x=>silly", "silly"),
        ("one<BR/>two", "one\ntwo"),
        ("<b x='silly>", "<b x='silly>"),  # never ends
        ("<ſ silly>", "<ſ silly>"),  # a long s makes no tag
    ],
)
def test_tags_end_where_browsers_end_them(markup: str, text: str) -> None:
    assert strip_markup(markup) == text


@pytest.mark.parametrize("piece", ["<a ", "</a ", "<a/", "<a<", "<a href='", "<a x='>", "<a x='\"", "<", "&"])
@pytest.mark.parametrize("end", ["", ">"])
def test_broken_markup_takes_time_that_grows_with_its_length(piece: str, end: str) -> None:
    def measure(length: int) -> float:
        markup = piece * (length // len(piece)) + end
        return min(timeit.repeat(lambda: strip_markup(markup), timer=time.process_time, number=1, repeat=3))

    # Eight times the length: 8 where it is linear, 64 where it is quadratic; 0.05 s for the clock's grain.
    assert any(measure(40_000) < 24 * measure(5_000) + 0.05 for _ in range(3))
