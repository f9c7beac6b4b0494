"""What a text says by its words alone, where a score says too little or too late."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sayso.core import Span, WordWeight
from sayso.explaining.refusals import patterns
from sayso.explaining.refusals.plain_words import PlainText, make_plain

LOOK_BACK = 48
"""Characters before a match in which it may be denied or reported."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of speech: the sentence it stands in, and its words in small letters."""

    sentence: Span
    words: frozenset[str]

    def holds(self, word: WordWeight) -> bool:
        return word.span.overlaps(self.sentence) and word.term.lower() in self.words


@dataclass(frozen=True, slots=True)
class Said:
    """`testimony` are the sentences in which somebody tells what was done to them; `harm_words` are there
    outside of figures of speech."""

    self_harm: bool = False
    threat: bool = False
    harm_words: bool = False
    support: bool = False
    testimony: tuple[Span, ...] = ()
    figures: tuple[Figure, ...] = ()

    def leave_alone(self, words: Sequence[WordWeight]) -> tuple[WordWeight, ...]:
        """The words that may be marked: none beside danger to oneself, none in a testimony or a figure."""
        if self.self_harm:
            return ()
        return tuple(
            word
            for word in words
            if not any(word.span.overlaps(sentence) for sentence in self.testimony)
            and not any(figure.holds(word) for figure in self.figures)
        )


def hear(text: str) -> Said:
    """Linear in the text: every pattern has bounded gaps."""
    plain = make_plain(text)
    told = (
        match
        for match in patterns.TESTIMONY.finditer(plain.text)
        if not patterns.TURNED.search(plain.text, match.end(), match.end() + 2 * LOOK_BACK)
    )
    testimony = _list_sentences(plain, told)
    figures = tuple(
        Figure(plain.find_sentence(match.start()), frozenset(match[0].split()))
        for match in patterns.FIGURATIVE.finditer(plain.text)
    )
    return Said(
        self_harm=_speaks_of_self_harm(plain),
        threat=_threatens(plain, testimony),
        harm_words=patterns.WEAK_HARM.search(plain.text) is not None and not figures,
        support=patterns.SUPPORT.search(plain.text) is not None,
        testimony=testimony,
        figures=figures,
    )


def _list_sentences(plain: PlainText, matches: Iterator[re.Match[str]]) -> tuple[Span, ...]:
    return tuple(dict.fromkeys(plain.find_sentence(match.start()) for match in matches))


def _speaks_of_self_harm(plain: PlainText) -> bool:
    if any(not _follows(plain, match, patterns.NOT_I) for match in patterns.SELF_HARM.finditer(plain.text)):
        return True
    return any(
        not patterns.NUMBERED.search(plain.text, max(0, match.start() - LOOK_BACK), match.start())
        and not patterns.DISTANCE.match(plain.text, match.end())
        for match in patterns.KMS.finditer(plain.text)
    )


def _threatens(plain: PlainText, testimony: Sequence[Span]) -> bool:
    """Telling somebody to die, or threatening; what is reported, denied or played at is neither."""
    told = (
        match
        for match in patterns.URGING.finditer(plain.text)
        if not _follows(plain, match, patterns.URGED_NOT)
        and plain.find_sentence(match.start()) not in testimony
    )
    threatened = (
        match
        for match in patterns.THREAT.finditer(plain.text)
        if not _follows(plain, match, patterns.THREAT_NOT)
        and not patterns.PLAYED.search(plain.text, match.start(), match.end() + LOOK_BACK)
        and plain.find_sentence(match.start()) not in testimony
    )
    return any(told) or any(threatened)


def _follows(plain: PlainText, match: re.Match[str], before: re.Pattern[str]) -> bool:
    """Whether it is denied, or such words stand directly before it, in the same sentence."""
    if patterns.DENIED.search(f" {match[0]} "):
        return True
    stretch = plain.text[max(0, match.start() - LOOK_BACK) : match.start()]
    return before.search(stretch[stretch.rfind(".") + 1 :]) is not None
