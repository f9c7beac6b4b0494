"""Letters typed more than once: idiooooot, sstupidd, iiddiioott.

English doubles letters but never triples them, so a run of three or more is cut to two. Whether one
was meant is not known ("boook", "idiooot"), so a search also tries `keep=1`: runs that look stretched
are cut to a single letter, and where a word has several, its other runs too. "good" stays as it is.
"""

import re
from collections.abc import Iterator
from typing import Literal

from sayso.text.folded import Edit, Folded
from sayso.text.prose import find_prose

_TRIPLE = re.compile(r"([^\W\d_])\1{2,}")
_REPEAT = re.compile(r"([^\W\d_])\1+")
_WORD = re.compile(r"[^\W\d_]+")
_EACH_TWICE = re.compile(r"(?<![^\W_])(?:([a-z])\1){3,}(?![^\W_])")

# Cheap to search for, and found wherever the patterns above or below are.
_MAYBE_TRIPLE = re.compile(r"(.)\1\1")
_MAYBE_EACH_TWICE = re.compile(r"(.)\1(.)\2(.)\3")
_MAYBE_STRETCHED = re.compile(r"([^ ])\1")

# Runs that look stretched: three of a letter; two of one that English does not double; two of a
# consonant at the start, or at the end of a longer word (stupidd; Scott too, in that one reading).
_ODD = re.compile(
    r"""([^\W\d_])\1{2,} | aa|hh|ii|jj|kk|qq|uu|vv|ww|xx|yy
        | ^([bcdfghjkmnpqrstvwxz])\2 | (?<=.{3})([bcdgmnprt])\3$""",
    re.VERBOSE,
)


def squeeze(folded: Folded, *, keep: Literal[1, 2] = 2) -> Folded:
    """Runs of three and more letters cut to two; or runs that look stretched, to one."""
    if _MAYBE_EACH_TWICE.search(folded.text):
        folded = folded.edit(_halve(folded.text))
    if keep == 1:
        return folded.edit(_cut_words(folded.text)) if _MAYBE_STRETCHED.search(folded.text) else folded
    return folded.edit(_cut_runs(folded.text)) if _MAYBE_TRIPLE.search(folded.text) else folded


def squeeze_text(text: str) -> str:
    """Runs of three and more letters cut to two, without the map and with addresses too."""
    return _TRIPLE.sub(r"\1\1", text) if _MAYBE_TRIPLE.search(text) else text


def _halve(text: str) -> Iterator[Edit]:
    """Words in which every letter is typed twice."""
    for word in _EACH_TWICE.finditer(text):
        for begin in range(word.start(), word.end(), 2):
            yield Edit(begin, begin + 2, text[begin])


def _cut_runs(text: str) -> Iterator[Edit]:
    for chunk in find_prose(text, hint=_TRIPLE):
        for run in _TRIPLE.finditer(text, *chunk.span()):
            yield Edit(*run.span(), run[1] * 2)


def _cut_words(text: str) -> Iterator[Edit]:
    for chunk in find_prose(text, hint=_MAYBE_STRETCHED):
        for word in _WORD.finditer(text, *chunk.span()):
            for run in _find_stretched(word[0]):
                yield Edit(word.start() + run.start(), word.start() + run.end(), run[0][0])


def _find_stretched(word: str) -> list[re.Match[str]]:
    odd = list(_ODD.finditer(word))
    return odd if len(odd) < 2 else list(_REPEAT.finditer(word))
