"""Which words readers would mark: two heads that learned from two kinds of marks, joined by one rule.

HateXplain's people marked whole clauses in attacks on groups, ToxicSpans' the insult or obscenity alone. So
the first head counts only where a group is attacked. Why the rest is as it is: docs/decisions/0031.
"""

import math
import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, WordWeight
from sayso.core.scores import FLAGGED, shrink_weights
from sayso.scoring.calibration import sigmoid
from sayso.scoring.encoder_file import EncoderMetadata
from sayso.scoring.encoder_run import JudgedWindow, TokenMarks
from sayso.scoring.encoder_tokenizer import find_tokens
from sayso.text.stopwords import is_stop_word
from sayso.text.words import Word, split_words

Array = NDArray[np.float64]
LEAST_WEIGHT = 0.01
"""Words that weigh less are left out of the evidence."""
LONGEST_GAP = 3
"""Stop words between two flagged words that may be flagged with them: `piece of shit`, `son of a`."""
UNFLAGGED = 0.95 * FLAGGED
"""What a stop word weighs at most that is not flagged."""
_GAP = re.compile(r"[\s,]{1,2}")
_AT_CUT = math.log(FLAGGED / (1 - FLAGGED))


class WordMarker:
    """Weighs the words of texts that a model has read, by the rule of its metadata."""

    def __init__(self, metadata: EncoderMetadata) -> None:
        self._rule = metadata.words
        names = metadata.attributes
        self._toxicity = names.index(Attribute.TOXICITY)
        self._temperature = metadata.temperatures[self._toxicity]
        self._attack = names.index(Attribute.IDENTITY_ATTACK) if Attribute.IDENTITY_ATTACK in names else None

    def mark(self, text: str, marks: TokenMarks, *, toxicity: float) -> tuple[WordWeight, ...]:
        """`toxicity` is that of the whole text: a window over it counts no more than the text does."""
        words = split_words(text)
        tokens = find_tokens(words, marks.begins, marks.ends)
        stops = np.array([is_stop_word(word.text) for word in words], bool)
        weights = self._weigh_tokens(marks, _find_meant(tokens, stops, len(marks.begins)), toxicity)
        heaviest = np.array([weights[place].max(initial=0.0) for place in tokens], np.float64)
        heaviest[~self._find_flagged(text, words, heaviest, stops) & (heaviest > UNFLAGGED)] = UNFLAGGED
        return tuple(
            WordWeight(word.span, float(weight), word.text)
            for word, weight in zip(words, heaviest, strict=True)
            if weight >= LEAST_WEIGHT
        )

    def _weigh_tokens(self, marks: TokenMarks, meant: NDArray[np.bool_], toxicity: float) -> Array:
        """By the window a token stands in, the heavier where it stands in two."""
        # In double precision, or a word right at its cut would weigh a hair less than `FLAGGED`.
        hatexplain, toxicspans = (head.astype(np.float64) for head in (marks.hatexplain, marks.toxicspans))
        weights = np.zeros(len(meant))
        for window in marks.windows:
            place = window.tokens
            over = toxicspans[place] - self._choose_cut(toxicspans[place][meant[place]])
            if self._is_attack(window):
                over = np.maximum(over, hatexplain[place] - self._rule.cut_hatexplain)
            own = float(self._temperature.apply(window.attributes[self._toxicity]))
            share = shrink_weights(min(toxicity, own))
            weights[place] = np.maximum(weights[place], share * sigmoid(over + _AT_CUT))
        return weights

    def _choose_cut(self, meant: Array) -> float:
        rule = self._rule
        highest = float(meant.max(initial=-np.inf))
        return min(max(highest - rule.margin_toxicspans, rule.least_toxicspans), rule.cut_toxicspans)

    def _is_attack(self, window: JudgedWindow) -> bool:
        """A model without IDENTITY_ATTACK goes by the groups alone."""
        attack = 0.0 if self._attack is None else float(window.attributes[self._attack])
        return attack + float(window.groups.max(initial=-np.inf)) >= self._rule.gate_hatexplain

    def _find_flagged(
        self, text: str, words: Sequence[Word], weights: Array, stops: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Words over the cut that are no stop words; stop words between two of them that are well over it."""
        flagged = (weights >= FLAGGED) & ~stops
        sure = weights >= sigmoid(np.array(self._rule.cut_stop + _AT_CUT))
        places = np.flatnonzero(flagged).tolist()
        for last, following in pairwise(places):
            between = slice(last + 1, following)
            if 0 < following - last - 1 <= LONGEST_GAP and sure[between].all() and stops[between].all():
                pairs = zip(words[last:following], words[last + 1 : following + 1], strict=True)
                flagged[between] = all(
                    _GAP.fullmatch(text, one.span.end, other.span.begin) for one, other in pairs
                )
        return flagged


def _find_meant(tokens: Sequence[slice], stops: NDArray[np.bool_], count: int) -> NDArray[np.bool_]:
    """The tokens of words that are no stop words."""
    found = np.zeros(count, bool)
    for place, is_stop in zip(tokens, stops.tolist(), strict=True):
        if not is_stop:
            found[place] = True
    return found
