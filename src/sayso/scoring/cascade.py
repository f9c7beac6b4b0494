"""`cascade`: the linear scorer settles what it can settle, the embedded model judges the rest.

Both answer on one scale, calibrated probability, and a text's way through depends on the text alone. What
the first may settle stands on the second's metadata, with the disagreement it was measured at.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, Evidence, Scorer, Scores, UnjudgedReason
from sayso.core.errors import BadInput, BadWeights
from sayso.scoring.calibration import PerspectiveMap
from sayso.scoring.embedded import EmbeddedScorer
from sayso.scoring.linear import LinearScorer
from sayso.scoring.optional_roles import put_on_perspective
from sayso.scoring.registry import ScorerContext, refuse_argument

Array = NDArray[np.float64]
DISPUTED = 0.7
"""So much lower than the first the second may not be: it has met something that it does not read. Of 697
harmless texts none came so far apart; docs/decisions/0029 has the figures."""


class CascadeScorer:
    """A text is settled by the first scorer if all its scores lie in the settled ranges.

    Where the second is lower than the first by `DISPUTED`, the text is unjudged: disputed.
    """

    def __init__(self, first: LinearScorer, second: EmbeddedScorer) -> None:
        self._first, self._second = first, second
        self._settled = second.metadata.cascade
        self.name = f"cascade({first.name}+{second.name})"
        self.attributes: frozenset[Attribute] = first.attributes & second.attributes
        self.languages: frozenset[str] = first.languages & second.languages
        self.scale_map: PerspectiveMap | None = second.scale_map

    def score(self, texts: Sequence[str]) -> Scores:
        first = self._first.score(texts)
        columns = {name: np.array(first.columns[name], np.float64) for name in sorted(self.attributes)}
        rest: list[int] = np.flatnonzero(~self.find_settled(first)).tolist()
        unjudged: dict[int, UnjudgedReason] = {}
        perspective: dict[Attribute, Array] | None = None
        if self.scale_map is not None:
            perspective = {
                name: np.array(self.scale_map.apply(name, column.tolist()), np.float64)
                for name, column in columns.items()
            }
        if rest:
            second = self._second.score([texts[place] for place in rest])
            unjudged = {rest[row]: reason for row, reason in second.unjudged.items()}
            for name, column in columns.items():
                said = np.asarray(second.columns[name], np.float64)
                disputed = np.flatnonzero(column[rest] - said >= DISPUTED)
                unjudged |= {rest[row]: "disputed" for row in disputed.tolist() if rest[row] not in unjudged}
                column[rest] = said
            theirs = put_on_perspective(second, self.scale_map)
            for name, column in (perspective or {}).items():
                column[rest] = theirs.columns[name]
        return Scores(
            self.name, _as_lists(columns), unjudged, _as_lists(perspective) if perspective else None
        )

    def examine(self, texts: Sequence[str]) -> list[Evidence]:
        """The evidence of the second: whoever asks why has the time for it."""
        return self._second.examine(texts)

    def find_settled(self, scores: Scores) -> NDArray[np.bool_]:
        """Which of the texts the first scorer's answer stands for."""
        settled = np.ones(len(scores), bool)
        for name, limits in self._settled.items():
            column = np.asarray(scores.columns[name])
            settled &= (column <= limits.low) | (column >= limits.high)
        return settled


def _as_lists(columns: Mapping[Attribute, Array]) -> dict[Attribute, list[float]]:
    return {name: column.tolist() for name, column in columns.items()}


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> CascadeScorer:  # noqa: ARG001 - the registry's shape
    """What the registry calls for `cascade`: the versions that `linear` and `embedded` mean here."""
    refuse_argument("cascade", argument, hint="Write cascade.")
    first, second = create("linear"), create("embedded")
    if not isinstance(first, LinearScorer) or not isinstance(second, EmbeddedScorer):
        raise BadInput(
            f"A cascade is made of linear and embedded, not of {first.name} and {second.name}.",
            hint="Undo the pins of linear and embedded: sayso models rollback NAME",
        )
    if not second.metadata.cascade:
        raise BadWeights(
            f"{second.name} was trained without limits for a cascade.",
            hint="Use it alone, with --scorer embedded, or train it beside a linear scorer.",
        )
    if unknown := sorted(second.metadata.cascade.keys() - first.attributes):
        raise BadWeights(
            f"{second.name} has limits for {', '.join(unknown)}, which {first.name} does not score.",
            hint="Use the shipped one: sayso models pin linear.v1",
        )
    return CascadeScorer(first, second)
