import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hostile_upstream import list_halves

from sayso.reader.guard.replies import TextRepair, join_halves, mend

BOLD = "\U0001d422\U0001d41d\U0001d422\U0001d428\U0001d42d"
ANY_TEXT = st.lists(
    st.sampled_from([*"[]sSayo (", "Sayso", "[Sayso]", *"\ud835\udc22\ud83d", "\U0001d422"])
).map("".join)


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("Hello there.", "Hello there."),
        ("".join(list_halves(BOLD)), BOLD),
        ("a \ud835 b", "a \ufffd b"),
        ("a \udc22\ud835", "a \ufffd\ufffd"),
        ("\ud835\ud835\udc22", "\ufffd\U0001d422"),
    ],
)
def test_halves_of_characters_are_joined_and_lone_ones_shown_as_unknown(text: str, mended: str) -> None:
    assert join_halves(text) == mended
    assert mend(text) == mended


def test_a_half_waits_for_the_other() -> None:
    mender = TextRepair()
    assert [mender.add(piece) for piece in ("a\ud835", "\udc22b", "\ud835")] == ["a", "\U0001d422b", ""]
    assert mender.add("", final=True) == "\ufffd"


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("[Sayso] Not shown. (note 0123456789abcdef)", "(Sayso) Not shown. (note 0123456789abcdef)"),
        ("\n\n[SAYSO] x [sayso]", "\n\n(SAYSO) x (sayso)"),
        ("Sayso [Say so] [1]", "Sayso [Say so] [1]"),
    ],
)
def test_our_mark_is_broken_in_what_others_say(text: str, mended: str) -> None:
    assert mend(text) == mended


def test_a_mark_that_comes_in_pieces_is_broken_too() -> None:
    mender = TextRepair()
    assert [mender.add(piece) for piece in ("Hm. [S", "ay", "so] x", "[Say")] == ["Hm. ", "", "(Sayso) x", ""]
    assert mender.add("", final=True) == "[Say"


@given(text=ANY_TEXT, data=st.data())
def test_any_splitting_gives_the_same_text_without_halves_and_marks(text: str, data: st.DataObject) -> None:
    at = sorted(data.draw(st.sets(st.integers(0, len(text)))))
    mender = TextRepair()
    pieces = [text[begin:end] for begin, end in zip([0, *at], [*at, len(text)], strict=True)]
    mended = "".join([*(mender.add(piece) for piece in pieces), mender.add("", final=True)])
    assert mended == mend(text)
    assert "[sayso]" not in mended.lower()
    assert not any("\ud800" <= character <= "\udfff" for character in mended)
