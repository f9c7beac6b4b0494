"""Words with exact offsets, in any script. Why not a word breaker's own rules: docs/decisions/0002."""

import re
from dataclasses import dataclass, field
from typing import cast

import regex

from sayso.core import Span


@dataclass(frozen=True, slots=True)
class Word:
    """A word and where it stands, in code points. `repr` leaves the text out: it may reach a log."""

    span: Span
    text: str = field(repr=False)


def split_words(text: str) -> list[Word]:
    """The words of `text`, in order.

    Whole stay: contractions (don't), hyphenated words (well-known), numbers (3.5, 24/7), initials
    (U.S.A), masked words (sh*t), names and tags with their sign (@name, #tag), and words that hide
    zero-width characters. An emoji is a word of its own, with its skin tone, flag or family. Han and
    Hiragana characters are words one by one; scripts without spaces, such as Thai, come in runs.
    """
    pattern = _ASCII if text.isascii() else _ANY
    return [Word(Span(*match.span()), match.group()) for match in pattern.finditer(text)]


# One set of rules for both patterns below; only the classes of characters differ.
# letter: can begin a word; inner: can go on with it; join: may stand between two inner characters.
_RULES = r"""
      (?<!{letter}) {alpha} (?:\.{alpha})+ (?!{inner})              # initials, and i.d.i.o.t
    | (?<![*{bare}]) {alpha}{{1,3}} \*{{2,}} (?!{inner})            # f***
    | (?: [@\#$](?={alpha}) )? {letter}{inner}*
      (?: (?: {join} | [*@$\#%]+ | _+ | (?<=\d)[.,:/](?=\d) ) {inner}+ )*
"""
_ASCII = re.compile(
    _RULES.format(letter="[a-z0-9]", alpha="[a-z]", inner="[a-z0-9]", bare="a-z0-9", join="['-]"),
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)

_IDEOGRAPH = r"[\p{Han}\p{Hiragana}]"
_PICTURE = r"[\p{Extended_Pictographic}--[©®™]] [\p{Emoji_Modifier}\p{M}\U000E0020-\U000E007F]*"
_OTHERS = rf"""
    | {_IDEOGRAPH}\p{{M}}*
    | \p{{Regional_Indicator}}{{1,2}}
    | {_PICTURE} (?: \u200d {_PICTURE} )*
    | [\#*]\uFE0F?\u20E3                                            # keycaps that are not digits
"""
# The cast: `regex` is untyped, and its patterns do all that is asked of them here as those of `re` do.
_ANY = cast(
    "re.Pattern[str]",
    regex.compile(  # pyright: ignore[reportUnknownMemberType]
        _RULES.format(
            letter=rf"[[\p{{L}}\p{{N}}]--{_IDEOGRAPH}]",
            alpha=rf"[\p{{L}}--{_IDEOGRAPH}]",
            inner=rf"[[\p{{L}}\p{{N}}\p{{M}}]--{_IDEOGRAPH}]",
            bare=r"\p{L}\p{N}",
            join=r"(?: ['’ʼ＇‐‑\-] | \p{Cf}+ )",
        )
        + _OTHERS,
        regex.VERBOSE | regex.VERSION1,
    ),
)
