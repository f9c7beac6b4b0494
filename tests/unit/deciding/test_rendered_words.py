"""That blocked terms are found behind markup, numbers and odd plurals, and that permits gain nothing."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.deciding.banks import block, find_blocked, find_permitted, permit

from sayso.core import Term
from sayso.deciding import WordBank, spelling, word_bank


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("goose", "Two geese came."),
        ("geese", "A goose came."),
        ("goose", "A goose2 came."),
        ("goose", "goose²"),
        ("goose", "goose2's"),
        ("goose", "geese22"),
        ("goose", "g00se2"),
        ("goose", "#goose7"),
        ("goose", "A g&#111;ose came."),
        ("goose", "g&#x6F;&#0111;se"),
        ("goose", "g<b>oo</b>se"),
        ("goose", "g<b></b>00se"),
        ("goose", "g&#111;ose2"),
        ("goose", "goo&shy;se"),
        ("goose", "<b>G</b>EESE"),
        ("goose", "<a href='x'>goose</a>2"),
        ("goose", "\ud800 g&#111;ose \udc00"),
        ("purple elephant", "A <b>purple</b> elephant."),
        ("purple elephant", "elephants, &lt;i&gt;purple&lt;/i&gt;"),
        ("purple elephant", "A purple&nbsp;elephant."),
        ("purple elephant", "A [purple](http://x) elephant."),
        ("purple elephant", "An [elephant][1] so **[purple](http://x)**"),
        ("purple elephant", "purple<br/>elephant"),
        ("purple elephant", "pur<b>ple</b><br>elephant"),
        ("purple elephant", "purple<b>elephant</b>"),
        ("purple elephant", "purple3 elephant4"),
        ("purple elephant", "purple the " + "the " * 20 + "elephant4"),
        ("purple elephant", "dice " + "the " * 100 + "<i>purple</i> elephant4" + " the" * 100),
        ("purple elephant", "covid19 " + "a b " * 50 + "elephant4 purple" + " a b" * 50),
        ("die", "Roll the dice."),
        ("dice", "Roll a die."),
        ("leaf", "green leaves"),
        ("leave", "she leaves"),
        ("дурак", "<b>ду</b>рак"),
        ("you are it", "you <b>are</b> it"),
        ("傻瓜", "傻<b>瓜</b>"),
    ],
)
def test_a_blocked_term_is_found_as_a_page_shows_it(term: str, text: str) -> None:
    assert find_blocked(block(term), text) == [term]


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("mp", "an mp3 file"),
        ("purple elephant", "purple <b>cat</b> elephant"),
        ("purple elephant", "purple4 " + "cat " * 100 + "elephant4"),  # two places, cut out one by one
        ("leaf", "leave it"),
        ("die", "diced carrots"),
        ("purple elephant", "a purpleelephant"),  # a limit, and written down as one
    ],
)
def test_what_is_no_blocked_term_is_not_found_behind_markup_either(term: str, text: str) -> None:
    assert find_blocked(block(term), text) == []


@pytest.mark.parametrize(
    ("terms", "text", "permitted"),
    [
        (["goose"], "goose2", []),
        (["goose"], "g&#111;ose", []),
        (["goose"], "g<b title='rubbish'>oose</b>", []),
        (["silly goose"], "silly <b>goose</b>", []),
        (["silly goose"], "silly goose2", []),
        (["goose"], "<b>goose</b>", ["goose"]),
        (["goose"], "geese", ["geese"]),
        (["dice"], "die", []),
        (["ab", "bc"], "ab<b>bc</b> ab1 abc", ["ab", "bc"]),
    ],
)
def test_permitted_terms_let_through_what_they_did_without(
    terms: list[str], text: str, permitted: list[str]
) -> None:
    assert find_permitted(permit(*terms), text) == permitted


@pytest.mark.parametrize("text", ["silly <b>brown</b> dog", "silly brown d&#111;g", "silly brown dog2"])
def test_what_is_left_closes_up_behind_markup_too(text: str) -> None:
    bank = WordBank([Term("brown", "permit"), Term("silly dog", "block")])
    assert find_blocked(bank, text) == ["silly dog"]


def wrap(word: str, chance: random.Random) -> str:
    """The word as a page shows it, written in another way."""
    place = chance.randrange(len(word))
    before, letter, after = word[:place], word[place], word[place + 1 :]
    return chance.choice(
        [
            f"{before}&#{ord(letter)};{after}",
            f"{before}&#x{ord(letter):X};{after}",
            f"{before}<b>{letter}</b>{after}",
            f"{before}<a title='x > y'>{letter}{after}</a>",
            f"<i>{word}</i>",
            f"[{word}](http://x.org/a)",
            f"{before}[{letter}](x){after}",
            f"{word}{chance.randrange(1000)}",
        ]
    )


@given(
    st.lists(st.sampled_from(["silly", "goose", "purple", "elephant"]), min_size=1, max_size=3, unique=True),
    st.randoms(),
    st.text(max_size=10),
)
def test_no_markup_hides_a_blocked_term(wanted: list[str], chance: random.Random, around: str) -> None:
    hidden = [wrap(word, chance) for word in chance.sample(wanted, len(wanted))]
    gap = chance.choice([" ", "&nbsp;", " the ", ", ", "<br>"])
    text = f"{around.replace('<', '').replace('&', '')} . {gap.join(hidden)}"
    assert find_blocked(block(" ".join(wanted)), text)


WORDS = ["silly", "goose", "dog", "ab", "a", "x", "die", "dice", "b2", "dog2", "傻", "é", "s.i.l.l.y", "d*g"]
MARKS = ["<b>", "</b>", "<br>", "<", "&nbsp;", "&#111;", "&", "[", "](x)", "]", " ", " ", "-", "*", "_", "'s"]
piece = st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", *MARKS]) | st.text(max_size=2)).map("".join)
soup = st.lists(piece, max_size=10).map("".join)
terms = st.lists(
    st.sampled_from([*WORDS, "silly goose", "dog x", "b", "nbsp", "111"]), min_size=1, max_size=4
)


@given(soup, terms)
def test_markup_permits_nothing(text: str, chosen: list[str]) -> None:
    bank = permit(*chosen)
    found = find_permitted(bank, text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_bank, "spell_disguised", read_without_markup)
        assert found == find_permitted(bank, text)


def read_without_markup(text: str, *, list_known: Callable[[], spelling.KnownWords]) -> list[spelling.Row]:
    return spelling._spell_every_way(text, list_known)  # pyright: ignore[reportPrivateUsage]
