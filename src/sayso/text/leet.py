"""Digits and signs that stand for letters: 1d10t, $tupid.

The careful reading leaves alone what is more likely meant as it stands: numbers with a unit, prices,
names after an @. The eager one reads every such sign next to a letter, for a search in which a wrong
reading costs nothing because it is no word.
"""

import re
from collections.abc import Iterator
from typing import Literal

from sayso.text.folded import Edit, Folded

_SIGNS = "013456789@$€§!¡|+"
_LETTERS = {
    "i": str.maketrans(_SIGNS, "oieasgtbgasesiiit"),
    "l": str.maketrans(_SIGNS, "oleasgtbgasesiilt"),
}
_HINT = re.compile(r"[a-z][0-9@$€§!¡|+]+[a-z0-9$]|[0-9@$€§!¡|+][a-z]|[a-z][0-9$€§]|@\$|\$@")
_TOKEN = re.compile(r"[a-z0-9@$€§!¡|+]+")
_SPELT = re.compile(r"[a-z]|@\$|\$@")

# Where a sign is taken for what it is. Look-aheads keep long tokens from being read again and again.
_MEANT = re.compile(
    r"""  \d+[a-z]{1,3} | \d{2,}[a-z]+        # 10am, 1st, 90s, 100percent
        | [a-z]+\d+                         # covid19, mp3
        | \d.*\d                            # 5ft10, 3x3x3
        | [a-z]1\d[a-z]                     # i18n
        | [^a-z@$]*[a-z@$]?[^a-z@$]*        # 1v1: too few letters to be a word
        | \$\d.*                            # $5k
        | [a-z]+\$                          # us$
        | @(?=.*[aeiouy])[a-z0-9]+          # @name, but not @ss
        | (?=[^!@]*[aeiou])[^!@]+[!@].*     # hello!world, me@home, but not sh!t
        | .*[28€§¡|+].*                     # h2o, k8s, c+d: signs that rarely stand for a letter
    """,
    re.VERBOSE,
)


def unleet(folded: Folded, *, eager: bool = False, one: Literal["i", "l"] = "i") -> Folded:
    """Signs read as letters; `one` is what 1 and | stand for. Web and mail addresses stay as they are."""
    if not _HINT.search(folded.text):
        return folded
    return folded.edit(_read_signs(folded.text, eager=eager, one=one))


def spell(signs: str) -> str:
    """Every sign read as a letter, 1 as i."""
    return signs.translate(_LETTERS["i"])


def _read_signs(text: str, *, eager: bool, one: Literal["i", "l"]) -> Iterator[Edit]:
    for chunk in find_prose(text, hint=_HINT):
        for token in _TOKEN.finditer(text, *chunk.span()):
            word = token[0].rstrip("!|+")
            if _SPELT.search(word) and (eager or not _MEANT.fullmatch(word)):
                yield Edit(token.start(), token.start() + len(word), word.translate(_LETTERS[one]))


_CHUNK = re.compile(r"\S+")
_ADDRESS = re.compile(r"[a-z]+://.*|www\..*|[^@]+@[^@]+\.[^@]+", re.DOTALL | re.IGNORECASE)


def find_prose(text: str, *, hint: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Stretches without white space in which `hint` is found and that are no address."""
    for chunk in _CHUNK.finditer(text):
        if hint.search(chunk[0]) and not _ADDRESS.fullmatch(chunk[0]):
            yield chunk
