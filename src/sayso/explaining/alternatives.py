"""Other ways to say it: for words, for a selected phrase and for whole sentences, all scored in one batch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import TypeVar

from sayso.core import Alternative, Attribute, Rewording, Scorer, Span
from sayso.explaining.candidates import Candidate, Proposer, replace_span
from sayso.explaining.edits import Edit, is_whole, may_go
from sayso.explaining.protected import is_left_alone
from sayso.explaining.rewording import Flag, Rewriter, Version
from sayso.explaining.word_vectors import WordVectors
from sayso.text.article import fit_articles
from sayso.text.sentences import split_sentences
from sayso.text.tokens import split_tokens

MOST_OWN_SCORE = 0.4
"""RECAST's limit for a wording on its own; here for every attribute, and by the second opinion too."""
LEAST_GAIN = 0.25
"""By how much the log-odds of the whole text's score must fall: where a text is far over, no single word
moves the score itself, and yet the first of several steps is one."""
RUDE = 0.4
"""A word that scores so much by itself is rude, whatever stands around it."""
PER_WORD = 6
"""As many as an author is shown; each costs a run of the model over the whole text."""
TOGETHER = 12
"""Wordings scored for all words of a draft, so that the answer comes while the author still looks: from the
third word on each gets fewer, but never less than `LEAST_TRIED`."""
LEAST_TRIED = 2
MOST_WORDS = 12
NEAR_ENOUGH = 0.6
"""How near a wording must be to a word that is not rude by itself."""
PHRASE_CHOICES = 3
"""Candidates of each word that are tried in a phrase."""
REWORDINGS, TRIED = 3, 6
"""Suggestions for whole sentences: so many are shown, of so many that are scored."""
MOST_SENTENCES = 6
LONGEST_SENTENCE = 600
BUDGET = 24_000
"""Characters scored for one draft at most, so that nobody's long draft keeps everyone else waiting; in a long
one fewer words get alternatives."""
LEAST_EACH = 4
"""Rather fewer words than fewer wordings."""
WORST_READING = -4.0
"""A wording with which the sentence reads worse than so is none."""
GAIN, MOST_GAIN = 0.5, 6.0
"""What a fall of the log-odds by one counts beside how well a suggestion fits, and up to where."""
READS = 0.15
"""What a unit of fluency counts beside the fit of a word."""
_OF_QUALITY = ("ing", "ed", "y", "ic", "ous", "ful", "less", "al", "ive", "ant", "ent", "ish", "est", "in")
"""Endings of words that say how something is, and can be left out before what is so."""
OMIT = -1.5
"""How readily a rude word is left out of which nothing else is known."""
LEFT_OUT, LEAST_LEFT = -6.0, 0.4
"""How readily whole sentences are left out, and how much of the text must be left."""
Suggestion = TypeVar("Suggestion", Alternative, Rewording)
MEMORY = 20_000
"""Words whose own scores are remembered."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of the draft and the wordings tried in it."""

    span: Span
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Alternatives for each word and for the selected phrase, and suggestions for whole sentences."""

    words: Mapping[Span, tuple[Alternative, ...]]
    phrase: tuple[Alternative, ...] = ()
    rewordings: tuple[Rewording, ...] = ()


@dataclass(frozen=True, slots=True)
class _Own:
    """What a wording is on its own."""

    score: float
    is_mild: bool


class AlternativeFinder:
    """Finds alternatives for words, phrases and sentences of a text."""

    def __init__(
        self,
        *,
        scorer: Scorer,
        cheap: Scorer,
        second: Scorer,
        proposer: Proposer,
        rewriter: Rewriter,
        vectors: WordVectors,
    ) -> None:
        self._scorer = scorer
        self._cheap = cheap
        self._second = second
        self._proposer = proposer
        self._rewriter = rewriter
        self._vectors = vectors
        self._own: dict[str, _Own] = {}

    def find(
        self, text: str, weights: Mapping[Span, float], *, score: float, selection: Span | None = None
    ) -> Found:
        """`weights` are those of the flagged words, heaviest first; `score` is the text's own: what does not
        lower it is no alternative."""
        if len(self._own) > MEMORY:
            self._own.clear()
        flags = self._flag(text, weights)
        share = max(1, BUDGET // max(1, len(text)))
        chosen = [flag.span for flag in flags[: min(MOST_WORDS, max(1, share // LEAST_EACH))]]
        stretches = _find_stretches(text, flags, share=share)
        edits = {one: self._rewriter.find_edits(text, one, flags) for one in stretches}
        readiest = [edit for some in edits.values() for edit in some]
        proposed = self._keep_mild(self._proposer.propose(text, chosen, readiest))
        rude = [flag.span for flag in flags if flag.is_rude]
        proposed = [
            some if span in rude else [one for one in some if one.keeps_meaning >= NEAR_ENOUGH]
            for span, some in zip(chosen, proposed, strict=True)
        ]
        each = count_each(len(chosen), share=share)
        places = [
            self._choose(text, Place(span, tuple(some)), count=each)
            for span, some in zip(chosen, proposed, strict=True)
        ]
        helped = {edit.span for edit in readiest}
        lone = [span for span in rude if not any(span.overlaps(one) for one in helped)]
        own = [
            Edit(place.span, "", OMIT, "omission")
            for place in places
            if place.span in lone
            and any(not one.text for one in place.candidates)
            and text[place.span.begin : place.span.end].lower().endswith(_OF_QUALITY)
        ]
        versions = self._reword(text, flags, {one: [*some, *own] for one, some in edits.items()})
        phrase = self._reword_phrase(text, selection, flags, places) if selection else []
        return self._score_all(text, places, phrase, versions, score=score)

    def _flag(self, text: str, weights: Mapping[Span, float]) -> list[Flag]:
        words = [text[span.begin : span.end] for span in weights]
        rude = _score(self._cheap, words)
        return [
            Flag(span, weight, one >= RUDE) for (span, weight), one in zip(weights.items(), rude, strict=True)
        ]

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

    def _choose(self, text: str, place: Place, *, count: int) -> Place:
        """Those that leave a whole sentence and fit best; how the sentence reads counts beside the rest."""
        around = _find_around(text, place.span)
        before = text[around.begin : around.end]
        span = Span(place.span.begin - around.begin, place.span.end - around.begin)
        after = [_write(before, span, one.text) for one in place.candidates]
        can_go = _can_go(before, span)
        own, *reads = self._rewriter.weigh([before, *after])
        ranked = sorted(
            (
                (one.fit + READS * (read - own), one)
                for one, new, read in zip(place.candidates, after, reads, strict=True)
                if read - own >= WORST_READING and is_whole(before, new) and (one.text or can_go)
            ),
            key=lambda pair: -pair[0],
        )
        return Place(place.span, tuple(replace(one, worth=worth) for worth, one in ranked[:count]))

    def _reword(
        self, text: str, flags: Sequence[Flag], edits: Mapping[Span, Sequence[Edit]]
    ) -> list[Version]:
        """Versions of the one sentence that has flagged words; of several, of all together and of each."""
        each = [
            found
            for stretch, some in edits.items()
            if (found := self._rewriter.reword(text, stretch, flags, some, count=TRIED))
        ]
        left_out = _leave_out(text, list(edits))
        if len(each) < 2:
            return [*(each[0] if each else ()), *left_out]
        together = [_join(text, [found[min(place, len(found) - 1)] for found in each]) for place in range(2)]
        return [*together, *(found[0] for found in each)][:TRIED] + left_out

    def _reword_phrase(
        self, text: str, selection: Span, flags: Sequence[Flag], places: Sequence[Place]
    ) -> list[Version]:
        """By what phrasebook and people would do in it, and by the candidates for its words together."""
        inside = [flag for flag in flags if flag.span.overlaps(selection)]
        edits = self._rewriter.find_edits(text, selection, inside)
        edits += [
            Edit(place.span, one.text, OMIT * (1 + later), one.source)
            for place in places
            if place.span.overlaps(selection)
            for later, one in enumerate(place.candidates[:PHRASE_CHOICES])
        ]
        return self._rewriter.reword(text, selection, inside, edits, count=PER_WORD)

    def _score_all(
        self,
        text: str,
        places: Sequence[Place],
        phrase: Sequence[Version],
        versions: Sequence[Version],
        *,
        score: float,
    ) -> Found:
        texts = [_write(text, place.span, one.text) for place in places for one in place.candidates]
        texts += [_write(text, one.span, one.text) for one in (*phrase, *versions)]
        pairs = zip(_score(self._scorer, texts), _score(self._second, texts), strict=True)
        words = {
            place.span: _rank([(one.worth, _describe(one, *next(pairs))) for one in place.candidates], score)
            for place in places
        }
        own = self._score_alone([one.text for one in phrase])
        joined = [
            (one.fit, self._describe_phrase(text, one, own[one.text].score, *next(pairs))) for one in phrase
        ]
        sentences = [(one.fit, self._describe_version(text, one, *next(pairs))) for one in versions]
        return Found(words, _rank(joined, score), _rank(sentences, score)[:REWORDINGS])

    def _describe_phrase(
        self, text: str, one: Version, own: float, after: float, second: float
    ) -> Alternative:
        reads, keeps = min(1.0, exp(one.reads)), self._keep(text, one)
        return Alternative(one.text, after, own, reads, keeps, second, "people")

    def _describe_version(self, text: str, one: Version, after: float, second: float) -> Rewording:
        keeps = self._keep(text, one)
        return Rewording(one.span.begin, one.span.end, one.text, after, one.reads, keeps, second)

    def _keep(self, text: str, one: Version) -> float:
        before, after = (
            [token.text for token in split_tokens(each)]
            for each in (text[one.span.begin : one.span.end], one.text)
        )
        return self._vectors.compare(before, after)


def count_each(words: int, *, share: int) -> int:
    """How many wordings are scored for each word: as many as are shown for one or two, fewer for many."""
    if not words:
        return 0
    return max(2, min(PER_WORD, max(LEAST_TRIED, TOGETHER // words), share // words))


def _find_stretches(text: str, flags: Sequence[Flag], *, share: int) -> list[Span]:
    """The sentences with flagged words, the heaviest of them if there are many."""
    found = [
        (max(flag.weight for flag in inside), sentence)
        for sentence in split_sentences(text)
        if len(sentence) <= LONGEST_SENTENCE
        and (inside := [flag for flag in flags if flag.span.overlaps(sentence)])
    ]
    heaviest = sorted(found, key=lambda pair: -pair[0])[: min(MOST_SENTENCES, share)]
    return sorted(sentence for _, sentence in heaviest)


def _find_around(text: str, span: Span) -> Span:
    return next((one for one in split_sentences(text) if one.overlaps(span)), Span(0, len(text)))


def _can_go(text: str, span: Span) -> bool:
    word = text[span.begin : span.end]
    if is_left_alone(word) or (word[:1].isupper() and not word.isupper() and span.begin > 0):
        return False  # it says who is meant
    tokens = split_tokens(text)
    inside = [place for place, token in enumerate(tokens) if token.span.overlaps(span)]
    return bool(inside) and may_go([token.text for token in tokens], inside[0], inside[-1] + 1)


def _join(text: str, versions: Sequence[Version]) -> Version:
    """One version of several sentences and of what stands between them."""
    whole = Span(versions[0].span.begin, versions[-1].span.end)
    parts: list[str] = []
    at = whole.begin
    for one in versions:
        parts += [text[at : one.span.begin], one.text]
        at = one.span.end
    count = len(versions)
    return Version(
        whole,
        "".join(parts),
        sum(one.fit for one in versions) / count,
        sum(one.reads for one in versions) / count,
        tuple(edit for one in versions for edit in one.edits),
    )


def _leave_out(text: str, stretches: Sequence[Span]) -> list[Version]:
    """The text without its flagged sentences, if others are left."""
    sentences = split_sentences(text)
    if not stretches or len(sentences) <= len(stretches):
        return []
    whole = Span(stretches[0].begin, stretches[-1].end)
    kept = [one for one in sentences if whole.begin <= one.begin < whole.end and one not in stretches]
    said = " ".join(text[one.begin : one.end] for one in kept)
    left = len(text) - sum(len(one) for one in stretches)
    if left < LEAST_LEFT * len(text):
        return []
    return [Version(whole, said, LEFT_OUT, 0.0, ())]


def _write(text: str, span: Span, wording: str) -> str:
    return fit_articles(replace_span(text, span, wording), before=text)


def _describe(one: Candidate, after: float, second: float) -> Alternative:
    return Alternative(one.text, after, one.own_score, one.reads, one.keeps_meaning, second, one.source)


def _rank(found: Sequence[tuple[float, Suggestion]], score: float) -> tuple[Suggestion, ...]:
    """Those that lower the odds, best first: how well each fits, and how far the score falls."""
    better = [
        (fit + GAIN * min(gain, MOST_GAIN), one)
        for fit, one in found
        if (gain := _to_log_odds(score) - _to_log_odds(one.score_after)) >= LEAST_GAIN
    ]
    return tuple(one for _, one in sorted(better, key=lambda pair: -pair[0]))


def _to_log_odds(score: float) -> float:
    bounded = min(max(score, 1e-4), 1 - 1e-4)
    return log(bounded / (1 - bounded))


def _own_up(candidates: Sequence[Candidate], own: Mapping[str, _Own]) -> list[Candidate]:
    """The mild ones, each with what it scores alone."""
    return [replace(one, own_score=own[one.text].score) for one in candidates if own[one.text].is_mild]


def _score(scorer: Scorer, texts: Sequence[str]) -> list[float]:
    return scorer.score(texts).column(Attribute.TOXICITY) if texts else []
