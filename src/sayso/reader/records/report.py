"""The tables, as data."""

from dataclasses import dataclass

from sayso.core.policy import Method
from sayso.core.reader import Ruling
from sayso.reader.records.spread import Spread
from sayso.stats import Interval


@dataclass(frozen=True, slots=True)
class Metric:
    """One line of a table: a number per conversation, and how it lies over conversations."""

    name: str
    method: Method
    spread: Spread


@dataclass(frozen=True, slots=True)
class RulingCount:
    """How many readers ruled so on the same words, and how often."""

    term: str
    ruling: Ruling
    readers: int
    times: int


@dataclass(frozen=True, slots=True)
class GroupCount:
    """Replies that name a group, and how many of them were replaced or held."""

    group: str
    method: Method
    replies: int
    triggers: Interval
    previews: Interval


@dataclass(frozen=True, slots=True)
class RecordsReport:
    source: str
    conversations: int
    interaction: tuple[Metric, ...]
    """Table 1: who said how much."""
    toxicity: tuple[Metric, ...]
    """Table 2: safe responses and mean scores."""
    rulings: tuple[RulingCount, ...]
    groups: tuple[GroupCount, ...]
    notes: tuple[str, ...] = ()
