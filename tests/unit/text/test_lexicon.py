import pytest

from sayso.text.lexicon import COMMON, Lexicon

CHARGED = ["idiot", "stupid", "fool", "fuck", "ass", "disgusting"]
COMMON_WORDS = "you are the cat cart coat table stable person words called mail people house"
RANKS = {word: place for place, word in enumerate(COMMON_WORDS.split())} | {
    "stupor": 20,
    "marvel": COMMON,  # too rare to be what a word with a letter missing was meant to be
    "wonder": COMMON - 1,
    "it": 1,  # too short
    "über": 2,  # not plain
    "##ing": 3,
    "r2d2": 4,
}
LEXICON = Lexicon(RANKS, CHARGED)


@pytest.mark.parametrize("word", ["cat", "stupor", "idiot", "ass", "marvel"])
def test_plain_words_and_charged_ones_are_known(word: str) -> None:
    assert word in LEXICON


@pytest.mark.parametrize("word", ["it", "über", "##ing", "r2d2", "Cat", "", "dog"])
def test_short_and_marked_words_are_not(word: str) -> None:
    assert word not in LEXICON


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("st*pid", "stupid"),
        ("stup**", "stupid"),  # before stupor, which fits too: charged words first
        ("st*por", "stupor"),
        ("f**k", "fuck"),  # charged: one or two letters are enough
        ("f***", "fool"),  # fool and fuck fit; the first on the list
        ("a**", "ass"),
        ("id#ot", "idiot"),
        ("id_ot", "idiot"),
        ("ID*OT", "idiot"),
        ("id-ot", "idiot"),  # a hyphen: charged words only
        ("pe-ple", None),
        ("pe*ple", "people"),
        ("c*t", None),  # two letters show, which is too few for any but a charged word
        ("ca*t", "cart"),
        ("co*t", "coat"),
        ("pe***n", "person"),  # three of six: half shown is enough...
        ("per**n", "person"),
        ("p****n", None),  # ...two of six is not
        ("*diot", None),  # the first letter must show
        ("id*t", None),  # a mark stands for one letter
        ("x*y", None),
        ("st@*id", None),
        ("(*d", None),
    ],
)
def test_a_masked_word_is_filled(word: str, meant: str | None) -> None:
    assert LEXICON.unmask(word) == meant


@pytest.mark.parametrize(
    ("word", "full"),
    [
        ("idit", "idiot"),
        ("stpid", "stupid"),
        ("fol", None),  # three letters left are too few...
        ("fck", "fuck"),  # ...but for a few words known by their consonants
        ("fuk", None),  # which must all be there
        ("dsgustng", "disgusting"),  # two letters of a long word
        ("stpd", None),  # two of a short one
        ("idio", None),  # the last letter is never the one that is missing
        ("diot", None),
        ("pople", "people"),
        ("tabl", None),
        ("prson", "person"),
        ("peple", "people"),
        ("wonder", None),  # known as it stands
        ("cats", None),  # a plural of a known word
        ("carts", None),
        ("marvl", None),  # rare
        ("wondr", "wonder"),
        ("peope", None),  # a consonant of a word of five letters
        ("zzzzzz", None),
    ],
)
def test_a_missing_letter_is_put_back(word: str, full: str | None) -> None:
    assert LEXICON.complete(word) == full


def test_of_two_words_the_commoner_is_meant() -> None:
    lexicon = Lexicon({"hosted": 9, "hoisted": 8, "horsted": 3}, [])
    assert lexicon.complete("hosted") is None
    assert Lexicon({"hoisted": 8, "horsted": 3}, []).complete("hosted") == "horsted"


def test_a_consonant_is_put_into_six_letters_and_more() -> None:
    lexicon = Lexicon({"printer": 1, "paints": 2}, [])
    assert lexicon.complete("priter") == "printer"
    assert lexicon.complete("pants") == "paints"
    assert lexicon.complete("paits") is None


def test_where_only_charged_words_are_wanted_others_are_not_completed() -> None:
    assert LEXICON.complete("prson", charged_only=True) is None
    assert LEXICON.complete("stpid", charged_only=True) == "stupid"


@pytest.mark.parametrize(
    ("letters", "ends"),
    [
        ("youidiot", (3, 8)),
        ("YouAreAnIdiot", (3, 6, 8, 13)),
        ("iamacat", (1, 3, 4, 7)),
        ("idiot", ()),  # one word
        ("stupor", ()),
        ("youzidiot", ()),  # a letter left over
        ("thecart", (3, 7)),  # the fewest words; "the cat" leaves an r
        ("", ()),
        ("cat" * 20, tuple(range(3, 61, 3))),
        ("cat" * 21, ()),  # too long to be a disguise
    ],
)
def test_letters_are_cut_into_the_fewest_known_words(letters: str, ends: tuple[int, ...]) -> None:
    assert tuple(LEXICON.cut(letters)) == ends


def test_short_words_count_double() -> None:
    """`in to` costs 4 and `into` 1; without `into`, `in to` is what there is."""
    assert tuple(Lexicon({"into": 1, "you": 2}, []).cut("intoyou")) == (4, 7)
    assert tuple(Lexicon({"you": 2}, []).cut("intoyou")) == (2, 4, 7)


def test_an_empty_lexicon_reads_nothing() -> None:
    empty = Lexicon({}, [])
    assert "cat" not in empty
    assert (empty.unmask("c*t"), empty.complete("peple"), tuple(empty.cut("thecat"))) == (None, None, ())
