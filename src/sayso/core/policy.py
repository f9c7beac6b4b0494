"""What a community, a reader and the machine decide, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sayso.core.attributes import Attribute

DEFAULT_COMMUNITY = "default"

Method = Literal["dynamic", "fixed"]
"""How replies are judged: n-gram by n-gram with the reader's say, or whole against the soft limit."""

Streaming = Literal["sentence", "window", "whole"]
"""How much of a streamed reply is held back until it is judged."""

DEFAULT_MESSAGE = (
    "This reply was not shown, because it is above the limit set here. "
    "You can ask for another reply, or ask in other words."
)


@dataclass(frozen=True, slots=True)
class Policy:
    """A community's rules. Scores lie between 0 and 1, and so do both limits.

    `soft_limit` and `hard_limit` are h* and h^max of Recourse for Reclamation; `strict` also holds the
    whole reply, permitted words and all, under the hard limit. Version 0 is what holds where nobody
    has set anything.
    """

    community: str = DEFAULT_COMMUNITY
    version: int = 0
    attributes: tuple[Attribute, ...] = (Attribute.TOXICITY,)
    soft_limit: float = 0.35
    hard_limit: float = 0.7
    flag_limit: float = 0.5
    default_message: str = field(default=DEFAULT_MESSAGE, repr=False)
    strict: bool = True
    method: Method = "dynamic"
    streaming: Streaming = "sentence"
    judges_prompts: bool = False
    shows_unjudged: bool = False

    def __post_init__(self) -> None:
        if not self.attributes:
            raise ValueError("a policy watches at least one attribute")
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
class Say:
    """Any act of recourse or record; the ledger keeps every one. `body` never holds a person's text."""

    kind: str
    community: str = DEFAULT_COMMUNITY
    actor: str = ""
    subject: str = ""
    body: Mapping[str, object] = field(default_factory=dict[str, object])
