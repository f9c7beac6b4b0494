"""Four times the text may take about four times as long, not sixteen times."""

from collections.abc import Callable
from time import thread_time

import pytest

from sayso.text import (
    Utf16Offsets,
    Vocabulary,
    fold,
    split_sentences,
    split_windows,
    split_words,
    variants,
)
from sayso.text.lexicon import Lexicon
from sayso.text.markup import strip_markup
from sayso.text.reading import read_plain
from sayso.text.seen import list_readings

LEXICON = Lexicon({"stupid": 1, "wonderful": 2}, ["idiot"])
VOCABULARY = Vocabulary(["idiot", "stupid", "aaa", "abab"])
FUNCTIONS: dict[str, Callable[[str], object]] = {
    "words": split_words,
    "sentences": split_sentences,
    "fold": fold,
    "variants": lambda text: variants(text, vocabulary=VOCABULARY),
    "windows": lambda text: split_windows(text, size=400, overlap=50),
    "offsets": Utf16Offsets,
    "reading": lambda text: read_plain(text, LEXICON),
    "screen": list_readings,
    "markup": strip_markup,
}
UNITS = [
    *("😀", "🇺🇸", "👩\u200d", "\u0301", "a\u0301", "\u200b", "\ud83d", "日", "\u202ea"),
    *(
        "a ",
        "a b ",
        "a. ",
        "a.",
        "a",
        "ab",
        "aabb",
        "a*",
        "a* ",
        "f*** ",
        "*",
        "a@",
        "@",
        "a1",
        "1",
        "$@",
        "!",
        "a!",
        "(a. B) ",
        '"',
        "好。",
        "`",
        "&#105;",
        "<b",
    ),
]


def seconds(function: Callable[[str], object], text: str) -> float:
    times: list[float] = []
    for _ in range(3):
        begin = thread_time()
        function(text)
        times.append(thread_time() - begin)
    return min(times)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_time_grows_with_the_length_of_the_text(name: str, unit: str) -> None:
    short, long = unit * (1500 // len(unit)), unit * (6000 // len(unit))
    assert any(grows_gently(FUNCTIONS[name], short, long) for _ in range(5))


def grows_gently(function: Callable[[str], object], short: str, long: str) -> bool:
    """10 ms of grace: below that the clock and the collector decide. Quadratic steps take far more.

    A busy machine can spoil one measurement, but a quadratic step would spoil them all.
    """
    return seconds(function, long) < 9 * seconds(function, short) + 0.010


@pytest.mark.parametrize("unit", ["好。", "`"])
def test_sentences_of_the_longest_texts_take_no_more_than_their_length(unit: str) -> None:
    short, long = unit * (25_000 // len(unit)), unit * (100_000 // len(unit))
    assert any(seconds(split_sentences, long) < 6 * seconds(split_sentences, short) for _ in range(3))
