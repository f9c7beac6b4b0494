import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.text import words
from sayso.text.words import split_words

ANY_TEXT = st.text(
    st.characters(exclude_categories=())
    | st.sampled_from("aZ9 '’-_.*@$#,:/\n\0\u200b\u200d\ufe0f\u20e3\u0301😀👩🏽🇺🇸日あ\ud83d\ude00")
)


@given(ANY_TEXT)
def test_words_slice_back_are_in_order_and_do_not_overlap(text: str) -> None:
    end = 0
    for word in split_words(text):
        assert text[word.span.begin : word.span.end] == word.text
        assert end <= word.span.begin < word.span.end
        end = word.span.end


@given(ANY_TEXT)
def test_every_letter_and_digit_lies_in_a_word(text: str) -> None:
    covered = {index for word in split_words(text) for index in range(word.span.begin, word.span.end)}
    left_out = [text[index] for index in range(len(text)) if index not in covered]
    assert not [character for character in left_out if character.isalpha() or character.isdecimal()]


@given(st.text(st.characters(max_codepoint=127) | st.sampled_from("ab1'-_.*@$#,:/ ")))
def test_the_short_cut_for_ascii_finds_the_same_words(text: str) -> None:
    pattern: re.Pattern[str] = words._ANY  # pyright: ignore[reportPrivateUsage]: both patterns are compared here
    assert [word.text for word in split_words(text)] == [match.group() for match in pattern.finditer(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't worry, you're fine.", ["Don't", "worry", "you're", "fine"]),
        ("you’re a well-known liar", ["you’re", "a", "well-known", "liar"]),
        ("3.5 or 1,000 at 10:30, 24/7", ["3.5", "or", "1,000", "at", "10:30", "24/7"]),
        ("the U.S.A. won.Go home", ["the", "U.S.A", "won", "Go", "home"]),
        ("he said 'hi' -- twice", ["he", "said", "hi", "twice"]),
        ("sh*t, a** and **bold**", ["sh*t", "a**", "and", "bold"]),
        ("@name #tag $tupid $5", ["@name", "#tag", "$tupid", "5"]),
        ("i.d.i.o.t i-d-i-o-t", ["i.d.i.o.t", "i-d-i-o-t"]),
        ("**no** is bold", ["no", "is", "bold"]),
        ("snake_case __dunder__", ["snake_case", "dunder"]),
        ("id\u200biot", ["id\u200biot"]),
        ("cafe\u0301", ["cafe\u0301"]),
        ("word™ © 2026", ["word", "2026"]),
        ("...!?", []),
        ("", []),
    ],
)
def test_words_are_what_people_expect(text: str, expected: list[str]) -> None:
    assert [word.text for word in split_words(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ok😀😀", ["ok", "😀", "😀"]),
        ("👨\u200d👩\u200d👧 👍🏽", ["👨\u200d👩\u200d👧", "👍🏽"]),
        ("🇺🇸🇬🇧", ["🇺🇸", "🇬🇧"]),
        ("❤️ 1️⃣ #️⃣", ["❤️", "1️⃣", "#️⃣"]),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 1),
    ],
)
def test_an_emoji_is_a_word_of_its_own(text: str, expected: list[str] | int) -> None:
    found = [word.text for word in split_words(text)]
    assert found == (expected if isinstance(expected, list) else [text])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("שלום עולם", ["שלום", "עולם"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("日本語 テスト", ["日", "本", "語", "テスト"]),
        ("か\u3099葛\U000e0100", ["か\u3099", "葛\U000e0100"]),
        ("می‌روم خانه", ["می‌روم", "خانه"]),
    ],
)
def test_words_of_other_scripts_stay_whole(text: str, expected: list[str]) -> None:
    assert [word.text for word in split_words(text)] == expected


def test_the_repr_of_a_word_does_not_show_it() -> None:
    assert "idiot" not in repr(split_words("idiot"))
