"""`blocklist:FILE`: whole words and phrases of a list, found through disguises.

A text scores the weight of its worst term on the attributes that the list gives the term, and 0 without one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from ahocorasick_rs import AhoCorasick

from sayso.core import Attribute, Evidence, ScaleMap, Scorer, Scores, Span, WordWeight
from sayso.core.errors import BadFile, BadInput
from sayso.scoring.registry import ScorerContext
from sayso.scoring.termlist import Term, TermList, read_terms
from sayso.text.disguise import fold, plainly, variants
from sayso.text.folded import Edit, Folded
from sayso.text.masks import Vocabulary

METHOD = "v1"
"""Counts up when the same list would match differently."""

_SPACE = re.compile(r"\s{2,}|[^\S ]")
_JOINT = re.compile(r"(?<=\w)[-_–—/]+(?=\w)")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Thai, Lao, Burmese, Khmer, Chinese and Japanese put no space between words, so any place will do.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Match:
    """A term and where it stands in the original text, in code points."""

    term: Term
    span: Span


class BlocklistScorer:
    """A term counts where it stands as a whole word, in any reading of the text."""

    scale_map: ClassVar[ScaleMap | None] = None

    def __init__(self, terms: TermList) -> None:
        self.name = f"blocklist.{METHOD}-{terms.digest[:8]}"
        self.attributes = frozenset[Attribute]().union(*(term.attributes for term in terms.terms))
        self._patterns = _make_patterns(terms)
        self._spellings = list(self._patterns)
        self._has_phrases = any(" " in spelling for spelling in self._spellings)
        self._vocabulary = Vocabulary(_list_words(self._patterns))
        self._automaton = AhoCorasick(self._spellings)

    def score(self, texts: Sequence[str]) -> Scores:
        columns = {attribute: [0.0] * len(texts) for attribute in sorted(self.attributes)}
        for row, text in enumerate(texts):
            for match in self.find(text):
                for attribute in match.term.attributes:
                    columns[attribute][row] = max(columns[attribute][row], match.term.weight)
        return Scores(self.name, columns)

    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        """The matched terms, as the list has them, each with its weight and place."""
        return [Evidence(words=tuple(_weigh(self.find(text)))) for text in texts]

    def find(self, text: str) -> list[Match]:
        """Every term in the text, from left to right; what lies inside a longer match is left out."""
        found = {match for reading in self._read(text) for match in self._search(reading)}
        return _drop_inner(
            sorted(found, key=lambda match: (match.span.begin, -match.span.end, match.term.line))
        )

    def _read(self, text: str) -> Iterator[Folded]:
        for reading in variants(text, vocabulary=self._vocabulary):
            spaced = _even_out(reading)
            yield spaced
            if self._has_phrases and _JOINT.search(spaced.text):
                yield spaced.edit(Edit(*joint.span(), " ") for joint in _JOINT.finditer(spaced.text))

    def _search(self, reading: Folded) -> Iterator[Match]:
        haystack = _SURROGATE.sub("\ufffd", reading.text) if not reading.text.isascii() else reading.text
        for index, begin, end in self._automaton.find_matches_as_indexes(haystack, overlapping=True):
            if _is_whole(haystack, begin, end):
                span = reading.original_span(begin, end)
                yield from (Match(term, span) for term in self._patterns[self._spellings[index]])


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> Scorer:  # noqa: ARG001
    if not argument:
        raise BadInput("'blocklist' needs a file.", hint="Write its path after a colon: blocklist:words.txt")
    return BlocklistScorer(read_terms(Path(argument).expanduser()))


def _make_patterns(terms: TermList) -> dict[str, list[Term]]:
    """What to search for: each term in plain letters and folded, since readings may be either."""
    patterns: dict[str, list[Term]] = {}
    for term in terms.terms:
        spellings = {_spell(plainly(term.text)), _spell(fold(term.text))} - {""}
        if not spellings:
            raise BadFile(
                f"Line {term.line} of the list {terms.source!r} holds nothing that can be seen.",
                hint="Remove the line.",
            )
        for spelling in spellings:
            patterns.setdefault(spelling, []).append(term)
    return patterns


def _list_words(patterns: dict[str, list[Term]]) -> list[str]:
    """Words that a masked word may stand for, the heaviest terms first, then the words of phrases."""
    heaviest = sorted(patterns, key=lambda spelling: -max(term.weight for term in patterns[spelling]))
    return [*heaviest, *(word for spelling in heaviest for word in spelling.split() if len(word) > 3)]


def _spell(folded: Folded) -> str:
    return _SURROGATE.sub("\ufffd", _even_out(folded).text.strip())


def _even_out(folded: Folded) -> Folded:
    """White space of any kind and length as one space, so that phrases match across lines."""
    return folded.edit(Edit(*space.span(), " ") for space in _SPACE.finditer(folded.text))


def _is_whole(text: str, begin: int, end: int) -> bool:
    return not (_runs_on(text, begin) or _runs_on(text, end))


def _runs_on(text: str, place: int) -> bool:
    """Whether one word goes on across `place`."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    return before.isalnum() and after.isalnum() and not (_UNSPACED.match(before) and _UNSPACED.match(after))


def _drop_inner(matches: Sequence[Match]) -> list[Match]:
    """Without those inside a match before them that weighs as much for the same attributes."""
    kept: list[Match] = []
    open_ones: list[Match] = []
    for match in matches:
        open_ones = [outer for outer in open_ones if outer.span.end > match.span.begin]
        if not any(_covers(outer, match) for outer in open_ones):
            kept.append(match)
            open_ones.append(match)
    return kept


def _covers(outer: Match, inner: Match) -> bool:
    within = outer.span.begin <= inner.span.begin and inner.span.end <= outer.span.end
    as_heavy = outer.term.attributes >= inner.term.attributes and outer.term.weight >= inner.term.weight
    return within and as_heavy


def _weigh(matches: Sequence[Match]) -> Iterator[WordWeight]:
    return (WordWeight(match.span, match.term.weight, match.term.text) for match in matches)
