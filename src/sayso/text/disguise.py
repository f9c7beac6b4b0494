"""Disguised words folded back to plain ones, with the way back to the original offsets.

A term list finds disguised terms like this:

    terms = [fold(term).text for term in file]          # folded once, so that both sides agree
    vocabulary = Vocabulary(terms)                      # for f**k and y o u i d i o t
    for folded in variants(text, vocabulary=vocabulary):
        for term, begin, end in search_whole_words(folded.text):
            found.add((term, folded.original_span(begin, end)))

Compare folded with folded only: a word in another alphabet comes out partly in Latin letters.
What is folded, what is not, and why: docs/explanation/disguises.md.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from sayso.text.folded import Edit, Folded
from sayso.text.leet import find_prose, spell, unleet
from sayso.text.letters import PLAIN_FORMS
from sayso.text.masks import Vocabulary, fill_masks
from sayso.text.screen import turn_overridden

# What a keyboard types: printable ASCII and white space; and everything else, one by one.
_UNTYPED = re.compile(r"[^\s!-~]")
_TYPED_OR_NOT = re.compile(r"([\t-\r -~]+)|[^\t-\r -~]", re.DOTALL)


def fold(text: str) -> Folded:
    """The one reading of `text` that a person would most likely give it.

    Lower case; hidden characters, accents and look-alike letters undone; and, where it is unlikely
    to be meant as it stands: signs read as letters, spaced-out letters joined, runs of three letters
    cut to two. Masked letters stay masked. Folding what was folded changes nothing.
    """
    return _settle(plainly(text))


def _settle(folded: Folded) -> Folded:
    # Again until nothing changes: what one step makes plain, another may read.
    while folded is not (again := squeeze(unleet(join_letters(folded)))):
        folded = again
    return folded


def variants(text: str, *, vocabulary: Vocabulary | None = None) -> tuple[Folded, ...]:
    """The readings worth searching for terms: one for a plain text, more where there are disguises.

    First the text in plain letters, then `fold(text)`, then the eager readings (every sign a letter,
    any three spaced letters a word, stretched words cut to single letters), which are often no words
    at all. With a `vocabulary`, also masked words as the terms that fit them, and runs of spaced
    letters cut into words. No two have the same text.
    """
    readings: dict[str, Folded] = {}
    for folded in _read(text, vocabulary):
        readings.setdefault(folded.text, folded)
    return tuple(readings.values())


def _read(text: str, vocabulary: Vocabulary | None) -> Iterator[Folded]:
    plain = plainly(text)
    yield plain
    joined = join_letters(plain, eager=True)
    if joined is plain and unleet(plain, eager=True) is plain:
        if (squeezed := squeeze(plain)) is not plain:
            yield _settle(squeezed)
        yield squeeze(plain, keep=1)
    else:
        yield _settle(plain)
        yield from _read_stretched(unleet(joined, eager=True, one="i"))
        yield from _read_stretched(unleet(joined, eager=True, one="l"))
    if vocabulary:
        yield from _read_with(vocabulary, plain, spaced=joined is not plain)


def _read_stretched(folded: Folded) -> Iterator[Folded]:
    yield squeeze(folded)
    yield squeeze(folded, keep=1)


def _read_with(vocabulary: Vocabulary, plain: Folded, *, spaced: bool) -> Iterator[Folded]:
    yield fill_masks(plain, vocabulary)
    yield fill_masks(unleet(plain, eager=True), vocabulary)
    if spaced:
        words = join_letters(plain, eager=True, cut=lambda letters: vocabulary.cut(spell(letters)))
        yield squeeze(unleet(words, eager=True))


def plainly(text: str) -> Folded:
    """`text` in plain lower-case letters, nothing else undone.

    A hidden character or mark belongs to the character before it.
    """
    folded = Folded.unchanged(text)
    if text.isascii() and (text.isprintable() or not _UNTYPED.search(text)):  # as most are
        return folded.replace_text(text.lower())
    return _translate(turn_overridden(folded) if "\u202e" in text else folded)


def _translate(folded: Folded) -> Folded:
    pieces: list[str] = []
    begins: list[int] = []
    ends: list[int] = []
    for match in _TYPED_OR_NOT.finditer(folded.text):
        begin, end = match.span()
        if match[1]:
            pieces.append(match[0].lower())
            begins.extend(folded.begins[begin:end])
            ends.extend(folded.ends[begin:end])
        elif plain := PLAIN_FORMS[ord(match[0])]:
            pieces.append(plain)
            begins.extend([folded.begins[begin]] * len(plain))
            ends.extend([folded.ends[begin]] * len(plain))
        elif ends and ends[-1] == folded.begins[begin]:
            ends[-1] = folded.ends[begin]
    return Folded("".join(pieces), begins, ends)


# A run of single letters (or signs read as letters), the same thing between every two of them.
# Whatever is cut off its end leaves a run that still fits, so that a search never goes back far.
_RUN = re.compile(
    r"""(?<![^\W_]) (?<![@$]) [a-z0-9@$]
        (?P<gap> [ ]? [.\-_~,/·•:|*+] [ ]? | [ ]{1,3} | \t )
        [a-z0-9@$] (?: (?P=gap) [a-z0-9@$] )+
        (?! [^\W_] | [@$] )""",
    re.VERBOSE,
)
_VOWEL = re.compile("[aeiou0134@]")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"

Cut = Callable[[str], Sequence[int]]
"""Says after which letters of a joined run a new word begins; none: it is one word."""


def join_letters(folded: Folded, *, eager: bool = False, cut: Cut | None = None) -> Folded:
    """Runs of single letters joined to words; with `cut`, to several where a run holds several."""
    return folded.edit(_drop_gaps(folded.text, eager=eager, cut=cut))


def _drop_gaps(text: str, *, eager: bool, cut: Cut | None) -> Iterator[Edit]:
    for run in _RUN.finditer(text):
        step = 1 + len(run["gap"])
        word = run[0][::step]
        is_initials = run["gap"] == "." and text.startswith(".", run.end())
        if not _is_word(word, eager=eager) or (is_initials and not eager):
            continue
        kept = set(cut(word)) if cut else set[int]()
        for number in range(1, len(word)):
            end = run.start() + number * step
            yield Edit(end - len(run["gap"]), end, " " if number in kept else "")


def _is_word(word: str, *, eager: bool) -> bool:
    letters = sum(character.isalpha() for character in word)
    if len(set(word)) == 1 or letters < 2:
        return False
    if eager:
        return True
    return len(word) > 3 and 2 * letters > len(word) and bool(_VOWEL.search(word)) and word not in _ALPHABET


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
            odd = list(_ODD.finditer(word[0]))
            for run in odd if len(odd) < 2 else _REPEAT.finditer(word[0]):
                yield Edit(word.start() + run.start(), word.start() + run.end(), run[0][0])
