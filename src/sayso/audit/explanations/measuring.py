"""Methods held against people and against each other."""

from collections.abc import Sequence
from itertools import combinations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from sayso.audit.explanations.asking import Explained, Timer, Watch, explain_all
from sayso.audit.explanations.faithfulness import Faithfulness, measure_faithfulness
from sayso.audit.explanations.posts import Material, Post
from sayso.audit.explanations.report import ExplanationsReport, MethodReport, PairReport
from sayso.core import Explainer, Scorer
from sayso.core.errors import BadInput
from sayso.core.scores import FLAGGED
from sayso.stats.classification import f1_from_counts
from sayso.stats.cutoffs import find_best_cut, match_cut
from sayso.stats.overlap import chance_overlap, overlap_coefficient
from sayso.stats.resampling import Bootstrap

Array = NDArray[np.float64]
Flags = list[frozenset[int]]
"""For each post the places of the tokens that are flagged."""
REFERENCES = ("rationale", "occlusion")
"""Methods whose weights are calibrated to `FLAGGED`, the best first."""


def compare_explainers(
    explainers: Sequence[Explainer],
    scorer: Scorer,
    material: Material,
    *,
    bootstrap: Bootstrap = Bootstrap(),  # noqa: B008 - it is frozen
    timer: Timer = perf_counter,
    watch: Watch = lambda _done: None,
) -> ExplanationsReport:
    """Every method on the same posts, in turns; times are of one text at a time."""
    reference = choose_reference([explainer.name for explainer in explainers])
    found = explain_all(explainers, material, timer=timer, watch=watch)
    cuts = match_cuts(found, reference)
    flags = [flag(one, cuts[one.name]) for one in found]
    faithful = measure_faithfulness(scorer, material.posts, flags)
    methods = [
        _measure(one, cuts[one.name], material.posts, flagged, falls, bootstrap=bootstrap)
        for one, flagged, falls in zip(found, flags, faithful, strict=True)
    ]
    return ExplanationsReport(
        material.source,
        scorer.name,
        len(material.posts),
        len(material.sample),
        reference,
        bootstrap.resamples,
        bootstrap.seed,
        tuple(methods),
        tuple(_compare(found, flags, bootstrap=bootstrap)),
        material.notes,
    )


def choose_reference(names: Sequence[str]) -> str:
    for name in REFERENCES:
        if name in names:
            return name
    raise BadInput(
        f"Among {', '.join(names) or 'no methods'} there is none with a cut of its own.",
        hint=f"Add one to match the others to: {' or '.join(REFERENCES)}.",
    )


def match_cuts(found: Sequence[Explained], reference: str) -> dict[str, float]:
    """`FLAGGED` for the reference; for each other method the weight that as many words lie over."""
    (sample,) = (one.sample for one in found if one.name == reference)
    return {
        one.name: FLAGGED if one.name == reference else match_cut(FLAGGED, sample, one.sample)
        for one in found
    }


def flag(explained: Explained, cut: float) -> Flags:
    return [frozenset(np.flatnonzero(weights > cut).tolist()) for weights in explained.weights]


def _measure(
    explained: Explained,
    cut: float,
    posts: Sequence[Post],
    flags: Flags,
    falls: Faithfulness,
    *,
    bootstrap: Bootstrap,
) -> MethodReport:
    best_f1, best_cut = find_best_cut(_list_marks(posts), np.concatenate(explained.weights))
    columns = _make_columns(posts, flags)
    overlap, chance, token_f1, share = bootstrap.intervals(
        [_mean_overlap, _mean_chance, _token_f1, _share_flagged], *columns
    )
    silent = bootstrap.share((columns[1] == 0).astype(np.float64), np.ones(len(posts)))
    comprehensiveness, sufficiency, mean_ms = (
        bootstrap.interval(_mean, column)
        for column in (falls.comprehensiveness, falls.sufficiency, explained.times_ms)
    )
    return MethodReport(
        explained.name,
        cut,
        overlap,
        chance,
        token_f1,
        best_f1,
        best_cut,
        share,
        silent,
        comprehensiveness,
        sufficiency,
        mean_ms,
        bootstrap.interval(_median, explained.times_ms),
    )


def _list_marks(posts: Sequence[Post]) -> list[bool]:
    return [place in post.marked for post in posts for place in range(len(post.tokens))]


def _make_columns(posts: Sequence[Post], flags: Flags) -> list[Array]:
    """For each post: hits, flagged, marked, tokens, overlap, overlap by chance."""
    rows = [
        (
            len(one & post.marked),
            len(one),
            len(post.marked),
            len(post.tokens),
            overlap_coefficient(one, post.marked),
            chance_overlap(len(one), len(post.marked), len(post.tokens)),
        )
        for post, one in zip(posts, flags, strict=True)
    ]
    return [np.array(column, np.float64) for column in zip(*rows, strict=True)]


def _mean_overlap(*columns: Array) -> float:
    return float(columns[4].mean())


def _mean_chance(*columns: Array) -> float:
    return float(columns[5].mean())


def _token_f1(*columns: Array) -> float:
    hits, flagged, marked = (float(column.sum()) for column in columns[:3])
    return f1_from_counts(hits, flagged - hits, marked - hits)


def _share_flagged(*columns: Array) -> float:
    return float(columns[1].sum() / columns[3].sum())


def _mean(values: Array) -> float:
    return float(values.mean())


def _median(values: Array) -> float:
    return float(np.median(values))


def _compare(found: Sequence[Explained], flags: Sequence[Flags], *, bootstrap: Bootstrap) -> list[PairReport]:
    pairs = combinations(zip(found, flags, strict=True), 2)
    return [
        PairReport(one.name, other.name, bootstrap.interval(_mean, _overlap_all(mine, theirs)))
        for (one, mine), (other, theirs) in pairs
    ]


def _overlap_all(mine: Flags, theirs: Flags) -> Array:
    pairs = zip(mine, theirs, strict=True)
    return np.array([overlap_coefficient(one, other) for one, other in pairs], np.float64)
