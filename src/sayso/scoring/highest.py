"""`highest:A,B`: the worst that several scorers say of a text."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import numpy as np

from sayso.core import Attribute, Evidence, Examiner, ScaleMap, Scorer, Scores
from sayso.core.errors import BadInput
from sayso.scoring.registry import ScorerContext


class HighestScorer:
    """For each attribute, the maximum over the parts that have it.

    `scale_map` is that of the first part that has one: name the model whose scale the thresholds are
    on first. The others' scores are compared with it before mapping, so they should mean the same.
    """

    def __init__(self, parts: Sequence[Scorer]) -> None:
        self._parts = tuple(parts)
        self.name = f"highest({'+'.join(part.name for part in self._parts)})"
        self.attributes: frozenset[Attribute] = frozenset(
            chain.from_iterable(part.attributes for part in self._parts)
        )
        self.scale_map = _first_scale_map(self._parts)

    def score(self, texts: Sequence[str]) -> Scores:
        answers = [part.score(texts) for part in self._parts]
        columns = {attribute: _highest(attribute, answers) for attribute in sorted(self.attributes)}
        return Scores(self.name, columns)

    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        """The evidence of every part that can give some, put together text by text."""
        examined = [part.examine(texts) for part in self._parts if isinstance(part, Examiner)]
        return [_merge([evidence[index] for evidence in examined]) for index in range(len(texts))]

    def close(self) -> None:
        for part in self._parts:
            close: Callable[[], None] | None = getattr(part, "close", None)
            if close is not None:
                close()


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> Scorer:  # noqa: ARG001
    specs = [spec.strip() for spec in argument.split(",") if spec.strip()]
    if len(specs) < 2:
        raise BadInput(
            f"'highest' needs at least two scorers, not {len(specs)}.",
            hint="Write them after a colon, with commas: highest:linear,blocklist:words.txt",
        )
    return HighestScorer([create(spec) for spec in specs])


def _first_scale_map(parts: Sequence[Scorer]) -> ScaleMap | None:
    maps: list[ScaleMap | None] = [getattr(part, "scale_map", None) for part in parts]
    return next((scale_map for scale_map in maps if scale_map is not None), None)


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
