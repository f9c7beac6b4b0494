"""Other ways to say it: candidates filtered and ranked as RECAST does, all scored in one batch.

A first pass with a cheap scorer and with how well a wording fits chooses whom to score exactly.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from sayso.core import Alternative, Attribute, Odds, Scorer, Span
from sayso.explaining.candidates import Candidate, Proposer, replace_span

MOST_OWN_SCORE = 0.4
"""RECAST's limit for a wording on its own; here for every attribute, and by the second opinion too."""
LEAST_GAIN = 0.01
"""By how much the whole text's score must fall: one point of the bar an author sees."""
PER_WORD = 6
"""As many as an author is shown; each costs a run of the model over the whole text."""
TOGETHER = 12
"""Wordings scored for all words of a draft, so that the answer comes while the author still looks: from the
third word on each gets fewer, but never less than `LEAST_TRIED`."""
LEAST_TRIED = 3
MOST_WORDS = 12
PHRASE_WORDS = 3
PHRASE_CHOICES = 4
BUDGET = 24_000
"""Characters scored for one draft at most, so that nobody's long draft keeps everyone else waiting; in a long
one fewer words get alternatives."""
LEAST_EACH = 4
"""Rather fewer words than fewer wordings."""
MEMORY = 20_000
"""Words whose own scores are remembered."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of the draft and the wordings tried in it."""

    span: Span
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A stretch of the draft and the words in it that are to be reworded together."""

    span: Span
    words: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Own:
    """What a wording is on its own."""

    score: float
    is_mild: bool


class _Sorter:
    """Of the candidates for a place those that pass, best fitting first, up to a number; leaving the word out
    is always asked about, and among them whenever it passes."""

    def __init__(self, place: Place, count: int) -> None:
        self.span = place.span
        best = sorted(place.candidates, key=lambda one: -one.fit)
        self._omissions = [one for one in best if not one.text]
        self._waiting = [one for one in best if one.text]
        self._count = count
        self._words: list[Candidate] = []
        self._left_out: list[Candidate] = []

    def take(self) -> list[Candidate]:
        """Whom to ask about next: twice as many as are missing; nobody once there are enough."""
        number = 2 * max(0, self._count - len(self._words) - len(self._left_out))
        taken = [*self._waiting[:number], *self._omissions]
        self._waiting, self._omissions = self._waiting[number:], []
        return taken

    def keep(self, candidate: Candidate) -> None:
        (self._words if candidate.text else self._left_out).append(candidate)

    def finish(self) -> Place:
        return Place(self.span, (*self._words[: self._count - len(self._left_out)], *self._left_out))


class AlternativeFinder:
    """Finds alternatives for words and phrases of a text."""

    def __init__(self, *, scorer: Scorer, cheap: Scorer, second: Scorer, proposer: Proposer) -> None:
        self._scorer = scorer
        self._cheap = cheap
        self._second = second
        self._proposer = proposer
        self._own: dict[str, _Own] = {}

    def find(
        self, text: str, spans: Sequence[Span], *, score: float, phrase: Phrase | None = None
    ) -> tuple[dict[Span, tuple[Alternative, ...]], tuple[Alternative, ...]]:
        """Alternatives for each word, heaviest first in `spans`, and for the words of a phrase jointly.

        `score` is the text's own; what does not lower it is no alternative.
        """
        if len(self._own) > MEMORY:
            self._own.clear()
        share = max(1, BUDGET // max(1, len(text)))
        chosen = list(spans[: min(MOST_WORDS, max(1, share // LEAST_EACH))])
        wanted = list(dict.fromkeys([*chosen, *(phrase.words if phrase else ())]))
        proposed = dict(zip(wanted, self._keep_mild(self._proposer.propose(text, wanted)), strict=True))
        each = count_each(len(chosen), share=share)
        places = self._choose(text, [Place(span, tuple(proposed[span])) for span in chosen], count=each)
        if phrase:
            places.append(self._join(text, phrase, proposed))
        ranked = list(self._rank(text, places, score=score))
        joined = ranked.pop() if phrase else ()
        return dict(zip(chosen, ranked, strict=True)), joined

    def _keep_mild(self, proposed: Sequence[Sequence[Candidate]]) -> list[list[Candidate]]:
        """Those that are harmless on their own. These are words of the tables, never of the draft, so what
        they score may be remembered."""
        texts = dict.fromkeys(one.text for candidates in proposed for one in candidates)
        self._own |= self._score_alone([text for text in texts if text not in self._own])
        return [_own_up(candidates, self._own) for candidates in proposed]

    def _score_alone(self, wordings: Sequence[str]) -> dict[str, _Own]:
        own = {"": _Own(0.0, is_mild=True)}
        new = [wording for wording in wordings if wording]
        if not new:
            return own
        scores, others = self._scorer.score(new), self._second.score(new).column(Attribute.TOXICITY)
        for index, (wording, other) in enumerate(zip(new, others, strict=True)):
            row = scores.row(index)
            highest = max(other, *row.values())
            own[wording] = _Own(row[Attribute.TOXICITY], is_mild=highest < MOST_OWN_SCORE)
        return own

    def _choose(self, text: str, places: Sequence[Place], *, count: int) -> list[Place]:
        """The first pass: those that fit best among those that the cheap scorer does not find worse.

        It is asked about the best of every place first, all at once; about others only where too few pass.
        """
        sorters = [_Sorter(place, count) for place in places]
        [before] = _score(self._cheap, [text])
        while asked := [(sorter, one) for sorter in sorters for one in sorter.take()]:
            texts = [replace_span(text, sorter.span, one.text) for sorter, one in asked]
            for (sorter, one), score in zip(asked, _score(self._cheap, texts), strict=True):
                if score <= before:
                    sorter.keep(one)
        return [sorter.finish() for sorter in sorters]

    def _join(self, text: str, phrase: Phrase, proposed: Mapping[Span, Sequence[Candidate]]) -> Place:
        """Wordings of the whole phrase: for all of its words at once."""
        whole, spans = phrase.span, sorted(phrase.words)
        odds = self._proposer.weigh_together(text, spans)
        places = [Place(span, tuple(proposed[span])) for span in spans]
        choices = [one.candidates for one in self._choose(text, places, count=PHRASE_CHOICES)]
        found = [_combine(text, whole, spans, each, odds) for each in product(*choices) if _differ(each)]
        mild = _own_up(found, self._score_alone(list(dict.fromkeys(one.text for one in found))))
        different: dict[str, Candidate] = {}
        for one in sorted(mild, key=lambda one: -one.fit):
            different.setdefault(one.text, one)  # there may be two ways to the same wording
        return Place(whole, tuple(different.values())[:PER_WORD])

    def _rank(self, text: str, places: Sequence[Place], *, score: float) -> Iterator[tuple[Alternative, ...]]:
        texts = [replace_span(text, place.span, one.text) for place in places for one in place.candidates]
        after, second = iter(_score(self._scorer, texts)), iter(_score(self._second, texts))
        for place in places:
            found = [
                (
                    one.fit,
                    Alternative(
                        text=one.text,
                        score_after=next(after),
                        own_score=one.own_score,
                        reads=one.reads,
                        keeps_meaning=one.keeps_meaning,
                        second_opinion_after=next(second),
                        source=one.source,
                    ),
                )
                for one in place.candidates
            ]
            better = [pair for pair in found if pair[1].score_after <= score - LEAST_GAIN]
            yield tuple(
                one for _, one in sorted(better, key=lambda pair: (int(pair[1].score_after * 10), -pair[0]))
            )


def count_each(words: int, *, share: int) -> int:
    """How many wordings each of the words may try."""
    words = max(1, words)
    return max(2, min(PER_WORD, max(LEAST_TRIED, TOGETHER // words), share // words))


def _differ(combination: Sequence[Candidate]) -> bool:
    """Whether no wording is there twice."""
    said = [one.text for one in combination if one.text]
    return len(said) == len(set(said))


def _combine(
    text: str, whole: Span, spans: Sequence[Span], combination: Sequence[Candidate], odds: Sequence[Odds]
) -> Candidate:
    """One wording for the whole phrase; it reads as well as its words do where all of them are guessed."""
    changed = text[: whole.end]
    for span, candidate in reversed(list(zip(spans, combination, strict=True))):
        changed = replace_span(changed, span, candidate.text)
    together = [each.weigh(one.text) for each, one in zip(odds, combination, strict=True) if one.text]
    reads = sum(together) / len(together) if together else min(one.reads for one in combination)
    return Candidate(
        changed[whole.begin :],
        max(combination, key=lambda one: one.fit).source,
        reads,
        min(one.keeps_meaning for one in combination),
        sum(one.prior for one in combination) / len(combination),
    )


def _own_up(candidates: Sequence[Candidate], own: Mapping[str, _Own]) -> list[Candidate]:
    """The mild ones, each with what it scores alone."""
    return [replace(one, own_score=own[one.text].score) for one in candidates if own[one.text].is_mild]


def _score(scorer: Scorer, texts: Sequence[str]) -> list[float]:
    return scorer.score(texts).column(Attribute.TOXICITY) if texts else []
