"""`highest:A,B`: the worst that several scorers say of a text."""

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Protocol, runtime_checkable

import numpy as np

from sayso.core import Attribute, Evidence, Examiner, ScaleMap, Scorer, Scores
from sayso.core.errors import BadInput
from sayso.scoring.optional_roles import (
    close_scorer,
    find_languages,
    find_scale_map,
    put_on_perspective,
)
from sayso.scoring.registry import ScorerContext


@runtime_checkable
class TwoWayMap(Protocol):
    """A `ScaleMap` that also leads back."""

    def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]: ...

    def invert(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]: ...


class HighestScorer:
    """For each attribute, the maximum over the parts that have it.

    Parts on different scales are compared by way of Perspective's, the one that all share: scores go onto
    the scale of the first part that has a map, and its map is that of the whole. A part without a map is on
    Perspective's scale. Where the first map does not lead back, scores are compared as they are, and the
    whole has no map. A text that one part could not read is unjudged: it may be worse than the others say.
    """

    def __init__(self, parts: Sequence[Scorer]) -> None:
        self._parts = tuple(parts)
        self._maps = tuple(find_scale_map(part) for part in self._parts)
        self.name = f"highest({'+'.join(part.name for part in self._parts)})"
        self.attributes: frozenset[Attribute] = frozenset(
            chain.from_iterable(part.attributes for part in self._parts)
        )
        told = [known for part in self._parts if (known := find_languages(part)) is not None]
        self.languages: frozenset[str] | None = told[0].intersection(*told) if told else None
        first = next((scale_map for scale_map in self._maps if scale_map is not None), None)
        is_shared = all(scale_map == first for scale_map in self._maps)
        self.scale_map = first if is_shared or isinstance(first, TwoWayMap) else None

    def score(self, texts: Sequence[str]) -> Scores:
        found = list(zip([part.score(texts) for part in self._parts], self._maps, strict=True))
        answers = [self._carry_over(answer, scale_map) for answer, scale_map in found]
        columns = {attribute: _highest(attribute, answers) for attribute in sorted(self.attributes)}
        unjudged = dict(ChainMap(*(dict(answer.unjudged) for answer in answers)))
        perspective = None
        if any(answer.perspective is not None for answer in answers):
            theirs = [put_on_perspective(answer, scale_map) for answer, scale_map in found]
            perspective = {name: _highest(name, theirs) for name in sorted(self.attributes)}
        return Scores(self.name, columns, unjudged, perspective)

    def close(self) -> None:
        for part in self._parts:
            close_scorer(part)

    def _carry_over(self, answer: Scores, scale_map: ScaleMap | None) -> Scores:
        """A part's scores on the scale of the whole."""
        if scale_map == self.scale_map or not isinstance(self.scale_map, TwoWayMap):
            return answer
        columns: dict[Attribute, Sequence[float]] = {}
        for attribute, column in answer.columns.items():
            theirs = column if scale_map is None else scale_map.apply(attribute, column)
            columns[attribute] = self.scale_map.invert(attribute, theirs)
        return replace(answer, columns=columns)


class ExaminingHighestScorer(HighestScorer):
    """One of whose parts at least can say why."""

    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        """The evidence of every part that can give some, put together text by text."""
        examined = [part.examine(texts) for part in self._parts if isinstance(part, Examiner)]
        return [_merge([evidence[index] for evidence in examined]) for index in range(len(texts))]


def combine(parts: Sequence[Scorer]) -> HighestScorer:
    """An `Examiner` only if one of the parts is."""
    kind = ExaminingHighestScorer if any(isinstance(part, Examiner) for part in parts) else HighestScorer
    return kind(parts)


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> Scorer:  # noqa: ARG001
    specs = [spec.strip() for spec in argument.split(",") if spec.strip()]
    if len(specs) < 2:
        raise BadInput(
            f"'highest' needs at least two scorers, not {len(specs)}.",
            hint="Write them after a colon, with commas: highest:linear,blocklist:words.txt",
        )
    return combine([create(spec) for spec in specs])


def _highest(attribute: Attribute, answers: Sequence[Scores]) -> list[float]:
    columns = [np.asarray(answer.columns[attribute]) for answer in answers if attribute in answer.columns]
    return np.maximum.reduce(columns).tolist()


def _merge(evidence: Sequence[Evidence]) -> Evidence:
    words = sorted(chain.from_iterable(one.words for one in evidence), key=lambda word: word.span)
    return Evidence(
        words=tuple(words),
        targets=_highest_values([one.targets for one in evidence]),
        implied=_highest_values([one.implied for one in evidence]),
    )


def _highest_values(parts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    names = dict.fromkeys(chain.from_iterable(parts))
    return {name: max(part[name] for part in parts if name in part) for name in names}
