import re
import string

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sayso.core import Span
from sayso.text.disguise import fold, plainly, variants
from sayso.text.masks import Vocabulary

ANY_TEXT = st.text(
    st.characters(exclude_categories=())
    | st.sampled_from("aabBio1035 .-_*@$!|+/'wW:\n\0\u200b\u202e\u202c\u0301\u0336еѕｉ𝓲ßﬁİ😀日\ud83d\ude00")
)
SOME_VOCABULARY = Vocabulary(["idiot", "stupid", "boa", "ab", "aio"])
WORDS = st.sampled_from(["idiot", "stupid", "asshole", "moron", "loser", "coward", "liar", "clown", "twit"])


def found(word: str, text: str) -> list[Span]:
    """Where `word` stands in a reading of `text`, as a whole word, as a term list would find it."""
    spans: list[Span] = []
    for folded in variants(text, vocabulary=Vocabulary([word])):
        whole = re.finditer(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", folded.text)
        spans += [folded.original_span(*match.span()) for match in whole]
    return spans


@pytest.mark.parametrize(
    "disguised",
    [
        *("1d10t", "id10t", "!d1ot", "1diot", "idi0t", "idio7"),
        *("i d i o t", "i.d.i.o.t", "i-d-i-o-t", "i_d_i_o_t", "i  d  i  o  t", "i. d. i. o. t", "1 d 1 0 t"),
        *("idiooooot", "iddddiot", "IDIOOOT", "iiddiioott", "idiott"),
        *("іdіоt", "ｉｄｉｏｔ", "𝓲𝓭𝓲𝓸𝓽", "𝕀𝔻𝕀𝕆𝕋", "ⓘⓓⓘⓞⓣ", "⒤⒟⒤⒪⒯", "🅸🅳🅸🅾🆃", "ɪᴅɪᴏᴛ", "ídîöt", "ιdιοτ"),
        *("id\u200biot", "i\u2060d\u00adi\ufeffot", "id\0iot", "i\u0336d\u0336i\u0336o\u0336t\u0336"),
        *("\u202etoidi\u202c", "\u202etoidi", "i\U000e0061diot", "i\ufe0fdiot"),
        *("id**t", "i*iot", "i***t", "id***", "i#iot", "id@ot", "id—ot", "1d**t"),
        *("1dioooot", "ｉ ｄ ｉ ｏ ｔ", "і.d.і.о.t", "i\u200bd\u200bi00ot"),
    ],
)
def test_a_disguised_word_is_found_where_it_stands(disguised: str) -> None:
    spans = found("idiot", f"you {disguised}, you")
    assert spans
    for span in spans:
        assert f"you {disguised}, you"[span.begin : span.end].strip("\u202e\u202c") == disguised.strip(
            "\u202e\u202c"
        )


@pytest.mark.parametrize(
    ("disguised", "folded"),
    [
        ("1d10t", "idiot"),
        ("@ss", "ass"),
        ("$tupid", "stupid"),
        ("5tupid", "stupid"),
        ("a$$hole", "asshole"),
        ("sh!t", "shit"),
        ("i d i o t", "idiot"),
        ("I.D.I.O.T", "idiot"),
        ("boook", "book"),
        ("Ѕtuріd", "stupid"),
        ("café", "cafe"),
        ("Straße", "strasse"),
        ("f**k", "f**k"),
    ],
)
def test_the_likely_reading(disguised: str, folded: str) -> None:
    assert fold(disguised).text == folded


@pytest.mark.parametrize(
    "text",
    [
        *(
            "A B C",
            "3.5",
            "I'm",
            "24/7",
            "c'est",
            "book",
            "U.S.A.",
            "U.S.S.R.",
            "$5",
            "$5k",
            "@name",
            "10 o'clock",
        ),
        *(
            "https://example.com/1d10t?q=aaaa",
            "www.example.com",
            "me@example.org",
            "10am",
            "the 90s",
            "1st",
            "2nd",
        ),
        *(
            "covid19",
            "mp3",
            "b2b",
            "h2o",
            "i18n",
            "5ft10",
            "1v1",
            "US$",
            "C++",
            "Hello!World",
            "a a a a",
            "1 2 3 4",
        ),
        *(
            "x y z w",
            "a b c d e",
            "h a t",
            "1 0 a 1 b",
            "good",
            "committee",
            "sudden",
            "**bold**",
            "snake_case",
            "such as*",
            "Wow!!!",
            "...",
        ),
        *(
            "😀",
            "日本語",
            "नमस्ते",
            "שלום",
            "한국어",
            "が",
            "¿qué?".replace("é", "e"),
            "word™",
            "can´t".replace("´", "'"),
        ),
    ],
)
def test_what_is_meant_as_it_stands_is_left_alone(text: str) -> None:
    assert fold(text).text == text.lower()


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("as", "ass"),
        ("ass", "as"),
        ("ass", "c l a s s"),
        ("god", "good"),
        ("idiot", "idiotic"),
        ("hell", "he'll"),
    ],
)
def test_other_words_are_not_found(term: str, text: str) -> None:
    assert found(term, text) == []


@pytest.mark.parametrize(("text", "begin", "end"), [("book", 0, 4), ("a boook!", 2, 7), ("BOOOOOK", 0, 7)])
def test_a_word_with_a_double_letter_is_found_however_it_is_stretched(
    text: str, begin: int, end: int
) -> None:
    assert Span(begin, end) in found("book", text)


@pytest.mark.parametrize(("text", "begin", "end"), [("y o u i d i o t", 6, 15), ("u r a n 1 d 1 0 t", 8, 17)])
def test_a_word_is_found_in_a_run_of_spaced_out_words(text: str, begin: int, end: int) -> None:
    assert Span(begin, end) in found("idiot", text)


def test_one_and_l_are_both_tried() -> None:
    assert found("loser", "what a 1oser") == [Span(7, 12)]
    assert found("idiot", "what an 1diot") == [Span(8, 13)]


def test_a_plain_text_has_one_reading() -> None:
    assert [folded.text for folded in variants("Good morning, all of you.")] == ["good morning, all of you."]


def test_the_plain_reading_comes_first_and_then_the_likely_one() -> None:
    texts = [folded.text for folded in variants("you 1d10t")]
    assert texts == ["you 1d10t", "you idiot", "you ldlot"]


@given(ANY_TEXT)
def test_every_folded_character_comes_from_somewhere_in_the_text(text: str) -> None:
    for folded in variants(text, vocabulary=SOME_VOCABULARY):
        assert len(folded.text) == len(folded.begins) == len(folded.ends)
        for begin in range(len(folded.text)):
            for end in (begin + 1, len(folded.text)):
                span = folded.original_span(begin, end)
                assert 0 <= span.begin < span.end <= len(text)


@given(ANY_TEXT)
@example("aaaabbbbcccc")  # folds in two rounds
def test_readings_differ_and_hold_the_likely_one(text: str) -> None:
    texts = [folded.text for folded in variants(text, vocabulary=SOME_VOCABULARY)]
    assert len(set(texts)) == len(texts)
    assert fold(text).text in texts
    assert texts[0] == plainly(text).text


@given(ANY_TEXT)
@example("aaaabbbbcccc")
def test_folding_what_was_folded_changes_nothing(text: str) -> None:
    once = fold(text).text
    assert fold(once).text == once


@given(st.lists(st.text(string.ascii_lowercase, min_size=2, max_size=12) | st.sampled_from(["a", "i"])))
def test_plain_words_are_left_as_they_are(words: list[str]) -> None:
    assume(not any(letter * 3 in word for word in words for letter in word))
    assume(not any(len(word) > 4 and word[::2] == word[1::2] for word in words))
    text = " ".join(word for word in words if len(word) > 1 or word == "a")
    assume("a a a" not in text)
    assert fold(text).text == text


LEET = {"a": "4@", "e": "3", "i": "1!", "o": "0", "s": "5$", "t": "7", "l": "1", "g": "69"}
HIDDEN = st.sampled_from("\u200b\u200c\u200d\u2060\ufeff\u00ad\u0301\u0336\ufe0f\0")
GAPS = st.sampled_from([" ", ".", "-", "_", "*", " . ", "  ", "~"])
STYLES = st.sampled_from([0x1D41A, 0x1D44E, 0x1D4EA, 0x1D586, 0x1D5BA, 0x1D68A, 0xFF41, 0x24D0])


@given(WORDS, st.data())
def test_any_leet_spelling_is_found(word: str, data: st.DataObject) -> None:
    ones = data.draw(st.sampled_from("il"))  # one text reads 1 in one way
    options = {letter: signs for letter, signs in LEET.items() if letter not in "il" or letter == ones}
    spelt = "".join(data.draw(st.sampled_from(letter + options.get(letter, ""))) for letter in word)
    assume(any(letter.isalpha() for letter in spelt) and not spelt.endswith("!"))
    assert Span(0, len(spelt)) in found(word, spelt)


@given(WORDS, GAPS)
def test_any_spacing_is_found(word: str, gap: str) -> None:
    text = gap.join(word)
    assert Span(0, len(text)) in found(word, text)


@given(WORDS, st.data())
def test_a_word_with_one_letter_held_down_is_found(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(word) - 1))
    text = word[:place] + word[place] * data.draw(st.integers(3, 9)) + word[place + 1 :]
    assert Span(0, len(text)) in found(word, text)


@given(WORDS)
def test_a_word_with_every_letter_twice_is_found(word: str) -> None:
    assert fold("".join(letter * 2 for letter in word)).text == word


@given(WORDS, st.data())
def test_hidden_characters_and_marks_anywhere_are_dropped(word: str, data: st.DataObject) -> None:
    text = "".join(letter + data.draw(st.text(HIDDEN, max_size=3)) for letter in word)
    folded = fold(text)
    assert folded.text == word
    assert folded.original_span(0, len(word)) == Span(0, len(text))


@given(WORDS, STYLES)
def test_letters_in_another_style_are_plain_letters(word: str, style: int) -> None:
    text = "".join(chr(style + ord(letter) - ord("a")) for letter in word)
    assume("h" not in word or style != 0x1D44E)  # Unicode has no italic h at that place
    folded = fold(text.upper())
    assert folded.text == word
    assert folded.original_span(1, 3) == Span(1, 3)


@given(WORDS, st.data())
def test_masked_letters_are_filled_in(word: str, data: st.DataObject) -> None:
    begin = data.draw(st.integers(1, len(word) - 2))
    end = data.draw(st.integers(begin + 1, len(word) - 1))
    text = f"you {word[:begin]}{'*' * (end - begin)}{word[end:]}!"
    assert Span(4, 4 + len(word)) in found(word, text)


@given(WORDS)
def test_text_turned_round_by_an_override_is_read_as_it_shows(word: str) -> None:
    folded = fold(f"a \u202e{word[::-1]}\u202c b")
    assert folded.text == f"a {word} b"
    # The first letter shown is the last one in memory.
    assert folded.original_span(2, 3) == Span(2 + len(word), 3 + len(word))
    assert folded.original_span(2, 2 + len(word)) == Span(3, 3 + len(word))
