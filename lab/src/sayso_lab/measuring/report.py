"""All rows of a run, and the tables behind them: by identity term, by score."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sayso.stats.reliability import ReliabilityBin
from sayso_lab.measuring.row import AimRow, round_number

Curves = Mapping[str, Sequence[ReliabilityBin]]


@dataclass(frozen=True, slots=True)
class TermRow:
    """One identity term in sentences of the held-out templates."""

    term: str
    is_seen: bool
    """Whether training had it, in other sentences."""
    mentions: int
    false_alarms: float
    attacks: int = 0
    found: float | None = None
    """Of the sentences that attack it, the share found; unseen terms only."""


@dataclass(frozen=True)
class AimsReport:
    """The rows, and what they sum up. `limit` is set if not all held-out texts were used."""

    model: str
    rows: tuple[AimRow, ...]
    terms: tuple[TermRow, ...] = ()
    curves: Mapping[str, Curves] = field(default_factory=dict[str, Curves])
    """By attribute, before and after calibration."""
    limit: int | None = None
    resamples: int = 0
    seed: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "limit": self.limit,
            "resamples": self.resamples,
            "seed": self.seed,
            "rows": [row.to_json() for row in self.rows],
            "terms": [asdict(term) for term in self.terms],
            "curves": {
                name: {when: [_describe_bin(one) for one in bins] for when, bins in curves.items()}
                for name, curves in self.curves.items()
            },
        }


def _describe_bin(one: ReliabilityBin) -> dict[str, Any]:
    share = one.positives
    return {
        "texts": one.texts,
        "mean_score": round(one.mean_score, 4),
        "positives": [round_number(value) for value in (share.value, share.low, share.high)],
    }
