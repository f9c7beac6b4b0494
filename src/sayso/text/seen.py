"""A text as a person comes to see it: what everybody scores and searches, whoever asks.

As a screen shows it (`screen`), as a page shows its markup (`rendering`), without emphasis, and with letters
of other scripts inside Latin words read as the letters they look like. What only a known word can confirm is
`reading`'s. Offsets lead back to the original.
"""

import re
import unicodedata
from collections.abc import Iterator

import regex

from sayso.text.folded import Edit, Folded
from sayso.text.letters import PLAIN_FORMS
from sayso.text.rendering import read_rendered
from sayso.text.screen import see

_QUOTES = str.maketrans("’‘“”", "''\"\"")
_WORD_OR_QUOTE = re.compile(r"\w+|[’‘“”]")
# What a screen and a page show as it stands. Most texts have nothing else and are let through at once.
_PLAIN = bytes({*b"\t\n\r", *range(0x20, 0x7F)} - {*b"&<*_~`["})
# Emphasis at the edge of a word: **so**, _so_, ~~so~~, `so`.
_EMPHASIS = re.compile(r"(?<![\w*_~`])[*_~`]{1,3}(?=\w)|(?<=\w)[*_~`]{1,3}(?![\w*_~`])")
# Signs that hang on a word and mean nothing by themselves, such as a prime; drawn letters are none of them.
_HANGING = regex.compile(
    r"(?<=[A-Za-z])[\p{Sk}\u02b9-\u02df\ua78b\ua78c]++|[\u02b9-\u02df\ua78b\ua78c]++(?=[A-Za-z])"
)


def list_readings(text: str) -> tuple[Folded, ...]:
    """Every way in which a person may come to see `text`, as it stands first; no two have the same text.

    One for a plain text. A scorer takes the highest score of all of them.
    """
    if is_plain(text):
        return (Folded.unchanged(text),)
    readings: dict[str, Folded] = {}
    for folded in (Folded.unchanged(text), *read_rendered(text)):
        seen = _see_more(folded)
        bare = seen.edit(Edit(*mark.span(), "") for mark in _EMPHASIS.finditer(seen.text))
        for one in (seen, bare, _unmix(seen)):
            readings.setdefault(one.text, one)
    return tuple(readings.values())


def is_plain(text: str) -> bool:
    """Whether `text` has no reading but itself. Of several texts joined: whether all are plain."""
    return text.isascii() and not text.encode("ascii").translate(None, _PLAIN)


def undo_lookalikes(text: str) -> Iterator[Edit]:
    """Letters of other scripts inside words that have Latin ones; typographic quotation marks."""
    for match in _WORD_OR_QUOTE.finditer(text):
        word = match[0]
        if word in "’‘“”":
            yield Edit(*match.span(), word.translate(_QUOTES))
        elif not word.isascii() and re.search("[A-Za-z]", word):
            for place, character in enumerate(word, match.start()):
                if _is_foreign(character) and (plain := PLAIN_FORMS[ord(character)]):
                    yield Edit(place, place + 1, plain)


def _is_foreign(character: str) -> bool:
    """A letter of another script; a Latin one such as thorn stands for itself."""
    return not character.isascii() and not unicodedata.name(character, "LATIN").startswith("LATIN")


def _see_more(folded: Folded) -> Folded:
    """What a screen shows of a text that was changed before: `&#8203;` shows nothing either."""
    seen = see(folded.text)
    if seen.text == folded.text:
        return folded
    begins = [folded.begins[place] for place in seen.begins]
    return Folded(seen.text, begins, [folded.ends[place - 1] for place in seen.ends])


def _unmix(folded: Folded) -> Folded:
    if folded.text.isascii():
        return folded
    bare = folded.edit(Edit(*match.span(), "") for match in _HANGING.finditer(folded.text))
    return bare.edit(undo_lookalikes(bare.text))
