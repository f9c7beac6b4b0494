"""What people did with a word, looked for among the alternatives for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from sayso.audit.alternatives.pairs import Change, Kind, Pair, normalise
from sayso.audit.alternatives.report import HitsReport
from sayso.core import Draft, DraftWord
from sayso.stats import Interval
from sayso.stats.resampling import Bootstrap

Array = NDArray[np.float64]
TOP = 10
"""Alternatives of a word that are looked at."""
ALL: tuple[Kind, ...] = ("word", "phrase", "omission")
KINDS: Mapping[str, tuple[Kind, ...]] = {"words": ("word",), "omissions": ("omission",), "all": ALL}


@dataclass(frozen=True, slots=True)
class Hits:
    """For each text, by name of `KINDS`: how many changes people made to flagged words, how many were hit."""

    changes: Mapping[str, Array]
    hits: Mapping[str, Array]


def count_hits(pairs: Sequence[Pair], drafts: Sequence[Draft]) -> Hits:
    found = [_find(pair, draft) for pair, draft in zip(pairs, drafts, strict=True)]

    def count(kinds: Sequence[Kind], *, only_hits: bool) -> Array:
        rows = [sum(kind in kinds and (hit or not only_hits) for kind, hit in one) for one in found]
        return np.array(rows, np.float64)

    return Hits(
        {name: count(kinds, only_hits=False) for name, kinds in KINDS.items()},
        {name: count(kinds, only_hits=True) for name, kinds in KINDS.items()},
    )


def _find(pair: Pair, draft: Draft) -> list[tuple[Kind, bool]]:
    """The changes to flagged words, each with whether it was hit."""
    flagged = {word.span: word for word in draft.words if word.flagged}
    return [
        (change.kind, is_hit(change, flagged[change.span]))
        for change in pair.changes
        if change.span in flagged
    ]


def is_hit(change: Change, word: DraftWord) -> bool:
    return change.wording in {normalise(one.text) for one in word.alternatives[:TOP]}


def describe_hits(adviser: str, hits: Hits, *, bootstrap: Bootstrap) -> HitsReport:
    shares = {name: bootstrap.share(hits.hits[name], hits.changes[name]) for name in KINDS}
    return HitsReport(adviser, **shares)


def compare_hits(mine: Hits, theirs: Hits, name: str, *, bootstrap: Bootstrap) -> Interval:
    """How many times as often mine are hit; undefined where theirs never are."""
    return bootstrap.interval(_ratio, mine.hits[name], theirs.hits[name])


def _ratio(mine: Array, theirs: Array) -> float:
    return float(mine.sum() / theirs.sum()) if theirs.any() else nan
