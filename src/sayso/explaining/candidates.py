"""What could be said instead of a word, before any of it is scored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import exp

from sayso.core import Blank, Odds, Span, WordGuesser
from sayso.core.draft import AlternativeSource
from sayso.explaining.edits import Edit
from sayso.explaining.protected import is_left_alone, is_withheld
from sayso.explaining.word_vectors import WordVectors
from sayso.text.inflection import agrees, match_case
from sayso.text.words import Word, split_words

LEAST_MEANING, LEAST_READING = 0.45, 0.2
"""How near and how likely a word must be that nobody has written in that place; one of both is not enough."""
SOURCES: tuple[AlternativeSource, ...] = ("people", "neighbour", "context", "omission")
NEAR = 24
"""Neighbours asked for: RECAST takes ten, but of the ten nearest an insult most are insults."""
LIKELY = 20
"""Likely words in context, as RECAST has it."""
AROUND = 5
"""Words on either side by which it is judged what is lost when a word is left out."""
END = "."
"""What follows the last word."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A wording for one place. `prior` is how often people chose it there, 0 to 1."""

    text: str = field(repr=False)
    source: AlternativeSource
    reads: float
    keeps_meaning: float
    prior: float = 0.0
    own_score: float = 0.0
    worth: float = 0.0
    """Its fit and how the sentence reads with it."""

    @property
    def fit(self) -> float:
        """How good it is apart from its score; that it means the same counts more than that it reads well."""
        return 0.4 * self.reads + 0.6 * self.keeps_meaning + self.prior


class Proposer:
    """Gathers candidates from what is near in meaning, what is likely in context and what people wrote."""

    def __init__(
        self,
        *,
        vectors: WordVectors,
        guesser: WordGuesser,
        sources: Sequence[AlternativeSource] = SOURCES,
    ) -> None:
        self._vectors = vectors
        self._guesser = guesser
        self._sources = frozenset(sources)

    def propose(self, text: str, spans: Sequence[Span], edits: Sequence[Edit]) -> list[list[Candidate]]:
        """For each span, which is a word of the text, its candidates; no wording twice. `edits` are what
        people and the phrasebook would do, with these words among others."""
        odds = self._guesser.guess([Blank(text, (span,)) for span in spans])
        return [
            self._propose_one(text, span, found[0], [edit for edit in edits if edit.span == span])
            for span, found in zip(spans, odds, strict=True)
        ]

    def _propose_one(self, text: str, span: Span, odds: Odds, edits: Sequence[Edit]) -> list[Candidate]:
        word = text[span.begin : span.end]
        passage = _Passage(text, span, self._vectors)
        found: dict[str, Candidate] = {}
        for wording, source, prior in self._name_wordings(word, odds, edits):
            one = Candidate(
                match_case(wording, word), source, odds.weigh(wording), passage.keep(wording), prior
            )
            if source == "people" or (_is_near(one) and not is_withheld(wording)):
                found.setdefault(wording.lower(), one)
        if "omission" in self._sources:
            without = odds.weigh(passage.next) if passage.next else 0.0
            prior = max((exp(min(edit.prior, 0)) for edit in edits if not edit.text), default=0.0)
            found[""] = Candidate("", "omission", without, passage.keep(""), prior)
        return list(found.values())

    def _name_wordings(
        self, word: str, odds: Odds, edits: Sequence[Edit]
    ) -> Iterator[tuple[str, AlternativeSource, float]]:
        """What people wrote first: where two sources have the same wording, the first names it."""
        if "people" in self._sources:
            for edit in edits:
                if edit.text:
                    yield edit.text, "people", exp(min(edit.prior, 0))
        lower = word.lower()
        if is_left_alone(lower):
            return

        def fits(other: str) -> bool:
            return other != lower and agrees(lower, other) and not self._vectors.is_common(other)

        if "neighbour" in self._sources:
            for wording in self._vectors.find_near(word, count=NEAR, accept=fits):
                yield wording, "neighbour", 0.0
        if "context" in self._sources:
            for wording in islice(filter(fits, odds.find_likeliest(3 * LIKELY)), LIKELY):
                yield wording, "context", 0.0


def _is_near(one: Candidate) -> bool:
    return one.keeps_meaning >= LEAST_MEANING and one.reads >= LEAST_READING


class _Passage:
    """A word and those around it, to compare with another wording in its place."""

    def __init__(self, text: str, span: Span, vectors: WordVectors) -> None:
        words = split_words(text)
        place = next((i for i, word in enumerate(words) if word.span.overlaps(span)), 0)
        self._before = _texts(words[max(0, place - AROUND) : place])
        self._after = _texts(words[place + 1 : place + 1 + AROUND])
        self._word = text[span.begin : span.end]
        self._vectors = vectors

    @property
    def next(self) -> str:
        """What would move up into the place of a word left out: if it is likely there, the text still reads.

        The next word, or a full stop after the last; nothing where nothing else is said.
        """
        return next(iter(self._after), END if self._before else "")

    def keep(self, wording: str) -> float:
        """How near the wording is to the word; of an omission, how much of the passage is left."""
        if wording:
            return self._vectors.compare([self._word], wording.split())
        return self._vectors.compare([*self._before, self._word, *self._after], [*self._before, *self._after])


def _texts(words: Sequence[Word]) -> list[str]:
    return [word.text for word in words]


def replace_span(text: str, span: Span, wording: str) -> str:
    """The text with another wording; one left out takes a space with it."""
    begin, end = span.begin, span.end
    if not wording:
        if text[end : end + 1] == " " and (begin == 0 or text[begin - 1].isspace()):
            end += 1
        elif text[begin - 1 : begin] == " " and not text[end : end + 1].isalnum():
            begin -= 1
    return text[:begin] + wording + text[end:]
