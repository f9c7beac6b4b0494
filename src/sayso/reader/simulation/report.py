"""The findings, as data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sayso.core import Scale
from sayso.core.policy import Method
from sayso.core.reader import Ruling
from sayso.files.reports import Paper, Section
from sayso.stats import Interval


@dataclass(frozen=True, slots=True)
class MethodReport:
    """One filter. Numbers are means per conversation; shares are of the replies that are meant."""

    method: Method
    triggers: Interval
    """Default messages shown, which the paper calls safe responses."""
    over: Interval
    """Of these, because an n-gram (fixed: the whole reply) is at or over its limit."""
    whole_over: Interval
    """Because the whole reply or a sentence is at or over the hard limit, permitted words in it."""
    blocked: Interval
    """Because it holds words that the reader has blocked."""
    previews: Interval
    asked_share: Interval
    """Of the replies that were not shown at once, how many the reader was asked about."""
    questions: Interval
    """Of both kinds: see it? and: filter this in future?"""
    declined: Interval
    """Previews after which the reader chose not to look."""
    wanted_lost: Interval
    """Replies that this reader wanted and did not get to see."""
    wanted_lost_share: Interval
    unwanted_shown: Interval
    """Replies that this reader did not want, shown without asking."""
    unwanted_shown_share: Interval
    unwanted_chosen: Interval
    """Replies that this reader did not want, seen by their own choice after a preview."""
    over_chosen: Interval
    """Replies at or over the hard limit as a whole, seen by choice: only words that this reader had permitted
    took them there."""
    over_shown: int
    """Replies at or over the last limit as a whole that anybody saw. With `strict` it must be 0."""


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """Both filters on the same replies."""

    source: str
    model: str
    soft_limit: float
    hard_limit: float
    last_limit: float
    scale: Scale
    strict: bool
    permit: float
    block: float
    ask: float
    view: float
    readers: int
    conversations: int
    """Of all readers together, each counted once though it passes both filters."""
    clusters: int
    """What was redrawn for the intervals: conversations, or readers who had several."""
    replies: int
    """Different ones."""
    turns: Interval
    strong: Interval
    """Replies at or over the soft limit as a whole, per conversation."""
    over: Interval
    """Replies at or over the hard limit as a whole, per conversation."""
    wanted: Interval
    """Replies that the reader wanted, per conversation."""
    methods: tuple[MethodReport, ...]
    ratio: Interval
    """Triggers of the dynamic filter over those of the fixed one."""
    answers: Mapping[Ruling, int]
    resamples: int
    seed: int
    notes: tuple[str, ...] = ()

    @property
    def over_shown(self) -> int:
        return sum(one.over_shown for one in self.methods)


SCALES: Mapping[Scale, str] = {"sayso": "Sayso's", "perspective": "Perspective's"}
HEAD = ("Per conversation", "Fixed [95 %]", "Dynamic [95 %]")
LINES = {
    "Default messages shown (filter triggers)": "triggers",
    "  over a limit": "over",
    "  over the hard limit as a whole": "whole_over",
    "  words that the reader blocked": "blocked",
    "Previews": "previews",
    "  share of all that was filtered": "asked_share",
    "Questions asked": "questions",
    "Previews not looked into": "declined",
    "Wanted replies lost": "wanted_lost",
    "  share of wanted replies": "wanted_lost_share",
    "Unwanted replies shown unasked": "unwanted_shown",
    "  share of unwanted replies": "unwanted_shown_share",
    "Unwanted replies seen by choice, after a preview": "unwanted_chosen",
    "Replies at or over the hard limit seen by choice": "over_chosen",
}


def make_paper(report: SimulationReport, *, more: Sequence[Section] = ()) -> Paper:
    sections = [Section("Fixed limit against the reader's say", HEAD, _list_rows(report)), *more]
    return Paper(_introduce(report), sections, _list_notes(report))


def _introduce(report: SimulationReport) -> str:
    limits = (
        f"soft limit {report.soft_limit:g}, hard limit {report.hard_limit:g}, last limit"
        f" {report.last_limit:g} on {SCALES[report.scale]} scale"
    )
    return (
        f"{report.model} on {report.source}: {report.readers:,} simulated readers, {report.conversations:,}"
        f" conversations of {report.turns.value:.1f} replies ({report.replies:,} different ones);"
        f" {limits}, {'strict' if report.strict else 'not strict'}."
    )


def _list_rows(report: SimulationReport) -> list[Sequence[str]]:
    fixed, dynamic = report.methods
    rows = [(title, _show(fixed, name), _show(dynamic, name)) for title, name in LINES.items()]
    return [
        *rows,
        ("Replies at or over the last limit seen, in all", str(fixed.over_shown), str(dynamic.over_shown)),
        ("Triggers, dynamic over fixed", "", _write(report.ratio)),
    ]


def _show(method: MethodReport, name: str) -> str:
    return _write(getattr(method, name))


def _write(interval: Interval) -> str:
    return str(interval)


def _list_notes(report: SimulationReport) -> list[str]:
    total = sum(report.answers.values())
    shares = ", ".join(f"{name} {count / max(total, 1):.3f}" for name, count in report.answers.items())
    return [
        *report.notes,
        f"As a whole, {report.strong.value:.2f} replies of a conversation are at or over the soft limit, of"
        f" these {report.over.value:.2f} at or over the hard one. Readers want {report.wanted.value:.2f}.",
        "Unwanted: it holds an n-gram at or over the soft limit about something that this reader would"
        " block, or is at or over the hard limit as a whole. What a reader would block is drawn once for"
        " each reader and word.",
        f"Tastes: permit {report.permit:g}, block {report.block:g}, ask again {report.ask:g}, look"
        f" {report.view:g}. Answers given: {shares} ({total:,}).",
        f"Intervals at 95 %: bootstrap over {report.clusters:,} conversations or, where they had several,"
        f" readers ({report.resamples} resamples, seed {report.seed}). Replies come again in other"
        " conversations, and readers are simulated: the intervals say how far chance moves these numbers, not"
        " how people would differ.",
    ]
