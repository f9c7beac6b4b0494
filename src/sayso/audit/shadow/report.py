"""How far two services agree on the same texts, and which thresholds of ours stand for theirs."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, isnan, nan, sqrt, tanh
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sayso.stats import Interval, wilson_interval

Array = NDArray[np.float64]

FEWEST_EACH = 25
"""Texts needed on either side of a threshold before another one is proposed for it."""

GRID: Array = np.arange(1, 1000) / 1000
"""Thresholds that may be proposed: three decimals, as people type them."""

RESAMPLES = 1000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Counts:
    """Texts by who flags them. A text is flagged at or over the threshold."""

    both: int
    only_ours: int
    only_theirs: int
    neither: int

    @property
    def total(self) -> int:
        return self.both + self.only_ours + self.only_theirs + self.neither

    @property
    def agreement(self) -> Interval:
        """Share of texts on which both say the same, with Wilson's interval."""
        return wilson_interval(self.both + self.neither, self.total, level=LEVEL)

    @property
    def f1(self) -> float:
        """2 both / (ours + theirs): 0 to 1, higher is better, undefined (`nan`) if nobody flags anything."""
        flags = 2 * self.both + self.only_ours + self.only_theirs
        return 2 * self.both / flags if flags else nan


@dataclass(frozen=True, slots=True)
class Proposal:
    """A threshold of ours, and how far the two would agree with it."""

    threshold: float
    counts: Counts
    kappa: float
    f1: float


@dataclass(frozen=True, slots=True)
class ThresholdReport:
    """One threshold of theirs: agreement if ours stays the same, and what ours could be instead.

    `same_rate` flags as many texts as theirs does; `best_match` flags the same texts as far as possible
    (highest kappa). Both are None, and `too_few` says why, where the texts do not carry a proposal.
    """

    threshold: float
    counts: Counts
    agreement: Interval
    kappa: Interval
    same_rate: Proposal | None
    best_match: Proposal | None
    too_few: str = ""


@dataclass(frozen=True, slots=True)
class ShadowReport:
    """Agreement on one attribute. Correlations are Pearson's of the scores and Spearman's of their ranks."""

    attribute: str
    model: str
    texts: int
    pearson: Interval
    spearman: Interval
    thresholds: tuple[ThresholdReport, ...]


def compare(
    ours: ArrayLike,
    theirs: ArrayLike,
    *,
    attribute: str,
    model: str,
    thresholds: Sequence[float],
    seed: int = 0,
) -> ShadowReport:
    """Compare scores of the same texts, in the same order."""
    left, right = np.asarray(ours, np.float64), np.asarray(theirs, np.float64)
    if left.shape != right.shape:
        raise ValueError(f"{left.size} scores of ours cannot be compared with {right.size} of theirs")
    return ShadowReport(
        attribute=attribute,
        model=model,
        texts=int(left.size),
        pearson=correlate(left, right),
        spearman=correlate(rank(left), rank(right), spread=1.06),
        thresholds=tuple(report_threshold(left, right, threshold, seed=seed) for threshold in thresholds),
    )


def report_threshold(ours: Array, theirs: Array, threshold: float, *, seed: int) -> ThresholdReport:
    counts = count_flags(ours, theirs, ours_at=threshold, theirs_at=threshold)
    too_few = find_shortage(theirs, threshold)
    same_rate, best_match = (None, None) if too_few else propose(ours, theirs, threshold)
    kappa = bootstrap_kappa(counts, seed=seed)
    return ThresholdReport(threshold, counts, counts.agreement, kappa, same_rate, best_match, too_few)


def count_flags(ours: Array, theirs: Array, *, ours_at: float, theirs_at: float) -> Counts:
    left, right = ours >= ours_at, theirs >= theirs_at
    return Counts(
        both=int((left & right).sum()),
        only_ours=int((left & ~right).sum()),
        only_theirs=int((~left & right).sum()),
        neither=int((~left & ~right).sum()),
    )


def find_shortage(theirs: Array, threshold: float) -> str:
    over = int((theirs >= threshold).sum())
    under = int(theirs.size) - over
    if min(over, under) >= FEWEST_EACH:
        return ""
    side, count = ("at or over", over) if over <= under else ("under", under)
    return f"{count} texts {side} {threshold:g} are too few for a proposal; {FEWEST_EACH} are needed"


def propose(ours: Array, theirs: Array, threshold: float) -> tuple[Proposal, Proposal]:
    """The thresholds of ours with the same share of flags and with the highest kappa."""
    flagged = theirs >= threshold
    both, only_ours = flags_over(ours[flagged]), flags_over(ours[~flagged])
    positives, total = float(flagged.sum()), float(ours.size)
    kappas = kappa_of(both, only_ours, positives - both, total - positives - only_ours)
    same_rate = middle_of(np.abs(both + only_ours - positives) * -1)
    return (
        make_proposal(ours, theirs, same_rate, theirs_at=threshold),
        make_proposal(ours, theirs, middle_of(np.nan_to_num(kappas, nan=-1.0)), theirs_at=threshold),
    )


def flags_over(scores: Array) -> Array:
    """How many of the scores lie at or over each threshold of the grid."""
    return scores.size - np.searchsorted(np.sort(scores), GRID, side="left").astype(np.float64)


def middle_of(merits: Array) -> float:
    """The threshold of highest merit; among equal ones the middle, farthest from where it gets worse."""
    best = np.flatnonzero(merits == merits.max())
    return float(GRID[best[len(best) // 2]])


def make_proposal(ours: Array, theirs: Array, threshold: float, *, theirs_at: float) -> Proposal:
    counts = count_flags(ours, theirs, ours_at=threshold, theirs_at=theirs_at)
    return Proposal(threshold, counts, kappa_of_counts(counts), counts.f1)


def kappa_of(both: Array, only_ours: Array, only_theirs: Array, neither: Array) -> Array:
    """Cohen's kappa (1960): (p_o - p_e) / (1 - p_e), agreement beyond what the two rates give by chance.

    At most 1; 0 means no better than chance, less than 0 worse. Undefined (`nan`) where both always say
    the same one thing.

    >>> float(kappa_of(*(np.array([n]) for n in (20.0, 5.0, 10.0, 15.0)))[0].round(3))
    0.4
    """
    total = both + only_ours + only_theirs + neither
    with np.errstate(invalid="ignore", divide="ignore"):
        seen = (both + neither) / total
        ours, theirs = (both + only_ours) / total, (both + only_theirs) / total
        chance = ours * theirs + (1 - ours) * (1 - theirs)
        return np.where(chance < 1, (seen - chance) / (1 - chance), nan)


def kappa_of_counts(counts: Counts) -> float:
    cells = (counts.both, counts.only_ours, counts.only_theirs, counts.neither)
    return float(kappa_of(*(np.array([cell], np.float64) for cell in cells))[0])


def bootstrap_kappa(counts: Counts, *, seed: int) -> Interval:
    """Kappa with its percentile interval. Only the four counts matter, so they are redrawn, not the texts."""
    value = kappa_of_counts(counts)
    if isnan(value):
        return Interval(nan, nan, nan)
    cells = np.array([counts.both, counts.only_ours, counts.only_theirs, counts.neither], np.float64)
    draws = np.random.default_rng(seed).multinomial(counts.total, cells / cells.sum(), size=RESAMPLES)
    kappas = kappa_of(*draws.T.astype(np.float64))
    low, high = np.nanquantile(kappas, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(value, float(low), float(high))


def correlate(left: Array, right: Array, *, spread: float = 1.0) -> Interval:
    """Pearson's r with Fisher's interval; `spread` 1.06 makes it one for ranks (Fieller et al. 1957).

    -1 to 1; 0 means no straight-line relation. Undefined (`nan`) where one side never changes.
    """
    if left.size < 2 or np.ptp(left) == 0 or np.ptp(right) == 0:
        return Interval(nan, nan, nan)
    value = float(np.clip(np.corrcoef(left, right)[0, 1], -1, 1))
    if left.size < 4 or abs(value) == 1:
        return Interval(value, -1.0 if left.size < 4 else value, 1.0 if left.size < 4 else value)
    reach = NormalDist().inv_cdf((1 + LEVEL) / 2) * sqrt(spread / (left.size - 3))
    return Interval(value, tanh(atanh(value) - reach), tanh(atanh(value) + reach))


def rank(scores: Array) -> Array:
    """Ranks from 1; equal scores share the mean of theirs."""
    _, places, counts = np.unique(scores, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[places]
