"""Methods held against people and against each other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from sayso.audit.explanations.posts import Material, Post, split_tokens
from sayso.audit.explanations.report import ExplanationsReport, MethodReport, PairReport
from sayso.core import Explainer, Scorer, Span, WordWeight
from sayso.core.errors import BadInput
from sayso.core.scores import FLAGGED
from sayso.explaining.occlusion import read_toxicity
from sayso.stats.classification import f1_from_counts
from sayso.stats.cutoffs import find_best_cut, match_cut
from sayso.stats.overlap import chance_overlap, overlap_coefficient
from sayso.stats.resampling import Bootstrap, mean

Array = NDArray[np.float64]
Timer = Callable[[], float]
Watch = Callable[[int], None]
"""Called with how many texts are done."""


@dataclass(frozen=True, slots=True)
class Explained:
    """One method: for each post the weights of its tokens and the time, and all weights of the sample."""

    name: str
    weights: tuple[Array, ...]
    times_ms: Array
    sample: Array


def explain_all(
    explainers: Sequence[Explainer],
    material: Material,
    *,
    timer: Timer = perf_counter,
    watch: Watch = lambda _done: None,
) -> list[Explained]:
    """The methods take turns on every post, so that whatever else the machine does slows them alike."""
    weights: dict[str, list[Array]] = {explainer.name: [] for explainer in explainers}
    times: dict[str, list[float]] = {explainer.name: [] for explainer in explainers}
    for explainer in explainers:
        explainer.explain([material.posts[0].text])  # the first call of a model is slow
    for done, post in enumerate(material.posts, start=1):
        for explainer in explainers:
            began_at = timer()
            (words,) = explainer.explain([post.text])
            times[explainer.name].append(1000 * (timer() - began_at))
            weights[explainer.name].append(weigh_tokens(post.tokens, words))
        watch(done)
    samples = _weigh_sample(explainers, material, weights, watch=watch)
    return [
        Explained(name, tuple(found), np.array(times[name], np.float64), samples[name])
        for name, found in weights.items()
    ]


def _weigh_sample(
    explainers: Sequence[Explainer],
    material: Material,
    weights: Mapping[str, Sequence[Array]],
    *,
    watch: Watch,
) -> dict[str, Array]:
    """All weights of the sample; posts that were explained already are not explained again."""
    places = {post.text: place for place, post in enumerate(material.posts)}
    found: dict[str, list[Array]] = {explainer.name: [np.empty(0)] for explainer in explainers}
    for done, text in enumerate(material.sample, start=len(material.posts) + 1):
        for explainer in explainers:
            known = places.get(text)
            found[explainer.name].append(
                weights[explainer.name][known]
                if known is not None
                else weigh_tokens(split_tokens(text), explainer.explain([text])[0])
            )
        watch(done)
    return {name: np.concatenate(columns) for name, columns in found.items()}


def weigh_tokens(tokens: Sequence[Span], words: Sequence[WordWeight]) -> Array:
    """For each token the heaviest word that touches it; 0 where none does."""
    found = np.zeros(len(tokens), np.float64)
    for place, token in enumerate(tokens):
        touching = (word.weight for word in words if word.span.overlaps(token))
        found[place] = max(touching, default=0.0)
    return found


BLOCK = 512
"""Texts handed over at once; a score does not depend on it."""


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """For each post how far the score falls without the flagged words, and with nothing else left."""

    comprehensiveness: Array
    sufficiency: Array


def measure_faithfulness(
    scorer: Scorer, posts: Sequence[Post], flagged: Sequence[Sequence[frozenset[int]]]
) -> list[Faithfulness]:
    """For each method, given by the places it flagged in each post."""
    whole = score_all(scorer, [post.text for post in posts])
    found: list[Faithfulness] = []
    for sets in flagged:
        pairs = list(zip(posts, sets, strict=True))
        without = score_all(
            scorer, [keep(post, frozenset(range(len(post.tokens))) - one) for post, one in pairs]
        )
        alone = score_all(scorer, [keep(post, one) for post, one in pairs])
        found.append(Faithfulness(whole - without, whole - alone))
    return found


def keep(post: Post, places: frozenset[int]) -> str:
    """The tokens at these places, as they stand in the post."""
    return " ".join(post.text[post.tokens[place].begin : post.tokens[place].end] for place in sorted(places))


def score_all(scorer: Scorer, texts: Sequence[str]) -> Array:
    blocks = [texts[begin : begin + BLOCK] for begin in range(0, len(texts), BLOCK)]
    return np.concatenate([np.empty(0), *(read_toxicity(scorer.score(block)) for block in blocks)])


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
    best_f1, best_cut = find_best_cut(
        [place in post.marked for post in posts for place in range(len(post.tokens))],
        np.concatenate(explained.weights),
    )
    columns = _make_columns(posts, flags)
    overlap, chance, token_f1, share = bootstrap.intervals(
        [
            lambda *columns: float(columns[4].mean()),
            lambda *columns: float(columns[5].mean()),
            _token_f1,
            lambda *columns: float(columns[1].sum() / columns[3].sum()),
        ],
        *columns,
    )
    silent = bootstrap.share((columns[1] == 0).astype(np.float64), np.ones(len(posts)))
    comprehensiveness, sufficiency, mean_ms = (
        bootstrap.interval(mean, column)
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


def _median(values: Array) -> float:
    return float(np.median(values))


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


def _token_f1(*columns: Array) -> float:
    hits, flagged, marked = (float(column.sum()) for column in columns[:3])
    return f1_from_counts(hits, flagged - hits, marked - hits)


def _compare(found: Sequence[Explained], flags: Sequence[Flags], *, bootstrap: Bootstrap) -> list[PairReport]:
    reports: list[PairReport] = []
    for (one, mine), (other, theirs) in combinations(zip(found, flags, strict=True), 2):
        overlaps = [overlap_coefficient(*both) for both in zip(mine, theirs, strict=True)]
        interval = bootstrap.interval(mean, np.array(overlaps, np.float64))
        reports.append(PairReport(one.name, other.name, interval))
    return reports
