"""Two scorers that must agree: for fragments of a text, which a model of whole texts often misreads.

The encoder takes two words without their sentence for worse than they are ("rather gay", "erasure bisexual
people"); a scorer that shares no feature with it errs elsewhere. docs/decisions/0024 has the figures.
"""

from collections.abc import Sequence

import numpy as np

from sayso.core import Attribute, Scorer, Scores, UnjudgedReason

SETTLED = 0.3
"""What the first puts under this in every attribute stays as it says: the lower of both is under it too."""


class AgreedScorer:
    """For each attribute the lower of two scores; the second scorer is asked only where it could matter.

    Where one of them could not read a text, the other's score stands; where neither could, it is unjudged.

    Neither scorer is closed with this one: whoever made them does that.
    """

    def __init__(self, first: Scorer, second: Scorer) -> None:
        self._first, self._second = first, second
        self.name = f"agreed({first.name}+{second.name})"
        self.attributes: frozenset[Attribute] = first.attributes & second.attributes

    def score(self, texts: Sequence[str]) -> Scores:
        first = self._first.score(texts)
        columns = {name: np.array(first.columns[name], np.float64) for name in sorted(self.attributes)}
        rest = [
            place
            for place in range(len(texts))
            if place in first.unjudged or any(column[place] >= SETTLED for column in columns.values())
        ]
        unjudged: dict[int, UnjudgedReason] = {}
        if rest:
            second = self._second.score([texts[place] for place in rest])
            unread = np.array([row in second.unjudged for row in range(len(rest))])
            alone = np.array([place in first.unjudged for place in rest]) & ~unread
            unjudged = {
                rest[row]: reason for row, reason in second.unjudged.items() if rest[row] in first.unjudged
            }
            for name, column in columns.items():
                theirs = np.asarray(second.columns[name], np.float64)
                lower = np.where(unread, column[rest], np.minimum(column[rest], theirs))
                column[rest] = np.where(alone, theirs, lower)
        return Scores(self.name, {name: column.tolist() for name, column in columns.items()}, unjudged)
