"""Disguised words folded back to plain ones, with the way back to the original offsets.

A term list finds disguised terms like this:

    terms = [fold(term).text for term in file]          # folded once, so that both sides agree
    vocabulary = Vocabulary(terms)                      # for f**k and y o u i d i o t
    for folded in variants(text, vocabulary=vocabulary):
        for term, begin, end in search(folded.text):
            if folded.is_whole_word(begin, end):
                found.add((term, folded.original_span(begin, end)))

Compare folded with folded only: a word in another alphabet comes out partly in Latin letters.
What is folded, what is not, and why: docs/explanation/disguises.md.
"""

import re
from collections.abc import Iterator

from sayso.text.folded import Folded
from sayso.text.leet import spell, unleet
from sayso.text.letters import PLAIN_FORMS
from sayso.text.masks import Vocabulary, fill_masks
from sayso.text.screen import turn_overridden
from sayso.text.spacing import join_letters
from sayso.text.stretching import squeeze, squeeze_text

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
    if _is_typed(text):
        return folded.replace_text(text.lower())
    return _translate(turn_overridden(folded) if "\u202e" in text else folded)


def _is_typed(text: str) -> bool:
    """Whether `text` is ASCII without control characters, as most are."""
    return text.isascii() and (text.isprintable() or not _UNTYPED.search(text))


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


def fold_cheaply(text: str) -> str:
    """Plain lower-case letters, runs of three cut to two: for a model's features, at little cost.

    The same letters as `fold`, without signs, spacing and the map back.
    """
    if _is_typed(text):
        return squeeze_text(text.lower())
    turned = turn_overridden(Folded.unchanged(text)).text if "\u202e" in text else text
    return squeeze_text(_TYPED_OR_NOT.sub(_plain_piece, turned))


def _plain_piece(match: re.Match[str]) -> str:
    return match[0].lower() if match[1] else PLAIN_FORMS[ord(match[0])]
