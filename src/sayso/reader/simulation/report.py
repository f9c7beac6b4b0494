"""The findings, as data."""

from collections.abc import Mapping
from dataclasses import dataclass

from sayso.core.policy import Method
from sayso.core.reader import Ruling
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
    over_shown: int
    """Replies at or over the hard limit as a whole that anybody saw. With `strict` it must be 0."""


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """Both filters on the same replies."""

    source: str
    model: str
    soft_limit: float
    hard_limit: float
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
