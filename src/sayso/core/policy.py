"""What a community, a reader and the machine decide, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from sayso.core.attributes import Attribute
from sayso.core.text import DEFAULT_COMMUNITY


class Label(StrEnum):
    """What becomes of a text."""

    ALLOW = "allow"
    LENIENT = "lenient"
    MODERATE = "moderate"
    BLOCK = "block"
    DEFER = "defer"


@dataclass(frozen=True, slots=True)
class Policy:
    """A community's rules. Scores lie between 0 and 1, and so do both limits."""

    community: str = DEFAULT_COMMUNITY
    version: int = 1
    attributes: tuple[Attribute, ...] = (Attribute.TOXICITY,)
    soft_limit: float = 0.35
    hard_limit: float = 0.7
    flag_limit: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.soft_limit <= self.hard_limit <= 1:
            raise ValueError(
                f"limits need 0 <= soft <= hard <= 1, not soft {self.soft_limit} and hard {self.hard_limit}"
            )


@dataclass(frozen=True, slots=True)
class Tolerance:
    """One reader's own limits, only ever inside the policy's hard limit."""

    reader: str
    limits: Mapping[Attribute, float] = field(default_factory=dict[Attribute, float])

    def limit(self, attribute: Attribute, policy: Policy) -> float:
        return min(self.limits.get(attribute, policy.soft_limit), policy.hard_limit)


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided, by which model under which policy, and why."""

    label: Label
    reason: str
    model: str
    policy_version: int


@dataclass(frozen=True, slots=True)
class Say:
    """Any act of recourse or record; the ledger keeps every one. `body` never holds a person's text."""

    kind: str
    community: str = DEFAULT_COMMUNITY
    actor: str = ""
    subject: str = ""
    body: Mapping[str, object] = field(default_factory=dict[str, object])
