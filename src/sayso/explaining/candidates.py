"""What could be said instead of a word, before any of it is scored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from sayso.core import Blank, Odds, Span, WordGuesser
from sayso.core.draft import AlternativeSource
from sayso.explaining.substitutions import Substitutions
from sayso.explaining.word_vectors import WordVectors
from sayso.text.inflection import agrees, match_case
from sayso.text.stopwords import is_stop_word
from sayso.text.words import Word, split_words

SOURCES: tuple[AlternativeSource, ...] = ("people", "neighbour", "context", "omission")
NEAR = 24
"""Neighbours asked for: RECAST takes ten, but of the ten nearest an insult most are insults."""
LIKELY = 20
"""Likely words in context, as RECAST has it."""
AROUND = 5
"""Words on either side by which it is judged what is lost when a word is left out."""
END = "."
"""What follows the last word."""
STANDING_IN = frozenset({"anything", "it", "one", "something", "someone", "that", "this"})
"""Stop words that people do write for a thing or a person; no other stop word is a candidate."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A wording for one place. `prior` is how often people chose it there, 0 to 1."""

    text: str = field(repr=False)
    source: AlternativeSource
    reads: float
    keeps_meaning: float
    prior: float = 0.0
    own_score: float = 0.0

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
        people: Substitutions,
        sources: Sequence[AlternativeSource] = SOURCES,
    ) -> None:
        self._vectors = vectors
        self._guesser = guesser
        self._people = people
        self._sources = frozenset(sources)

    def propose(self, text: str, spans: Sequence[Span]) -> list[list[Candidate]]:
        """For each span, which is a word of the text, its candidates; no wording twice."""
        odds = self._guesser.guess([Blank(text, (span,)) for span in spans])
        return [self._propose_one(text, span, found[0]) for span, found in zip(spans, odds, strict=True)]

    def weigh_together(self, text: str, spans: Sequence[Span]) -> Sequence[Odds]:
        """What could stand in several places at once, all of them hidden together."""
        return self._guesser.guess([Blank(text, tuple(spans))])[0]

    def _propose_one(self, text: str, span: Span, odds: Odds) -> list[Candidate]:
        word = text[span.begin : span.end]
        passage = _Passage(text, span, self._vectors)
        keeps = passage.keep
        found = {
            wording.lower(): Candidate(
                match_case(wording, word), source, odds.weigh(wording), keeps(wording), prior
            )
            for wording, source, prior in reversed(list(self._name_wordings(word, odds)))
            if not is_withheld(wording)
        }
        if "omission" not in self._sources:
            return [*reversed(found.values())]
        without = odds.weigh(passage.next) if passage.next else 0.0
        return [*reversed(found.values()), Candidate("", "omission", without, keeps(""))]

    def _name_wordings(self, word: str, odds: Odds) -> Iterator[tuple[str, AlternativeSource, float]]:
        """What people wrote first: where two sources have the same wording, the first names it."""
        if "people" in self._sources:
            for place, wording in enumerate(self._people.find(word)):
                if wording in STANDING_IN or not is_stop_word(wording):
                    yield wording, "people", 1 / (1 + place)
        lower = word.lower()

        def fits(other: str) -> bool:
            return other != lower and agrees(lower, other) and not is_stop_word(other)

        if "neighbour" in self._sources:
            for wording in self._vectors.find_near(word, count=NEAR, accept=fits):
                yield wording, "neighbour", 0.0
        if "context" in self._sources:
            for wording in islice(filter(fits, odds.find_likeliest(3 * LIKELY)), LIKELY):
                yield wording, "context", 0.0


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


_GROUPS = """
    white whites black blacks brown asian asians african africans arab arabs indian indians mexican
    mexicans latino latina hispanic hispanics jew jews jewish muslim muslims islamic christian
    christians catholic catholics hindu hindus buddhist atheist atheists immigrant immigrants
    migrant migrants refugee refugees foreigner foreigners gay gays lesbian lesbians bisexual
    transgender trans queer homosexual homosexuals straight disabled blind deaf autistic blonde
    blondes chinese japanese korean russian russians polish irish american americans european
    turkish italian german germans french native aboriginal gypsy gypsies
"""
_ACCUSATIONS = """
    racist racists sexist sexists nazi nazis fascist fascists bigot bigots bigoted terrorist
    terrorists communist communists commie commies traitor traitors liar liars criminal criminals
    thief thieves rapist rapists murderer murderers killer killers pedophile pedophiles lowlife
    lowlifes sleazeball coward cowards hypocrite hypocrites hate hateful haters hater evil kill
    killing die dead rape
"""
WITHHELD: frozenset[str] = frozenset(f"{_GROUPS} {_ACCUSATIONS}".split())


def is_withheld(wording: str) -> bool:
    """Whether any of its words is."""
    return not WITHHELD.isdisjoint(wording.lower().split())
