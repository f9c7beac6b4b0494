"""Take each word out and see how far the score falls: an explanation for any scorer.

A word's weight is the share of the odds of TOXICITY that goes with it: 1 - odds without / odds with, and 0
where they rise. Odds, because next to a second insult the score itself hardly falls. Flagged, at over 0.2, is
a word that takes a fifth of them with it: few words, and mostly such as people mark (docs/decisions/0018).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, Scorer, Scores, Span, WordWeight
from sayso.core.scores import shrink_weights
from sayso.text.words import Word, split_words

Array = NDArray[np.float64]
MOST_PARTS = 64
"""Parts of a text that are taken out one by one, at most; where there are more words, runs of them first."""
LEAST_WEIGHT = 0.01
"""Words that weigh less are left out."""
LEAST_SCORE = 1e-4
"""Scores nearer to 0 or 1 count as this far from them, or a hair's breadth would be large odds."""


class OcclusionExplainer:
    """Asks the scorer once for each text with all its variants; twice where a text is long."""

    name = "occlusion"

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer

    def explain(self, texts: Sequence[str]) -> list[tuple[WordWeight, ...]]:
        return [self._weigh(text) for text in texts]

    def _weigh(self, text: str) -> tuple[WordWeight, ...]:
        words = self._choose_words(text)
        weights = self._weigh_spans(text, [word.span for word in words]) if words else []
        return tuple(
            WordWeight(word.span, weight, word.text)
            for word, weight in zip(words, weights, strict=True)
            if weight >= LEAST_WEIGHT
        )

    def _choose_words(self, text: str) -> list[Word]:
        """All words; of a long text those of its heaviest runs, as many as are taken out at most."""
        words = split_words(text)
        if len(words) <= MOST_PARTS:
            return words
        size = -(-len(words) // MOST_PARTS)
        runs = [words[begin : begin + size] for begin in range(0, len(words), size)]
        weights = self._weigh_spans(text, [Span(run[0].span.begin, run[-1].span.end) for run in runs])
        heaviest = sorted(range(len(runs)), key=lambda place: -weights[place])[: MOST_PARTS // size or 1]
        return [word for place in sorted(heaviest) for word in runs[place]][:MOST_PARTS]

    def _weigh_spans(self, text: str, spans: Sequence[Span]) -> list[float]:
        variants = [text, *(leave_out(text, span) for span in spans)]
        scores = read_toxicity(self._scorer.score(variants))
        odds = np.clip(scores, LEAST_SCORE, 1 - LEAST_SCORE)
        odds = odds / (1 - odds)
        share = shrink_weights(float(scores[0]))
        weights: list[float] = (share * np.clip(1 - odds[1:] / odds[0], 0.0, 1.0)).tolist()
        return weights


def read_toxicity(scores: Scores) -> Array:
    """TOXICITY; for a scorer without it the highest of what it has."""
    column = scores.columns.get(Attribute.TOXICITY)
    if column is not None:
        return np.asarray(column, np.float64)
    return np.max(np.array(list(scores.columns.values()), np.float64), axis=0)


def leave_out(text: str, span: Span) -> str:
    """The text without the span, and without the space that would then stand twice."""
    before, after = text[: span.begin], text[span.end :]
    if before[-1:] in ("", " ") and after[:1] == " ":
        after = after[1:]
    return before + after
