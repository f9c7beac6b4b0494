"""The findings, as data."""

from dataclasses import dataclass

from sayso.stats import Interval


@dataclass(frozen=True, slots=True)
class MethodReport:
    """One method. `cut` is the weight over which a word is flagged."""

    name: str
    cut: float
    overlap: Interval
    """With the words that most people marked: |X ∩ Y| / min(|X|, |Y|), mean over posts."""
    chance: Interval
    """What as many words drawn by chance would overlap."""
    token_f1: Interval
    best_f1: float
    """At the cut that is best on these very posts, `best_cut`."""
    best_cut: float
    flagged: Interval
    """The share of words flagged."""
    silent: Interval
    """The share of posts in which nothing is flagged; their overlap counts as 0."""
    comprehensiveness: Interval
    sufficiency: Interval
    mean_ms: Interval
    median_ms: Interval


@dataclass(frozen=True, slots=True)
class PairReport:
    """Two methods: how far they flag the same words."""

    one: str
    other: str
    overlap: Interval


@dataclass(frozen=True, slots=True)
class ExplanationsReport:
    """All methods on the same posts. The cuts of the others are matched to that of `reference`."""

    source: str
    model: str
    posts: int
    sample: int
    reference: str
    resamples: int
    seed: int
    methods: tuple[MethodReport, ...]
    pairs: tuple[PairReport, ...]
    notes: tuple[str, ...] = ()
