import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Span
from sayso.text.lexicon import Lexicon
from sayso.text.reading import read_plain

WORDS = (
    "you are the cat what wonderful people person called mail tag snake case good yes tax taxi israel "
    "israeli too tool sam both look soft lok mei sol hello world fat love nazi hell man mani"
)
LEXICON = Lexicon(
    {word: place for place, word in enumerate(WORDS.split())}, ["idiot", "stupid", "fuck", "shit"]
)
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)
TRICKY = st.text(st.sampled_from("abidotIDOT019@$!|*#-_ .,'’\u200b\u0301😂🏽🇺\u202e\ud83dіéﷺ"), max_size=60)
TEXTS = st.one_of(ANY_TEXT, TRICKY)


def read(text: str) -> str:
    return read_plain(text, LEXICON).text


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("id\u200bi\u00adot", "idiot"),  # zero-width space, soft hyphen
        ("\ufeffidiot\u2060", "idiot"),
        ("i\u0336d\u0336i\u0336o\u0336t\u0336", "idiot"),  # struck out
        ("ídìõt", "idiot"),  # accents
        ("idi\x00ot\x7f", "idiot"),  # control characters
        ("\u202eidiot\u202c", "idiot"),  # a direction override changes no letter
        ("a\tb\nc\rd", "a\tb\nc\rd"),  # white space stays
        ("ｉｄｉｏｔ", "idiot"),  # full-width
        ("𝓲𝓭𝓲𝓸𝓽 𝐈𝐃𝐈𝐎𝐓", "idiot IDIOT"),  # mathematical
        ("ⓘⓓⓘⓞⓣ", "idiot"),  # in circles
        ("🅸🅳🅸🅾🆃", "IDIOT"),  # in squares
        ("ɪᴅɪᴏᴛ", "idiot"),  # small capitals
        ("ıdıot", "idiot"),  # without dots
        ("ﬁne ½ ™", "fine 1⁄2 TM"),  # compatibility forms
    ],
)
def test_letters_drawn_otherwise_become_plain(written: str, plain: str) -> None:
    assert read(written) == plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("\u0456d\u0456\u043et", "idiot"),  # Cyrillic i and o among Latin letters
        ("st\u03c5pid", "stupid"),  # Greek upsilon
        ("идиот", "идиот"),  # a word of its own script
        ("þorn", "þorn"),  # a Latin letter stands for itself
        ("‘you’ “are”", "'you' \"are\""),
        ("don’t", "don't"),
    ],
)
def test_lookalikes_are_folded_in_words_with_latin_letters(written: str, plain: str) -> None:
    assert read(written) == plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("😂", " tears of joy "),  # FACE WITH TEARS OF JOY
        ("a👍b", "a thumbs up b"),  # THUMBS UP SIGN
        ("👍🏿", " thumbs up  dark skin "),
        ("👍🏼", " thumbs up  light skin "),
        ("🇫🇷", "fr"),
        ("❤️", " heart "),  # the variation selector shows nothing
        ("👩‍🚀", " woman  rocket "),
        ("©", "©"),
        ("\ud83d", "\ufffd"),
    ],
)
def test_emoji_are_spelled_out(written: str, plain: str) -> None:
    assert read(written) == plain


def test_the_words_of_an_emoji_stand_for_it() -> None:
    folded = read_plain("so 😂!", LEXICON)
    assert folded.text == "so  tears of joy !"
    assert folded.original_span(4, 12) == Span(3, 4)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("i d i o t", "idiot"),
        ("I.D.I.O.T", "IDIOT"),
        ("i-d-i-o-t", "idiot"),
        ("i_d*i~o,t", "idiot"),
        ("i. d. i. o. t.", "idiot."),
        ("y o u i d i o t", "you idiot"),
        ("you i d i o t!", "you idiot!"),
        ("1 d 1 0 t", "idiot"),
        ("y o u 1 d i 0 t", "you idiot"),
        ("x q z", "xqz"),  # unknown letters are joined all the same
        ("i d", "i d"),  # two are too few
        ("i   d   i   o   t", "i   d   i   o   t"),  # too far apart
        ("1, 2, 3", "1, 2, 3"),  # numbers
        ("1 2 a", "1 2 a"),  # one letter
        ("a b cat", "a b cat"),  # the last letter of a run ends a word
        ("i d i o t's", "idio t's"),
        ("a* b* c*", "a* b* c*"),
    ],
)
def test_spaced_letters_are_joined(written: str, plain: str) -> None:
    assert read(written) == plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("1d10t", "idiot"),
        ("5tup1d!", "stupid!"),
        ("$tup!d", "stupid"),
        ("w0r1d", "world"),  # 1 as l
        ("he||o", "hello"),
        ("1d10ts", "idiots"),  # a plural of a known word
        ("Naz!", "Nazi"),
        ("sh!t!!", "shit!!"),
        ("fa+", "fat"),
    ],
)
def test_figures_and_signs_are_read_as_letters(written: str, plain: str) -> None:
    assert read(written) == plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("st*pid", "stupid"),
        ("f**k you", "fuck you"),
        ("f*** you", "fuck you"),
        ("*st*pid*", "*stupid*"),
        ("**stupid**", "**stupid**"),
        ("st#pid", "stupid"),
        ("st_pid", "stupid"),
        ("st-pid", "stupid"),
        ("pe*ple", "people"),
        ("pe-ple", "pe-ple"),
        ("stup**", "stupid"),
        ("cat***", "cat***"),  # known: the stars are no letters
        ("x****", "x****"),
        ("***", "***"),
        ("a#*", "a#*"),
        ("*1*a*", "*1*a*"),  # does not begin with a letter
    ],
)
def test_masked_letters_are_filled(written: str, plain: str) -> None:
    assert read(written) == plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("stpid", "stupid"),
        ("STPID", "stupid"),
        ("fck", "fuck"),
        ("you stpid!!", "you stupid!!"),
        ("you peple", "you people"),
        ("Peple are", "people are"),  # at the beginning a capital is no sign of a name
        ("you Peple", "you Peple"),  # elsewhere it is
        ("you Stpid", "you stupid"),  # a charged word all the same
        ("PEPLE", "PEPLE"),
        ("pePle", "pePle"),
    ],
)
def test_missing_letters_are_put_back(written: str, plain: str) -> None:
    assert read(written) == plain


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("yesss", "yes"),
        ("yesss!!!", "yes!!!"),
        ("goooood", "good"),  # two where that is a word, else one
        ("STUUUPIDDD", "STUPID"),
        ("loooOOOve", "love"),
        ("xxxxxx", "xxxxxx"),
        ("aaah", "aaah"),  # short
    ],
)
def test_stretched_words_are_shortened(written: str, plain: str) -> None:
    assert read(written) == plain


@pytest.mark.parametrize(
    "text",
    [
        *(
            "e-mail",
            "so-called",
            "R2D2",
            "#tag",
            "snake_case",
            "24/7",
            "a.b@c.org",
            "AT&T",
            "C++",
            "c#",
            "3D",
        ),
        *("Tolkien", "Mr. Smith", "don't", "COVID-19", "x-ray", "2*3=6", "W3C", "@name", "$5", "100%", "+1"),
        *("tax!", "Israel!", "too!!", "me!", "so!", "that man!", "people!!1"),  # no taxi, no tool, no mei
        *("5am", "80th", "100k", "10k!", "50ft", "1st", "45s", "4x4"),  # no sam, no both, no look
        *("", " ", "...", "?!", "-", "*", "**", "_", "#", "你好", "hello, world."),
    ],
)
def test_these_stay_as_they_are(text: str) -> None:
    assert read(text) == text


def test_a_plain_text_is_handed_on_as_it_is() -> None:
    folded = read_plain("what a wonderful cat", LEXICON)
    assert isinstance(folded.begins, range)


def test_without_words_nothing_but_letters_is_read() -> None:
    assert read_plain("1d10t st*pid ｉｄ", Lexicon({}, [])).text == "1d10t st*pid id"


@pytest.mark.parametrize(
    ("text", "word", "span"),
    [
        ("you st\u200bupid!", "stupid", Span(4, 11)),
        ("you i d i o t!", "idiot", Span(4, 13)),
        ("y o u i d i o t", "idiot", Span(6, 15)),
        ("you stpid!", "stupid", Span(4, 9)),
        ("you stuuupid!", "stupid", Span(4, 12)),
        ("*id*ot*", "idiot", Span(1, 6)),
        ("😂1d10t", "idiot", Span(1, 6)),
        ("ﬁ ⓘⓓⓘⓞⓣ", "idiot", Span(2, 7)),
    ],
)
def test_a_word_leads_back_to_where_it_was_written(text: str, word: str, span: Span) -> None:
    folded = read_plain(text, LEXICON)
    begin = folded.text.index(word)
    assert folded.original_span(begin, begin + len(word)) == span


@given(TEXTS)
def test_every_character_knows_where_it_stood(text: str) -> None:
    folded = read_plain(text, LEXICON)
    assert len(folded.begins) == len(folded.ends) == len(folded.text)
    assert all(0 <= begin < end <= len(text) for begin, end in zip(folded.begins, folded.ends, strict=True))
    assert list(folded.begins) == sorted(folded.begins)
    assert list(folded.ends) == sorted(folded.ends)


@given(TEXTS, st.data())
def test_any_slice_leads_back_into_the_text(text: str, data: st.DataObject) -> None:
    folded = read_plain(text, LEXICON)
    begin = data.draw(st.integers(0, len(folded.text)))
    end = data.draw(st.integers(begin, len(folded.text)))
    span = folded.original_span(begin, end)
    assert 0 <= span.begin <= span.end <= len(text)


@given(TEXTS)
def test_what_is_read_can_be_encoded(text: str) -> None:
    plain = read(text)
    assert plain.encode().decode() == plain


UNITS = ["😂", "🇫🇷", "a b ", "*a", "a* ", "a", "ab", "a-", "a_", "a1", "f*k ", "1", "é", "ﷺ", "\ud83d", "і"]


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_20_kb_are_read_to_the_end(unit: str) -> None:
    """Some of these once took seconds; how time grows is measured in test_growth."""
    text = unit * (20_000 // len(unit.encode(errors="surrogatepass")))
    folded = read_plain(text, LEXICON)
    assert folded.text
    assert max(folded.ends) == len(text) or text.endswith((" ", "*", "😂"))


def test_a_row_of_the_same_emoji_is_read_three_times_at_most() -> None:
    row = read_plain("ha 😀😀😀😀😀😀 ha", LEXICON)
    assert row.text.split() == ["ha", *["grinning"] * 3, "ha"]
    assert row.original_span(len(row.text) - 2, len(row.text)) == Span(10, 12)


def test_an_old_sign_is_not_named_by_its_ink() -> None:
    assert read_plain("❤ ☺ 🖤", LEXICON).text.split() == ["heart", "smiling", "black", "heart"]
