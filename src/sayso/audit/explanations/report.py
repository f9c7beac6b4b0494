"""The findings, as data."""

from dataclasses import dataclass
from math import isfinite

from sayso.files.reports import Paper, Section
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


NOTES = (
    "overlap: |flagged ∩ marked| / min(|flagged|, |marked|), mean over posts; nothing flagged counts 0. By"
    " chance: the overlap that as many words drawn by chance have. To flag everything gives 1, so read it"
    " beside the token F1.",
    "token F1: counts summed over all posts. Best F1: at the cut that is best on these very posts.",
    "comprehensiveness: how far TOXICITY falls when the flagged words are taken out; higher is better."
    " sufficiency: how far it falls when only they are left; lower is better.",
    "Times are of one text at a time, the methods taking turns, models loaded.",
)


def make_table(report: ExplanationsReport) -> str:
    return _write(report).to_table()


def make_markdown(report: ExplanationsReport) -> str:
    return _write(report).to_markdown()


def _write(report: ExplanationsReport) -> Paper:
    return Paper(_introduce(report), _list_sections(report), _list_notes(report))


def _introduce(report: ExplanationsReport) -> str:
    return (
        f"{report.model} on {report.source}: {report.posts:,} posts with a majority rationale. Cut-offs are"
        f" matched to that of {report.reference} by percentile, over the words of {report.sample:,} texts."
    )


def _list_sections(report: ExplanationsReport) -> list[Section]:
    first = report.methods[0].mean_ms.value
    people = [
        (
            one.name,
            f"{one.cut:.3g}",
            str(one.overlap),
            f"{one.chance.value:.3f}",
            str(one.token_f1),
            f"{one.best_f1:.3f} {f'at {one.best_cut:.3g}' if isfinite(one.best_cut) else 'all flagged'}",
            f"{one.flagged.value:.1%}",
            f"{one.silent.value:.1%}",
        )
        for one in report.methods
    ]
    scores = [(one.name, str(one.comprehensiveness), str(one.sufficiency)) for one in report.methods]
    times = [
        (one.name, _show_ms(one.mean_ms), _show_ms(one.median_ms), f"{one.mean_ms.value / first:.1f}")
        for one in report.methods
    ]
    pairs = [(one.one, one.other, str(one.overlap)) for one in report.pairs]
    return [
        Section("Flagged words against those that most people marked", PEOPLE_HEAD, people),
        Section("What the score does without them, and with them alone", SCORES_HEAD, scores),
        Section("Time per text", (*TIME_HEAD, f"× {report.methods[0].name}"), times),
        *([Section("Overlap between methods", PAIR_HEAD, pairs)] if pairs else []),
    ]


PEOPLE_HEAD = (
    "Method",
    "Cut",
    "Overlap [95 %]",
    "By chance",
    "Token F1 [95 %]",
    "Best F1",
    "Words flagged",
    "Nothing flagged",
)
SCORES_HEAD = ("Method", "Comprehensiveness [95 %]", "Sufficiency [95 %]")
TIME_HEAD = ("Method", "Mean, ms [95 %]", "Median, ms [95 %]")
PAIR_HEAD = ("Method", "Other", "Overlap [95 %]")


def _show_ms(interval: Interval) -> str:
    return f"{interval.value:.1f} [{interval.low:.1f}, {interval.high:.1f}]"


def _list_notes(report: ExplanationsReport) -> list[str]:
    intervals = (
        f"Intervals are at 95 %: bootstrap over posts ({report.resamples} resamples, seed {report.seed})."
    )
    return [*report.notes, *NOTES, intervals]
