"""Words written so that a filter would miss them, each character knowing where it came from.

Unlike `training.disguises`, which makes copies for a model that sees words alone, this keeps the marks of a
text usable.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from enum import StrEnum
from random import Random
from typing import Final

from sayso.text.folded import Folded


class Way(StrEnum):
    LEET = "leet"
    SPACES = "spaces"
    DROPPED = "dropped"
    HOMOGLYPH = "homoglyph"
    ZERO_WIDTH = "zero_width"
    MASKED = "masked"
    REPEATED = "repeated"
    SWAPPED = "swapped"
    JOINED = "joined"
    DOTTED = "dotted"


WAYS: Final = tuple(Way)

Written = Iterator[tuple[str, int]]
"""Characters and their places in the word."""

_WORD: Final = re.compile(r"[A-Za-z]{3,}")
_LONG: Final = 4
_MOST: Final = 5
_CHOSEN: Final = 0.3
_COMMON: Final = frozenset((
    "the", "and", "you", "are", "was", "were", "for", "that", "this", "with", "have", "has", "from",
    "not", "but", "all", "they", "them", "their", "there", "what", "who", "why", "how", "when", "will",
    "would", "could", "should", "just", "like", "about", "your", "our", "his", "her", "its", "into",
    "than", "then", "been", "being",
))  # fmt: skip
_LEET: Final = {
    "a": "4@", "e": "3", "i": "1!", "o": "0", "s": "5$", "t": "7", "b": "8", "g": "9", "l": "1"
}  # fmt: skip
_CYRILLIC: Final = {
    "a": "а", "e": "е", "o": "о", "p": "р", "c": "с", "x": "х", "y": "у", "i": "і", "s": "ѕ"
}  # fmt: skip
_INVISIBLE: Final = "\u200b\u200c\u200d\u2060\u00ad"


def disguise(text: str, way: Way, random: Random, *, words: Collection[str] = ()) -> Folded:
    """The words in `words` disguised or, if none of them is there, some of the longer uncommon ones."""
    chosen = _choose(text, words, random)
    characters: list[str] = []
    begins: list[int] = []
    place = 0
    while place < len(text):
        end = chosen.get(place, place + 1)
        for character, offset in _write(text, place, chosen, way, random):
            characters.append(character)
            begins.append(place + offset)
        place = end
    return Folded("".join(characters), begins, [begin + 1 for begin in begins])


def _choose(text: str, words: Collection[str], random: Random) -> Mapping[int, int]:
    """The ends of the chosen words by their beginnings."""
    spans = [match.span() for match in _WORD.finditer(text)]
    wanted = [(begin, end) for begin, end in spans if text[begin:end].lower() in words]
    if wanted:
        return dict(wanted)
    pool = [
        (begin, end)
        for begin, end in spans
        if end - begin >= _LONG and text[begin:end].lower() not in _COMMON
    ]
    drawn = [span for span in pool if random.random() < _CHOSEN] or pool[:1]
    return dict(random.sample(drawn, _MOST) if len(drawn) > _MOST else drawn)


def _write(text: str, place: int, chosen: Mapping[int, int], way: Way, random: Random) -> Written:
    if place in chosen:
        yield from _WRITERS[way](text[place : chosen[place]], random)
    elif way is not Way.JOINED or not _touches(text, place, chosen) or random.random() >= 0.7:
        yield text[place], 0


def _touches(text: str, place: int, chosen: Mapping[int, int]) -> bool:
    """Whether this is a space beside a chosen word."""
    return text[place] == " " and (place + 1 in chosen or place in chosen.values())


def _write_as_is(word: str, _: Random) -> Written:
    return ((letter, place) for place, letter in enumerate(word))


def _write_leet(word: str, random: Random) -> Written:
    share = random.choice((0.5, 1.0))
    for place, letter in enumerate(word):
        signs = _LEET.get(letter.lower())
        yield (random.choice(signs) if signs and random.random() < share else letter), place


def _write_cyrillic(word: str, random: Random) -> Written:
    for place, letter in enumerate(word):
        other = _CYRILLIC.get(letter.lower())
        yield (other if other and random.random() < 0.7 else letter), place


def _drop_letters(word: str, random: Random) -> Written:
    """One of the vowels inside; of a long word sometimes another letter too."""
    inner = range(1, len(word) - 1)
    vowels = [place for place in inner if word[place].lower() in "aeiou"]
    dropped = {random.choice(vowels or inner)}
    if len(word) > 7 and random.random() < 0.4:
        dropped.add(random.choice(inner))
    yield from ((letter, place) for place, letter in enumerate(word) if place not in dropped)


def _swap_letters(word: str, random: Random) -> Written:
    if len(word) < _LONG:
        yield from _write_as_is(word, random)
        return
    first = random.randrange(1, len(word) - 1)
    swapped = word[:first] + word[first + 1] + word[first] + word[first + 2 :]
    yield from _write_as_is(swapped, random)


def _mask_letters(word: str, random: Random) -> Written:
    inner = range(1, len(word) - 1)
    masked = set(random.sample(inner, max(1, len(inner) // 3))) if random.random() < 0.7 else set(inner)
    mask = random.choice("**#-_")
    yield from ((mask if place in masked else letter, place) for place, letter in enumerate(word))


def _repeat_letter(word: str, random: Random) -> Written:
    chosen, times = random.randrange(len(word)), random.randint(2, 4)
    for place, letter in enumerate(word):
        yield from [(letter, place)] * (1 + times if place == chosen else 1)


def _write_between(word: str, separator: str, share: float, random: Random) -> Written:
    for place, letter in enumerate(word):
        yield letter, place
        if place < len(word) - 1 and (share == 1 or random.random() < share):
            yield separator, place


def _space_out(word: str, random: Random) -> Written:
    return _write_between(word, " ", 1, random)


def _dot(word: str, random: Random) -> Written:
    return _write_between(word, random.choice(".-_*"), 1, random)


def _put_invisible(word: str, random: Random) -> Written:
    return _write_between(word, random.choice(_INVISIBLE), 0.6, random)


_WRITERS: Final[Mapping[Way, Callable[[str, Random], Written]]] = {
    Way.LEET: _write_leet,
    Way.SPACES: _space_out,
    Way.DROPPED: _drop_letters,
    Way.HOMOGLYPH: _write_cyrillic,
    Way.ZERO_WIDTH: _put_invisible,
    Way.MASKED: _mask_letters,
    Way.REPEATED: _repeat_letter,
    Way.SWAPPED: _swap_letters,
    Way.JOINED: _write_as_is,
    Way.DOTTED: _dot,
}
